// Rules that contacts with colliders and contacts between rods share.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "solver/base/layers.h"

namespace tendril::solver::contact {

constexpr double kOpened = 0.05;    // of the clearance: what was farther apart and has a force has landed
constexpr double kMostMargin = 10;  // of the clearance
constexpr double kPushOut = 12;     // 1/s: clearances that an overlap is let out by at most
constexpr double kExact = 1e-7;     // of the free motion
constexpr double kTrifle = 1e-7;    // of the clearance
constexpr double kBand = 0.02;      // of the clearance: overlaps that stay, gaps that touch
// What overlapped deeper when the step began than a step that was solved leaves behind was drawn so.
constexpr double kDrawn = 0.3;  // of the clearance

// What overlaps by more than `band` when a step begins falls with a time.
inline double letOut(double rest, double band, double dt) {
  constexpr double kLetOut = 0.1;  // s
  return rest < -band ? rest * std::exp(-dt / kLetOut) : rest;
}

// Rods may roll on their surfaces, whose distance from the centreline is the lever of friction. A thin rod
// would roll by many turns in a step; its friction acts on the centreline.
inline double leverOf(double radius, double slide) {
  constexpr double kRoll = 1.5;         // rad in a step
  constexpr double kLeastLever = 1e-3;  // of the radius
  const double lever = radius / (1 + std::pow(slide / (kRoll * radius), 4));
  return lever < kLeastLever * radius ? 0 : lever;
}

// A unit normal and two tangents (Duff et al., Building an orthonormal basis, revisited, 2017).
inline Eigen::Matrix3d axesOf(const Eigen::Vector3d& n) {
  const double sign = std::copysign(1.0, n.z()), a = -1 / (sign + n.z()), b = n.x() * n.y() * a;
  Eigen::Matrix3d axes;
  axes << n, Eigen::Vector3d(1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x()),
      Eigen::Vector3d(b, sign + n.y() * n.y() * a, -n.y());
  return axes;
}

}  // namespace tendril::solver::contact
