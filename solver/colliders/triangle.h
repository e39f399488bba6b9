// Triangles: the nearest point, and where a moving point goes through a moving triangle.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <cstdint>

#include "solver/base/layers.h"

namespace tendril::solver {

using Eigen::Vector3d;
using Triangle = std::array<std::int32_t, 3>;  // point numbers, counter-clockwise from outside

inline std::size_t asIndex(std::int32_t number) {
  return static_cast<std::size_t>(number);
}

// Which part of a triangle a point is on: its inside, edge k (from corner k to the next) or corner k.
struct TrianglePart {
  enum Kind : std::uint8_t { face, edge, corner } kind = face;
  int k = 0;
};

struct OnTriangle {
  Vector3d place = Vector3d::Zero();
  Vector3d weights = Vector3d::Zero();  // of the corners; sum 1
  TrianglePart part;
};

// The nearest point of the triangle to p: region by region (Ericson, Real-Time Collision Detection, 5.1.5).
inline OnTriangle nearestOnTriangle(const Vector3d& p, const Vector3d& a, const Vector3d& b,
                                    const Vector3d& c) {
  const auto made = [&](double u, double v, double w, TrianglePart part) {
    return OnTriangle{u * a + v * b + w * c, {u, v, w}, part};
  };
  const Vector3d ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return made(1, 0, 0, {TrianglePart::corner, 0});
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return made(0, 1, 0, {TrianglePart::corner, 1});
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const double v = d1 / (d1 - d3);
    return made(1 - v, v, 0, {TrianglePart::edge, 0});
  }
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return made(0, 0, 1, {TrianglePart::corner, 2});
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const double w = d2 / (d2 - d6);
    return made(1 - w, 0, w, {TrianglePart::edge, 2});
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return made(0, 1 - w, w, {TrianglePart::edge, 1});
  }
  const double sum = va + vb + vc;
  return made(va / sum, vb / sum, vc / sum, {});
}

struct Corners {
  Vector3d a, b, c;
};

// Where a point meets a triangle whose corners move evenly.
struct Meeting {
  double time = 0;  // 0 ... 1
  Vector3d weights = Vector3d::Zero();
  bool inwards = false;  // from the front to the back
};

// All meetings, by time; returns their number, at most 3. They are the roots of the cubic (p - a) . (ab x
// ac).
int meetingsOf(const Vector3d& from, const Vector3d& to, const Corners& begin, const Corners& end,
               Meeting* found);

}  // namespace tendril::solver
