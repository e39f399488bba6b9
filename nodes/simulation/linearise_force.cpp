// Linearises a force by its velocity.
#include "nodes/simulation/linearise_force.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace tendril::nodes {

using Eigen::Matrix3d;

KnotForce fitDrag(const std::array<double, 3>& velocity,
                  const std::function<std::array<double, 3>(const std::array<double, 3>&)>& force) {
  using Three = std::array<double, 3>;
  KnotForce fit;
  fit.force = force(velocity);
  fit.target = velocity;
  const double speed =
      std::sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
  const double step = std::max(0.0078125, std::exp2(std::round(std::log2(0.01 * speed + 1e-9))));
  // most forces do not depend on velocity: one evaluation shows it
  const Three askew = force({velocity[0] + step, velocity[1] + 0.5 * step, velocity[2] - 0.75 * step});
  if (askew == fit.force) return fit;
  Matrix3d slope;
  for (int c = 0; c < 3; ++c) {
    Three moved = velocity;
    moved[static_cast<std::size_t>(c)] += step;
    const Three there = force(moved);
    for (int r = 0; r < 3; ++r)
      slope(r, c) = (fit.force[static_cast<std::size_t>(r)] - there[static_cast<std::size_t>(r)]) / step;
  }
  if (!slope.allFinite()) return fit;  // the caller will notice
  const Matrix3d symmetric = 0.5 * (slope + slope.transpose());
  fit.grip = std::max(
      0.0,
      Eigen::SelfAdjointEigenSolver<Matrix3d>(symmetric, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff());
  return fit;
}

}  // namespace tendril::nodes
