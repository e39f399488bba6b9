// A short piece of a centreline as a cubic (Hermite), u from 0 to 1; closest points of two such pieces, and
// where they pass through each other during a step.
#pragma once

#include <Eigen/Dense>

#include "solver/base/layers.h"

namespace tendril::solver {

struct CubicSpan {
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = from;              // m
  Eigen::Vector3d leaving = Eigen::Vector3d::Zero(), arriving = leaving;  // derivatives by u at both ends

  static CubicSpan straight(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    return {from, to, to - from, to - from};
  }
  // With unit tangents at the ends and the length of the curve. The derivatives are those with which a
  // circular arc is matched best, L 4 tan(angle / 4) / angle: with the length alone a hair's radius is
  // missed.
  static CubicSpan along(const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                         const Eigen::Vector3d& leaving, const Eigen::Vector3d& arriving, double length) {
    const double speed = length * (1 + (arriving - leaving).squaredNorm() / 48);
    return {from, to, speed * leaving, speed * arriving};
  }
  Eigen::Vector3d at(double u) const {
    const double v = 1 - u;
    return v * v * (1 + 2 * u) * from + u * u * (3 - 2 * u) * to + u * v * v * leaving - u * u * v * arriving;
  }
  Eigen::Vector3d slope(double u) const {
    return 6 * u * (1 - u) * (to - from) + (1 - u) * (1 - 3 * u) * leaving + u * (3 * u - 2) * arriving;
  }
  Eigen::Vector3d bend(double u) const {  // second derivative
    return (6 - 12 * u) * (to - from) + (6 * u - 4) * leaving + (6 * u - 2) * arriving;
  }
  // Part of the way to another.
  CubicSpan towards(const CubicSpan& other, double part) const {
    const auto mix = [&](const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
      return Eigen::Vector3d(a + part * (b - a));
    };
    return {mix(from, other.from), mix(to, other.to), mix(leaving, other.leaving),
            mix(arriving, other.arriving)};
  }
};

// Closest points of two spans: a minimum of |a(s) - b(t)| near that of their chords.
struct ClosestPoints {
  double s = 0, t = 0;
  Eigen::Vector3d between = Eigen::Vector3d::Zero();  // a(s) - b(t), m
};
ClosestPoints closestPoints(const CubicSpan& a, const CubicSpan& b);
// The same from a place that is known to be near.
ClosestPoints closestPoints(const CubicSpan& a, const CubicSpan& b, double s, double t);

// Where the centrelines pass through each other, if controls move linearly, a_0 to a_1 and b_0 to b_1: the
// first time.
struct Crossing {
  double s = 0, t = 0, time = 0;  // all from 0 to 1
  // Where a was, seen from b, just before: a unit vector across both. It is not told by a' x b', which turns
  // over where rods turn past each other.
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};
bool findCrossing(const CubicSpan& a0, const CubicSpan& a1, const CubicSpan& b0, const CubicSpan& b1,
                  Crossing& found);

}  // namespace tendril::solver
