// The Delassus system of coupled rows.
#include "solver/linear/delassus_system.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tendril::solver {

namespace {

constexpr double kSoftness = 1e-11;  // regularisation, as a part of the diagonal

}  // namespace

double DelassusSystem::softnessOf(Index row) const {
  const std::size_t r = static_cast<std::size_t>(row);
  return r < firstCut_ && !negative_[r] ? kSoftness : 0;
}

void DelassusSystem::begin(std::size_t rows, std::size_t firstCut) {
  firstCut_ = firstCut;
  used_ = 0;
  entries_.clear();
  reach_.setZero(static_cast<Index>(rows));
  diagonal_.setZero(static_cast<Index>(rows));
  negative_.assign(rows, 0);
}

DelassusSystem::Block& DelassusSystem::addBlock(const std::vector<std::size_t>& rows) {
  if (used_ == blocks_.size()) blocks_.emplace_back();
  Block& to = blocks_[used_++];
  to.rows = rows;
  return to;
}

void DelassusSystem::close(const Block& block) {
  for (std::size_t i = 0; i < block.rows.size(); ++i) {
    const Index row = static_cast<Index>(block.rows[i]), k = static_cast<Index>(i);
    reach_[row] += block.reach[k];
    diagonal_[row] += std::abs(block.values.get()(k, k));
  }
}

void DelassusSystem::addTo(std::size_t row, std::size_t column, double value) {
  entries_.push_back({row, column, value});
  if (row == column) diagonal_[static_cast<Index>(row)] += std::abs(value);
}

void DelassusSystem::addNegative(std::size_t row, double value) {
  addTo(row, row, value);
  negative_[row] = 1;
}

void DelassusSystem::multiply(const PooledVector& x, PooledVector& to) const {
  PooledVector::Map sum = to.setZero(reach_.size());
  for (std::size_t b = 0; b < used_; ++b) {
    const Block& block = blocks_[b];
    const Index n = static_cast<Index>(block.rows.size());
    PooledVector::Map its = gathered_.set(2 * n);
    for (Index i = 0; i < n; ++i) its[i] = x[static_cast<Index>(block.rows[static_cast<std::size_t>(i)])];
    its.tail(n).noalias() = block.values.get() * its.head(n);
    for (Index i = 0; i < n; ++i)
      sum[static_cast<Index>(block.rows[static_cast<std::size_t>(i)])] += its[n + i];
  }
  for (const Entry& entry : entries_) {
    const Index row = static_cast<Index>(entry.row), column = static_cast<Index>(entry.column);
    sum[row] += entry.value * x[column];
    if (row != column) sum[column] += entry.value * x[row];
  }
}

void DelassusSystem::findColumn(std::size_t i, PooledVector& to) const {
  unit_.setZero(reach_.size());
  unit_[static_cast<Index>(i)] = 1;
  multiply(unit_, to);
}

// Scaled to a unit diagonal, so that N and N m have equal weight.
bool DelassusSystem::factor(const std::vector<std::uint8_t>& active) {
  const Index n = reach_.size();
  scale_.set(n);
  const double most = n > 0 ? diagonal_.get().maxCoeff() : 0;
  for (Index i = 0; i < n; ++i)
    scale_[i] =
        active[static_cast<std::size_t>(i)] && diagonal_[i] > 1e-30 * most ? 1 / std::sqrt(diagonal_[i]) : 0;
  dense_ = n <= kDense;
  return dense_ ? factorDense() : factorSparse();
}

void DelassusSystem::orderDense() {
  const Index n = reach_.size();
  place_.resize(static_cast<std::size_t>(n));
  positive_ = 0;
  for (std::size_t i = 0; i < place_.size(); ++i)
    if (!negative_[i]) place_[i] = positive_++;
  Index next = positive_;
  for (std::size_t i = 0; i < place_.size(); ++i)
    if (negative_[i]) place_[i] = next++;
}

void DelassusSystem::fillDense() {
  const Index n = reach_.size();
  PooledMatrix::Map matrix = whole_.setZero(n, n);
  for (std::size_t b = 0; b < used_; ++b) {
    const Block& block = blocks_[b];
    const PooledMatrix::ConstMap values = block.values.get();
    for (std::size_t j = 0; j < block.rows.size(); ++j) {
      const double scale = scale_[static_cast<Index>(block.rows[j])];
      for (std::size_t i = 0; i < block.rows.size(); ++i)
        matrix(place_[block.rows[i]], place_[block.rows[j]]) +=
            scale * scale_[static_cast<Index>(block.rows[i])] *
            values(static_cast<Index>(i), static_cast<Index>(j));
    }
  }
  for (const Entry& entry : entries_) {
    const double value =
        scale_[static_cast<Index>(entry.column)] * scale_[static_cast<Index>(entry.row)] * entry.value;
    matrix(place_[entry.row], place_[entry.column]) += value;
    if (entry.row != entry.column) matrix(place_[entry.column], place_[entry.row]) += value;
  }
  for (Index i = 0; i < n; ++i) {
    const Index at = place_[static_cast<std::size_t>(i)];
    matrix(at, at) = scale_[i] > 0 ? matrix(at, at) + softnessOf(i) : at < positive_ ? 1 : -1;
  }
}

bool DelassusSystem::factorDense() {
  orderDense();
  fillDense();
  const Index n = reach_.size(), m = n - positive_;
  PooledMatrix::Map matrix = whole_.get();
  auto kept = matrix.topLeftCorner(positive_, positive_);
  PooledMatrix::Map first = first_.set(positive_, positive_);
  const auto factorFirst = [&] {
    first = kept;
    return InPlace(first).info() == Eigen::Success;
  };
  bool good = factorFirst();
  if (m > 0 && !good) return false;
  for (double more = 1e-9; !good && more < 1; more *= 100) {
    kept.diagonal().array() += more;
    good = factorFirst();
  }
  if (m == 0) return true;
  PooledMatrix::Map between = between_.set(positive_, m);
  between = matrix.topRightCorner(positive_, m);
  first.triangularView<Eigen::Lower>().solveInPlace(between);
  PooledMatrix::Map second = second_.set(m, m);
  second = -matrix.bottomRightCorner(m, m);
  second.noalias() += between.transpose() * between;
  return InPlace(second).info() == Eigen::Success;
}

bool DelassusSystem::factorSparse() {
  const Index n = reach_.size();
  triplets_.clear();
  const auto add = [&](std::size_t i, std::size_t j, double value) {
    const Index row = static_cast<Index>(i), column = static_cast<Index>(j);
    if (row >= column) triplets_.emplace_back(row, column, value * scale_[row] * scale_[column]);
  };
  for (std::size_t b = 0; b < used_; ++b) {
    const Block& block = blocks_[b];
    const PooledMatrix::ConstMap values = block.values.get();
    for (std::size_t j = 0; j < block.rows.size(); ++j)
      for (std::size_t i = 0; i < block.rows.size(); ++i)
        add(block.rows[i], block.rows[j], values(static_cast<Index>(i), static_cast<Index>(j)));
  }
  for (const Entry& entry : entries_) {
    add(entry.row, entry.column, entry.value);
    if (entry.row != entry.column) add(entry.column, entry.row, entry.value);
  }
  for (Index i = 0; i < n; ++i) triplets_.emplace_back(i, i, scale_[i] > 0 ? softnessOf(i) : 1);
  matrix_.resize(n, n);
  matrix_.setFromTriplets(triplets_.begin(), triplets_.end());
  std::vector<std::vector<std::size_t>> pattern;
  for (std::size_t b = 0; b < used_; ++b) pattern.push_back(blocks_[b].rows);
  for (const Entry& entry : entries_) pattern.push_back({entry.row, entry.column});
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

void DelassusSystem::findAnswer(const PooledVector& right, PooledVector& to) {
  const Index n = right.size();
  PooledVector::Map scaled = scaled_.set(n), found = to.set(n);
  scaled = scale_.get().cwiseProduct(right.get());
  if (!dense_) {
    found = sparse_.solve(scaled);
    return;
  }
  PooledVector::Map x = ordered_.set(n);
  const PooledMatrix::ConstMap first = std::as_const(first_).get();
  const Index m = n - positive_;
  for (Index i = 0; i < n; ++i) x[place_[static_cast<std::size_t>(i)]] = scaled[i];
  auto head = x.head(positive_), tail = x.tail(m);
  first.triangularView<Eigen::Lower>().solveInPlace(head);
  if (m > 0) {
    const PooledMatrix::ConstMap second = std::as_const(second_).get(),
                                 between = std::as_const(between_).get();
    tail *= -1;
    tail.noalias() += between.transpose() * head;
    second.triangularView<Eigen::Lower>().solveInPlace(tail);
    second.transpose().triangularView<Eigen::Upper>().solveInPlace(tail);
    PooledVector::Map moved = moved_.set(positive_);
    moved.noalias() = between * tail;
    head -= moved;
  }
  first.transpose().triangularView<Eigen::Upper>().solveInPlace(head);
  for (Index i = 0; i < n; ++i) found[i] = x[place_[static_cast<std::size_t>(i)]];
}

bool DelassusSystem::solve(const PooledVector& right, const std::vector<std::uint8_t>& active,
                           PooledVector& x) {
  const Index n = reach_.size();
  x.set(n);
  if (!factor(active)) return false;
  if (n == 0) return true;
  // (A + e) y = b leaves the residual e y: the part of b outside A's range, which is removed
  findAnswer(right, found_);
  reachable_.set(n) = right.get();
  const double little = 1e-5 * right.get().cwiseAbs().maxCoeff();
  bool some = false;
  for (Index i = 0; i < n; ++i) {
    const double part = scale_[i] > 0 ? softnessOf(i) * found_[i] / scale_[i] : 0.0;
    if (std::abs(part) < little) continue;
    reachable_[i] -= part;
    some = true;
  }
  if (some) findAnswer(reachable_, found_);
  x.get() = scale_.get().cwiseProduct(found_.get());
  return true;
}

void DelassusSystem::solveAgain(const PooledVector& right, PooledVector& x) {
  x.set(right.size());
  findAnswer(right, found_);
  x.get() = scale_.get().cwiseProduct(found_.get());
}

}  // namespace tendril::solver
