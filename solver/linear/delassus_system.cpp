// The Delassus system of coupled rows.
#include "solver/linear/delassus_system.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {

namespace {

constexpr Eigen::Index kDense = 160;  // rows: up to here dense is faster
constexpr double kSoftness = 1e-11;   // regularisation, as a part of the diagonal

}  // namespace

double DelassusSystem::softnessOf(Index row) const {
  const std::size_t r = static_cast<std::size_t>(row);
  return r < firstCut_ && !negative_[r] ? kSoftness : 0;
}

void DelassusSystem::begin(std::size_t rows, std::size_t firstCut) {
  firstCut_ = firstCut;
  used_ = 0;
  reach_.setZero(static_cast<Index>(rows));
  diagonal_.setZero(static_cast<Index>(rows));
  negative_.assign(rows, 0);
}

void DelassusSystem::add(const std::vector<std::size_t>& rows, const Eigen::MatrixXd& block,
                         const Eigen::VectorXd& reach) {
  if (used_ == blocks_.size()) blocks_.emplace_back();
  Block& to = blocks_[used_++];
  to.rows = rows;
  to.values = block;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    reach_[static_cast<Index>(rows[i])] += reach[static_cast<Index>(i)];
    diagonal_[static_cast<Index>(rows[i])] += std::abs(block(static_cast<Index>(i), static_cast<Index>(i)));
  }
}

void DelassusSystem::addTo(std::size_t row, std::size_t column, double value) {
  if (row == column) {
    add({row}, Eigen::MatrixXd::Constant(1, 1, value), Eigen::VectorXd::Zero(1));
    return;
  }
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(2, 2);
  block(0, 1) = block(1, 0) = value;
  add({row, column}, block, Eigen::VectorXd::Zero(2));
}

void DelassusSystem::addNegative(std::size_t row, double value) {
  addTo(row, row, value);
  negative_[row] = 1;
}

Eigen::VectorXd DelassusSystem::times(const Eigen::VectorXd& x) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(reach_.size());
  for (std::size_t b = 0; b < used_; ++b) {
    const Block& block = blocks_[b];
    Eigen::VectorXd its(block.values.rows());
    for (std::size_t i = 0; i < block.rows.size(); ++i)
      its[static_cast<Index>(i)] = x[static_cast<Index>(block.rows[i])];
    const Eigen::VectorXd part = block.values * its;
    for (std::size_t i = 0; i < block.rows.size(); ++i)
      sum[static_cast<Index>(block.rows[i])] += part[static_cast<Index>(i)];
  }
  return sum;
}

Eigen::VectorXd DelassusSystem::column(std::size_t i) const {
  return times(Eigen::VectorXd::Unit(reach_.size(), static_cast<Index>(i)));
}

// Scaled to a unit diagonal, so that N and N m have equal weight.
bool DelassusSystem::factor(const std::vector<std::uint8_t>& active) {
  const Index n = reach_.size();
  scale_.resize(n);
  const double most = n > 0 ? diagonal_.maxCoeff() : 0;
  for (Index i = 0; i < n; ++i)
    scale_[i] =
        active[static_cast<std::size_t>(i)] && diagonal_[i] > 1e-30 * most ? 1 / std::sqrt(diagonal_[i]) : 0;
  dense_ = n <= kDense;
  return dense_ ? factorDense() : factorSparse();
}

bool DelassusSystem::factorDense() {
  const Index n = reach_.size();
  place_.resize(static_cast<std::size_t>(n));
  positive_ = 0;
  for (std::size_t i = 0; i < place_.size(); ++i)
    if (!negative_[i]) place_[i] = positive_++;
  Index next = positive_;
  for (std::size_t i = 0; i < place_.size(); ++i)
    if (negative_[i]) place_[i] = next++;
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t b = 0; b < used_; ++b) {
    const Block& block = blocks_[b];
    for (std::size_t j = 0; j < block.rows.size(); ++j) {
      const double scale = scale_[static_cast<Index>(block.rows[j])];
      for (std::size_t i = 0; i < block.rows.size(); ++i)
        matrix(place_[block.rows[i]], place_[block.rows[j]]) +=
            scale * scale_[static_cast<Index>(block.rows[i])] *
            block.values(static_cast<Index>(i), static_cast<Index>(j));
    }
  }
  for (Index i = 0; i < n; ++i) {
    const Index at = place_[static_cast<std::size_t>(i)];
    matrix(at, at) = scale_[i] > 0 ? matrix(at, at) + softnessOf(i) : at < positive_ ? 1 : -1;
  }
  auto first = matrix.topLeftCorner(positive_, positive_);
  first_.compute(first);
  if (positive_ < n && first_.info() != Eigen::Success) return false;
  for (double more = 1e-9; first_.info() != Eigen::Success && more < 1; more *= 100) {
    first.diagonal().array() += more;
    first_.compute(first);
  }
  if (positive_ == n) return true;
  between_ = first_.matrixL().solve(matrix.topRightCorner(positive_, n - positive_));
  Eigen::MatrixXd left = -matrix.bottomRightCorner(n - positive_, n - positive_);
  left.noalias() += between_.transpose() * between_;
  second_.compute(left);
  return second_.info() == Eigen::Success;
}

bool DelassusSystem::factorSparse() {
  const Index n = reach_.size();
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t b = 0; b < used_; ++b)
    for (std::size_t j = 0; j < blocks_[b].rows.size(); ++j)
      for (std::size_t i = 0; i < blocks_[b].rows.size(); ++i) {
        const Index row = static_cast<Index>(blocks_[b].rows[i]),
                    column = static_cast<Index>(blocks_[b].rows[j]);
        if (row >= column)
          entries.emplace_back(
              row, column,
              blocks_[b].values(static_cast<Index>(i), static_cast<Index>(j)) * scale_[row] * scale_[column]);
      }
  for (Index i = 0; i < n; ++i) entries.emplace_back(i, i, scale_[i] > 0 ? softnessOf(i) : 1);
  matrix_.resize(n, n);
  matrix_.setFromTriplets(entries.begin(), entries.end());
  std::vector<std::vector<std::size_t>> pattern;
  for (std::size_t b = 0; b < used_; ++b) pattern.push_back(blocks_[b].rows);
  if (pattern != pattern_) {
    pattern_ = std::move(pattern);
    sparse_.analyzePattern(matrix_);
  }
  const Index negative = std::count(negative_.begin(), negative_.end(), 1);
  double more = 0;
  do {
    sparse_.setShift(more);
    sparse_.factorize(matrix_);
    // the signs of pivots close to 0 are not reliable
    if (sparse_.info() == Eigen::Success && (sparse_.vectorD().array() < 0).count() == negative &&
        (negative == 0 || sparse_.vectorD().cwiseAbs().minCoeff() > 1e-3 * kSoftness) &&
        sparse_.vectorD().allFinite())
      return true;
    more = more == 0 ? 1e-9 : 100 * more;
  } while (negative == 0 && more < 1);
  return negative == 0;
}

Eigen::VectorXd DelassusSystem::answer(const Eigen::VectorXd& right) const {
  const Eigen::VectorXd scaled = scale_.cwiseProduct(right);
  if (!dense_) return sparse_.solve(scaled);
  const Index n = scaled.size();
  Eigen::VectorXd x(n), found(n);
  for (Index i = 0; i < n; ++i) x[place_[static_cast<std::size_t>(i)]] = scaled[i];
  first_.matrixL().solveInPlace(x.head(positive_));
  if (positive_ < n) {
    x.tail(n - positive_) = second_.solve(between_.transpose() * x.head(positive_) - x.tail(n - positive_));
    x.head(positive_) -= between_ * x.tail(n - positive_);
  }
  first_.matrixU().solveInPlace(x.head(positive_));
  for (Index i = 0; i < n; ++i) found[i] = x[place_[static_cast<std::size_t>(i)]];
  return found;
}

bool DelassusSystem::solve(const Eigen::VectorXd& right, const std::vector<std::uint8_t>& active,
                           Eigen::VectorXd& x) {
  if (!factor(active)) return false;
  if (reach_.size() == 0) {
    x.resize(0);
    return true;
  }
  // (A + e) y = b leaves the residual e y: the part of b outside A's range, which is removed
  Eigen::VectorXd y = answer(right);
  const auto unreached = [&](Index i) { return scale_[i] > 0 ? softnessOf(i) * y[i] / scale_[i] : 0.0; };
  Eigen::VectorXd reachable = right;
  const double little = 1e-5 * right.cwiseAbs().maxCoeff();
  bool some = false;
  for (Index i = 0; i < y.size(); ++i) {
    const double part = unreached(i);
    if (std::abs(part) < little) continue;
    reachable[i] -= part;
    some = true;
  }
  if (some) y = answer(reachable);
  x = scale_.cwiseProduct(y);
  return true;
}

}  // namespace tendril::solver
