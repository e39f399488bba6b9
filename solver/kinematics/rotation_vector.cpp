// Rotation vectors.
#include "solver/kinematics/rotation_vector.h"

#include <cmath>

#include "solver/kinematics/rotation.h"

namespace tendril::solver {

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

Vector3d turnBetween(const Matrix3d& from, const Matrix3d& to) {
  return turnOf(Quaterniond(Matrix3d(to * from.transpose())));
}

namespace {

// c = 1/a^2 - 1 / (2 a tan(a/2)), and (dc/da) / a
struct Second {
  double value, slope;
};
Second secondOf(double a) {
  const double square = a * a;
  if (a < 2e-2) return {1.0 / 12 + square / 720 + square * square / 30240, 1.0 / 360 + square / 7560};
  const double sine = std::sin(0.5 * a), cotangent = std::cos(0.5 * a) / sine;
  const double slope = -2 / (square * a) + cotangent / (2 * square) + 1 / (4 * a * sine * sine);
  return {1 / square - cotangent / (2 * a), slope / a};
}

}  // namespace

// 1 + [theta]x / 2 + c [theta]x^2
Matrix3d turnRateInverse(const Vector3d& theta) {
  const Matrix3d cross = crossMatrix(theta);
  return Matrix3d::Identity() + 0.5 * cross + secondOf(theta.norm()).value * cross * cross;
}

// of m - theta x m / 2 + c (theta (theta . m) - a^2 m)
Matrix3d turnMomentSlope(const Vector3d& theta, const Vector3d& m) {
  const double along = theta.dot(m);
  const Second c = secondOf(theta.norm());
  Matrix3d slope = 0.5 * crossMatrix(m);
  slope += c.value * (theta * m.transpose() - 2 * m * theta.transpose());
  slope.diagonal().array() += c.value * along;
  slope += c.slope * (theta * along - theta.squaredNorm() * m) * theta.transpose();
  return slope;
}

}  // namespace tendril::solver
