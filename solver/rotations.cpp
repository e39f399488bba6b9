// Turns as vectors.
#include "solver/rotations.h"

#include <cmath>

#include "solver/kinematics/rotation.h"

namespace tendril {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Quaterniond turnBy(const Vector3d& angle) {
  const double half = 0.5 * angle.norm();
  const double scale = half < 1e-4 ? 0.5 * (1 - half * half / 6) : 0.5 * std::sin(half) / half;
  const Vector3d v = scale * angle;
  return Quaterniond(std::cos(half), v.x(), v.y(), v.z()).normalized();
}

Vector3d turnOf(const Quaterniond& rotation) {
  const Vector3d v = rotation.w() < 0 ? Vector3d(-rotation.vec()) : Vector3d(rotation.vec());
  const double sine = v.norm(), cosine = std::abs(rotation.w());
  if (sine < 1e-8) return 2 * v / cosine;
  return (2 * std::atan2(sine, cosine) / sine) * v;
}

// 1 + [theta]x / 2 + (1/a^2 - (1 + cos a) / (2 a sin a)) [theta]x^2
Matrix3d turnRateInverse(const Vector3d& theta) {
  const double a = theta.norm();
  const Matrix3d cross = crossMatrix(theta);
  const double second = a < 1e-2 ? 1.0 / 12 + a * a / 720 : 1 / (a * a) - 1 / (2 * a * std::tan(0.5 * a));
  return Matrix3d::Identity() + 0.5 * cross + second * cross * cross;
}

}  // namespace tendril
