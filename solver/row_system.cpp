// The rows' system.
#include "solver/row_system.h"

namespace tendril {

using Eigen::Index;

namespace {

constexpr Index kDense = 96;         // rows: up to there a dense matrix is faster
constexpr double kSoftness = 1e-11;  // of the diagonal

}  // namespace

double RowSystem::softnessOf(Index row) const {
  return static_cast<std::size_t>(row) < firstCut_ ? kSoftness : 0;
}

void RowSystem::begin(std::size_t rows, std::size_t firstCut) {
  firstCut_ = firstCut;
  used_ = 0;
  reach_.setZero(static_cast<Index>(rows));
  diagonal_.setZero(static_cast<Index>(rows));
}

void RowSystem::add(const std::vector<std::size_t>& rows, const Eigen::MatrixXd& block,
                    const Eigen::VectorXd& reach) {
  if (used_ == blocks_.size()) blocks_.emplace_back();
  Block& to = blocks_[used_++];
  to.rows = rows;
  to.values = block;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    reach_[static_cast<Index>(rows[i])] += reach[static_cast<Index>(i)];
    diagonal_[static_cast<Index>(rows[i])] += block(static_cast<Index>(i), static_cast<Index>(i));
  }
}

void RowSystem::addTo(std::size_t row, std::size_t column, double value) {
  if (row == column) {
    add({row}, Eigen::MatrixXd::Constant(1, 1, value), Eigen::VectorXd::Zero(1));
    return;
  }
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(2, 2);
  block(0, 1) = block(1, 0) = value;
  add({row, column}, block, Eigen::VectorXd::Zero(2));
}

Eigen::VectorXd RowSystem::times(const Eigen::VectorXd& x) const {
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

Eigen::VectorXd RowSystem::column(std::size_t i) const {
  return times(Eigen::VectorXd::Unit(reach_.size(), static_cast<Index>(i)));
}

// Scaled to a unit diagonal, so that newtons and newton metres count alike.
void RowSystem::factor(const std::vector<std::uint8_t>& active) {
  const Index n = reach_.size();
  scale_.resize(n);
  const double most = n > 0 ? diagonal_.maxCoeff() : 0;
  for (Index i = 0; i < n; ++i)
    scale_[i] =
        active[static_cast<std::size_t>(i)] && diagonal_[i] > 1e-30 * most ? 1 / std::sqrt(diagonal_[i]) : 0;
  dense_ = n <= kDense;
  if (dense_) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
    for (std::size_t b = 0; b < used_; ++b)
      for (std::size_t j = 0; j < blocks_[b].rows.size(); ++j)
        for (std::size_t i = 0; i < blocks_[b].rows.size(); ++i)
          matrix(static_cast<Index>(blocks_[b].rows[i]), static_cast<Index>(blocks_[b].rows[j])) +=
              blocks_[b].values(static_cast<Index>(i), static_cast<Index>(j));
    matrix = scale_.asDiagonal() * matrix * scale_.asDiagonal();
    for (Index i = 0; i < n; ++i) matrix(i, i) = scale_[i] > 0 ? matrix(i, i) + softnessOf(i) : 1;
    whole_.compute(matrix);
    for (double more = 1e-9; whole_.info() != Eigen::Success && more < 1; more *= 100) {
      matrix.diagonal().array() += more;
      whole_.compute(matrix);
    }
    return;
  }
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
  double more = 0;
  do {
    sparse_.setShift(more);
    sparse_.factorize(matrix_);
    more = more == 0 ? 1e-9 : 100 * more;
  } while (sparse_.info() != Eigen::Success && more < 1);
}

Eigen::VectorXd RowSystem::answer(const Eigen::VectorXd& right) const {
  const Eigen::VectorXd scaled = scale_.cwiseProduct(right);
  return dense_ ? Eigen::VectorXd(whole_.solve(scaled)) : Eigen::VectorXd(sparse_.solve(scaled));
}

void RowSystem::solve(const Eigen::VectorXd& right, const std::vector<std::uint8_t>& active,
                      Eigen::VectorXd& x) {
  factor(active);
  if (reach_.size() == 0) {
    x.resize(0);
    return;
  }
  // (A + e) y = b leaves e y behind: what no x can reach is in there, to rounding, and is taken off
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
}

}  // namespace tendril
