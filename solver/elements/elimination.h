// Gaussian elimination of three unknowns at a time: one stage of the sweep.
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/elements/element_terms.h"

namespace tendril::solver {

// Cholesky factor of a 3 x 3 lower triangle; the diagonal is stored inverted.
struct Pivot {
  double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;  // a; b c; d e f

  // False if not positive. `least`: floor of the pivots, as a part of the largest diagonal entry; 0: none.
  template <class Block>
  bool factor(const Block& m, double least) {
    const double floor = least > 0 ? least * std::max({m(0, 0), m(1, 1), m(2, 2)}) : -1;
    const double first = std::max(m(0, 0), floor);
    if (!(first > 0)) return false;
    a = 1 / std::sqrt(first);
    b = m(1, 0) * a;
    d = m(2, 0) * a;
    const double second = std::max(m(1, 1) - b * b, floor);
    if (!(second > 0)) return false;
    c = 1 / std::sqrt(second);
    e = (m(2, 1) - d * b) * c;
    const double third = std::max(m(2, 2) - d * d - e * e, floor);
    if (!(third > 0)) return false;
    f = 1 / std::sqrt(third);
    return true;
  }

  // Solves x L^T = m, then (back) y L = x; m has three columns.
  template <class Columns>
  void substitute(Columns& m) const {
    m.col(0) *= a;
    m.col(1) = (m.col(1) - m.col(0) * b) * c;
    m.col(2) = (m.col(2) - m.col(0) * d - m.col(1) * e) * f;
  }
  template <class Columns>
  void back(Columns& m) const {
    m.col(2) *= f;
    m.col(1) = (m.col(1) - m.col(2) * e) * c;
    m.col(0) = (m.col(0) - m.col(1) * b - m.col(2) * d) * a;
  }
  Vector3d solve(const Vector3d& v) const { return unwhiten(whiten(v)); }
  // L x = v, and L^T x = v: the two halves of solve().
  Vector3d whiten(const Vector3d& v) const {
    Vector3d x(v[0] * a, 0, 0);
    x[1] = (v[1] - b * x[0]) * c;
    x[2] = (v[2] - d * x[0] - e * x[1]) * f;
    return x;
  }
  Vector3d unwhiten(const Vector3d& v) const {
    Vector3d x(0, 0, v[2] * f);
    x[1] = (v[1] - e * x[2]) * c;
    x[0] = (v[0] - b * x[1] - d * x[2]) * a;
    return x;
  }
};

// Removes the last three unknowns of  matrix x + vector = 0 (lower triangle): x_last = -(gain^T x_kept +
// offset). `left` is the Schur complement on the kept unknowns.
template <int Kept>
class Elimination {
 public:
  using Left = Eigen::Matrix<double, kRows, Kept>;  // rows beyond Kept are undefined

  template <class Matrix>
  bool factor(const Matrix& matrix, Left& left, double least) {
    if (!pivot_.factor(matrix.template block<3, 3>(Kept, Kept), least)) return false;
    gain_.template topRows<Kept>() = matrix.template block<3, Kept>(Kept, 0).transpose();
    gain_.template bottomRows<kRows - Kept>().setZero();
    pivot_.substitute(gain_);
    left = matrix.template leftCols<Kept>();
    left -= gain_.lazyProduct(gain_.template topRows<Kept>().transpose());
    pivot_.back(gain_);
    return true;
  }

  void solve(const StateVector& vector, StateVector& left) {
    const Vector3d last = vector.template segment<3>(Kept);
    offset_ = pivot_.solve(last);
    left = vector;
    left -= gain_ * last;
    left.template tail<kRows - Kept>().setZero();
  }

  Vector3d last(const StateVector& kept) const { return -(gain_.transpose() * kept + offset_); }

  // A further right side: returns its offset; `vector` becomes its remainder on the kept unknowns.
  template <class Vector>
  Vector3d solveBeside(Vector&& vector) const {
    const Vector3d last = vector.template segment<3>(Kept);
    vector -= gain_ * last;
    vector.template tail<kRows - Kept>().setZero();
    return pivot_.solve(last);
  }
  const Vector3d& offset() const { return offset_; }
  void addOffset(const Vector3d& by) { offset_ += by; }
  const Pivot& pivot() const { return pivot_; }

 private:
  Pivot pivot_;
  Eigen::Matrix<double, kRows, 3> gain_ = Eigen::Matrix<double, kRows, 3>::Zero();
  Vector3d offset_ = Vector3d::Zero();
};

// The first six rows and columns, made symmetric from their lower triangle.
template <class Matrix>
Mat6d cornerOf(const Matrix& m) {
  Mat6d corner = m.template topLeftCorner<6, 6>();
  corner.triangularView<Eigen::StrictlyUpper>() = corner.transpose();
  return corner;
}

}  // namespace tendril::solver
