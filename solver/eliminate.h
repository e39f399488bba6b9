// Gaussian elimination of three unknowns at a time: the step of the sweep.
#pragma once

#include <Eigen/Cholesky>
#include <cmath>

#include "solver/models/element.h"

namespace tendril {

// Cholesky of a 3x3 in place (lower); false where it is not positive.
inline bool factor(Eigen::Matrix3d& a) {
  for (int j = 0; j < 3; ++j) {
    double d = a(j, j);
    for (int k = 0; k < j; ++k) d -= a(j, k) * a(j, k);
    if (!(d > 0)) return false;
    a(j, j) = std::sqrt(d);
    for (int i = j + 1; i < 3; ++i) {
      double v = a(i, j);
      for (int k = 0; k < j; ++k) v -= a(i, k) * a(j, k);
      a(i, j) = v / a(j, j);
    }
  }
  return true;
}

// Removes the last three unknowns of  matrix x + vector = 0:  x_last = -(gain x_kept + offset). What is left
// is the share of those that are kept. False where the pivot is not positive.
template <int Kept>
bool eliminateLast(const MatRC<double, Kept + 3, Kept + 3>& matrix, const VecN<double, Kept + 3>& vector,
                   MatRC<double, Kept, Kept>& left, VecN<double, Kept>& leftVector,
                   MatRC<double, 3, Kept>& gain, Eigen::Vector3d& offset) {
  Eigen::Matrix3d pivot = matrix.template bottomRightCorner<3, 3>();
  if (!factor(pivot)) return false;
  gain = matrix.template bottomLeftCorner<3, Kept>();
  offset = vector.template tail<3>();
  pivot.triangularView<Eigen::Lower>().solveInPlace(gain);
  pivot.triangularView<Eigen::Lower>().solveInPlace(offset);
  left = matrix.template topLeftCorner<Kept, Kept>() - gain.transpose() * gain;
  leftVector = vector.template head<Kept>() - gain.transpose() * offset;
  left.template triangularView<Eigen::StrictlyUpper>() = left.transpose();
  pivot.transpose().triangularView<Eigen::Upper>().solveInPlace(gain);
  pivot.transpose().triangularView<Eigen::Upper>().solveInPlace(offset);
  return true;
}

template <class Matrix>
void mirror(Matrix& m) {
  m.template triangularView<Eigen::StrictlyUpper>() = m.transpose();
}

}  // namespace tendril
