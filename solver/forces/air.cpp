// Drag.
#include "solver/forces/air.h"

#include <cmath>

namespace tendril {
namespace {

// |u| across, weighed: s and the weights squared
struct Across {
  double first, second, speed;
};
Across acrossOf(const Drag& drag, const Vector3d& u) {
  const double first = std::cbrt(drag.square[1]), second = std::cbrt(drag.square[2]);
  return {first * first, second * second, std::hypot(first * u[1], second * u[2])};
}

}  // namespace

Drag dragOf(const Air& air, double a, double b, double across, double along) {
  constexpr double kStokes = 5, kSkin = 0.05;
  Drag drag;
  drag.linear = kStokes * air.viscosity * Vector3d(0.5 * along, across, across);
  // half a metre's density times the width that faces the stream
  drag.square = air.density * Vector3d(kSkin * 0.5 * (a + b) * along, b * across, a * across);
  return drag;
}

double DragAt::dissipation(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const double s = acrossOf(drag, u).speed, along = std::abs(u[0]);
  return 0.5 * drag.linear.dot(u.cwiseAbs2()) + (drag.square[0] * along * along * along + s * s * s) / 3 +
         0.5 * drag.grip * (velocity - drag.target).squaredNorm();
}

Vector3d DragAt::force(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const Across across = acrossOf(drag, u);
  Vector3d pull = drag.linear.cwiseProduct(u);
  pull += Vector3d(drag.square[0] * std::abs(u[0]), across.first * across.speed, across.second * across.speed)
              .cwiseProduct(u);
  return -(axes * pull) - drag.grip * (velocity - drag.target);
}

Matrix3d DragAt::slope(const Vector3d& velocity) const {
  const Vector3d u = axes.transpose() * (velocity - wind);
  const Across across = acrossOf(drag, u);
  Matrix3d slope = drag.linear.asDiagonal();
  slope(0, 0) += 2 * drag.square[0] * std::abs(u[0]);
  if (across.speed > 0) {
    const Vector3d turned(0, across.first * u[1], across.second * u[2]);
    slope += turned * (turned / across.speed).transpose();
    slope(1, 1) += across.first * across.speed;
    slope(2, 2) += across.second * across.speed;
  }
  Matrix3d world = axes * slope * axes.transpose();
  world.diagonal().array() += drag.grip;
  return world;
}

}  // namespace tendril
