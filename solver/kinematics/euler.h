// Rotations by angles about the axes of the world.
#pragma once

#include <Eigen/Geometry>
#include <array>

#include "solver/base/math.h"

namespace tendril::solver {

// About x first, then y, then z; degrees.
inline Eigen::Quaterniond turnOf(const std::array<double, 3>& degrees) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  const Vector3d angle = kDegree * Vector3d(degrees.data());
  return AngleAxisd(angle.z(), Vector3d::UnitZ()) * AngleAxisd(angle.y(), Vector3d::UnitY()) *
         AngleAxisd(angle.x(), Vector3d::UnitX());
}

}  // namespace tendril::solver
