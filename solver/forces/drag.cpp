// Drag.
#include "solver/forces/drag.h"

#include <cmath>

namespace tendril::solver {
DragAt::DragAt(const Drag& ofLength, const Matrix3d& standing, const Vector3d& at)
    : drag(ofLength), axes(standing), wind(at) {
  const double a = std::cbrt(drag.square[1]);
  const double b =
      drag.square[1] == drag.square[2] ? a : std::cbrt(drag.square[2]);  // sections are mostly round
  first = a * a;
  second = b * b;
}

namespace {

// |u| across, weighted by direction.
double speedOf(const DragAt& at, const Vector3d& u) {
  return std::sqrt(at.first * u[1] * u[1] + at.second * u[2] * u[2]);
}

}  // namespace

Drag dragOf(const Air& air, double a, double b, double across, double along) {
  constexpr double kStokes = 5, kSkin = 0.05;
  Drag drag;
  drag.linear = kStokes * air.viscosity * Vector3d(0.5 * along, across, across);
  // half the density times the width across the stream
  drag.square = air.density * Vector3d(kSkin * 0.5 * (a + b) * along, b * across, a * across);
  return drag;
}

double DragAt::dissipation(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const double s = speedOf(*this, u), along = std::abs(u[0]);
  return 0.5 * drag.linear.dot(u.cwiseAbs2()) + (drag.square[0] * along * along * along + s * s * s) / 3 +
         0.5 * drag.grip * (velocity - drag.target).squaredNorm();
}

Vector3d DragAt::force(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const double speed = speedOf(*this, u);
  const Vector3d pull =
      (drag.linear + Vector3d(drag.square[0] * std::abs(u[0]), first * speed, second * speed))
          .cwiseProduct(u);
  return -(axes * pull) - drag.grip * (velocity - drag.target);
}

Matrix3d DragAt::slope(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const double speed = speedOf(*this, u);
  Matrix3d slope = drag.linear.asDiagonal();
  slope(0, 0) += 2 * drag.square[0] * std::abs(u[0]);
  if (speed > 0) {
    const double y = first * u[1], z = second * u[2], back = 1 / speed;
    slope(1, 1) += first * speed + y * y * back;
    slope(2, 2) += second * speed + z * z * back;
    slope(1, 2) = slope(2, 1) = y * z * back;
  }
  Matrix3d world = axes * slope * axes.transpose();
  world.diagonal().array() += drag.grip;
  return world;
}

}  // namespace tendril::solver
