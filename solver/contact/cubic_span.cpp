// Closest points and crossings of two cubic spans.
#include "solver/contact/cubic_span.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tendril::solver {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Of two segments (after Ericson, Real-Time Collision Detection, 5.1.9: clamp s, then t, then s again).
std::array<double, 2> closestOfChords(const CubicSpan& a, const CubicSpan& b) {
  const Vector3d u = a.to - a.from, v = b.to - b.from, w = a.from - b.from;
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v), uw = u.dot(w), vw = v.dot(w);
  const double det = uu * vv - uv * uv;
  double s = det > 1e-12 * uu * vv ? std::clamp((uv * vw - vv * uw) / det, 0.0, 1.0) : 0.5;
  double t = vv > 0 ? (uv * s + vw) / vv : 0;
  if (t < 0 || t > 1) {
    t = std::clamp(t, 0.0, 1.0);
    s = uu > 0 ? std::clamp((uv * t - uw) / uu, 0.0, 1.0) : 0;
  }
  return {s, t};
}

}  // namespace

// Newton's method for f = |a(s) - b(t)|^2 / 2 in the unit square; an end where the gradient points outwards
// stays. Where the Hessian is not positive, its first part is (Gauss-Newton).
ClosestPoints closestPoints(const CubicSpan& a, const CubicSpan& b, double s, double t) {
  constexpr int kMost = 12;
  constexpr double kStill = 1e-11, kMostStep = 0.5;
  for (int i = 0; i < kMost; ++i) {
    const Vector3d d = a.at(s) - b.at(t), as = a.slope(s), bt = b.slope(t);
    const double gs = d.dot(as), gt = -d.dot(bt);
    const bool fixS = (s <= 0 && gs > 0) || (s >= 1 && gs < 0),
               fixT = (t <= 0 && gt > 0) || (t >= 1 && gt < 0);
    if (fixS && fixT) break;
    const double first = as.squaredNorm(), second = bt.squaredNorm();
    double ss = first + d.dot(a.bend(s)), tt = second - d.dot(b.bend(t)), st = -as.dot(bt);
    if (!(ss > 0.1 * first)) ss = first;
    if (!(tt > 0.1 * second)) tt = second;
    double ds = 0, dt = 0;
    const double det = ss * tt - st * st;
    if (fixS) {
      dt = tt > 0 ? -gt / tt : 0;
    } else if (fixT) {
      ds = ss > 0 ? -gs / ss : 0;
    } else if (det > 1e-8 * ss * tt) {
      ds = (-gs * tt + gt * st) / det;
      dt = (-gt * ss + gs * st) / det;
    } else {  // parallel: along one of them
      ds = ss > 0 ? -gs / ss : 0;
    }
    const double longest = std::max(std::abs(ds), std::abs(dt));
    if (longest > kMostStep) {
      ds *= kMostStep / longest;
      dt *= kMostStep / longest;
    }
    const double newS = std::clamp(s + ds, 0.0, 1.0), newT = std::clamp(t + dt, 0.0, 1.0);
    const double change = std::max(std::abs(newS - s), std::abs(newT - t));
    s = newS;
    t = newT;
    if (change < kStill) break;
  }
  return {s, t, a.at(s) - b.at(t)};
}

ClosestPoints closestPoints(const CubicSpan& a, const CubicSpan& b) {
  const auto [s, t] = closestOfChords(a, b);
  return closestPoints(a, b, s, t);
}

namespace {

struct MovingSpans {
  const CubicSpan &a0, &a1, &b0, &b1;

  // Newton's method for a(s, time) = b(t, time).
  bool solve(Crossing& at) const {
    constexpr int kMost = 12;
    constexpr double kFar = 1.5, kEdge = 1e-9, kMet = 1e-10;
    for (int i = 0; i < kMost; ++i) {
      const CubicSpan a = a0.towards(a1, at.time), b = b0.towards(b1, at.time);
      const Vector3d off = a.at(at.s) - b.at(at.t), as = a.slope(at.s), bt = b.slope(at.t),
                     motion = motionAt(at);
      Matrix3d jacobian;
      jacobian << as, -bt, motion;
      const double det = jacobian.determinant();
      if (!(std::abs(det) > 1e-12 * as.norm() * bt.norm() * motion.norm())) return false;
      const Vector3d change = jacobian.inverse() * off;
      at.s -= change[0];
      at.t -= change[1];
      at.time -= change[2];
      if (!(std::max({std::abs(at.s - 0.5), std::abs(at.t - 0.5), std::abs(at.time - 0.5)}) < kFar))
        return false;
      if (change.cwiseAbs().maxCoeff() < kMet) break;
      if (i + 1 == kMost) return false;
    }
    const auto within = [&](double x) { return x > -kEdge && x < 1 + kEdge; };
    if (!within(at.s) || !within(at.t) || !(at.time > 0 && at.time <= 1)) return false;
    at.s = std::clamp(at.s, 0.0, 1.0);
    at.t = std::clamp(at.t, 0.0, 1.0);
    const CubicSpan a = a0.towards(a1, at.time), b = b0.towards(b1, at.time);
    at.normal = across(a.slope(at.s), b.slope(at.t), -motionAt(at));
    return at.normal.squaredNorm() > 0;
  }
  // The part of a direction across two tangents, as a unit vector; across their mean if they are parallel.
  static Vector3d across(const Vector3d& a, const Vector3d& b, const Vector3d& direction) {
    constexpr double kParallel = 0.05;  // sine
    const Vector3d one = a.normalized(), other = b.normalized(), normal = one.cross(other);
    if (normal.norm() > kParallel) return (normal.dot(direction) > 0 ? 1 : -1) * normal.normalized();
    const Vector3d mean = (one + (one.dot(other) > 0 ? 1 : -1) * other).normalized();
    return (direction - mean * mean.dot(direction)).normalized();
  }
  Vector3d motionAt(const Crossing& at) const {
    return (a1.at(at.s) - a0.at(at.s)) - (b1.at(at.t) - b0.at(at.t));
  }
};

}  // namespace

// Conservative advancement: while the centrelines are d apart and no two points approach faster than `speed`,
// nothing happens for d / speed. Steps that would be shorter than a part of the whole are made that long;
// Newton's method looks for a crossing within them.
bool findCrossing(const CubicSpan& a0, const CubicSpan& a1, const CubicSpan& b0, const CubicSpan& b1,
                  Crossing& found) {
  constexpr double kShort = 1.0 / 64;
  const Vector3d together = 0.5 * ((a1.from - a0.from) + (a1.to - a0.to));
  const auto fastest = [&](const CubicSpan& was, const CubicSpan& is) {
    // of the control points
    const Vector3d from = is.from - was.from - together, to = is.to - was.to - together;
    return std::max({from.norm(), to.norm(), (from + (is.leaving - was.leaving) / 3).norm(),
                     (to - (is.arriving - was.arriving) / 3).norm()});
  };
  const double speed = fastest(a0, a1) + fastest(b0, b1);
  ClosestPoints near = closestPoints(a0, b0);
  if (!(near.between.norm() <= speed)) return false;
  const MovingSpans moving = {a0, a1, b0, b1};
  const auto isInside = [](const ClosestPoints& at) { return at.s > 0 && at.s < 1 && at.t > 0 && at.t < 1; };
  for (double time = 0; time < 1;) {
    const double far = near.between.norm() / speed;
    if (far < kShort) {
      Crossing at = {near.s, near.t, time + 0.5 * far, Vector3d::Zero()};
      if (moving.solve(at) && at.time > time - kShort && at.time < time + 2 * kShort) {
        found = at;
        return true;
      }
    }
    time = std::min(time + std::max(far, kShort), 1.0);
    const CubicSpan a = a0.towards(a1, time), b = b0.towards(b1, time);
    const ClosestPoints before = near;
    near = closestPoints(a, b);
    if (far < kShort && isInside(before) && isInside(near) && before.between.dot(near.between) < 0) {
      found = {near.s, near.t, time, before.between.normalized()};  // Newton's method went elsewhere
      return true;
    }
  }
  return false;
}

}  // namespace tendril::solver
