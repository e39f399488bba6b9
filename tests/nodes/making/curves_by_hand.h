// What tests of rods and curves share: curves made by hand, and what may differ when they come back.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "solver/geometry/topology.h"
#include "tests/support/shot.h"

namespace tendril::test {

using Eigen::Vector3d;

constexpr double kPositions = 1e-6;  // of the bounding box: what a round trip may cost

inline Geometry curveOf(const std::vector<Vector3d>& points, PrimitiveKind kind = PrimitiveKind::polyline) {
  Geometry g;
  g.addPoints(points.size());
  std::vector<std::int32_t> numbers;
  for (std::size_t i = 0; i < points.size(); ++i) {
    numbers.push_back(static_cast<std::int32_t>(i));
    for (std::size_t c = 0; c < 3; ++c)
      g.positions()[3 * i + c] = static_cast<float>(points[i][static_cast<Eigen::Index>(c)]);
  }
  g.addPrimitive(kind, Span<const std::int32_t>(numbers));
  return g;
}

inline double boxOf(const Geometry& g) {
  Eigen::AlignedBox3d box;
  for (std::size_t i = 0; i < g.pointCount(); ++i) box.extend(pointAt(g, i));
  return box.isEmpty() ? 0 : box.diagonal().norm();
}

// Everything but P, and but what tendril::curves adds, has the same bits.
inline void expectOnlyMoved(const Geometry& before, Geometry after) {
  for (const char* added : {"orient", "width", "v", "w"})
    if (!before.find(Owner::point, added)) after.remove(Owner::point, added);
  EXPECT_EQ(after.pointCount(), before.pointCount());
  EXPECT_LE(farthest(before, after), kPositions * boxOf(before));
  *after.find(Owner::point, "P") = *before.find(Owner::point, "P");
  EXPECT_TRUE(after == before);
}

inline Geometry scalp(const char* hairs, const char* rotate = "0 0 0") {
  TestHost host;
  return cook(host, "scalp", {{"hairs", hairs}, {"rotate", rotate}}, {});
}

inline double attributeAt(const Geometry& g, Owner owner, const char* name, std::size_t i) {
  const Attribute* found = g.find(owner, name);
  return found ? numberAt(found->numbers, i) : std::nan("");
}

inline Geometry merged(const Geometry& a, const Geometry& b) {
  Geometry both = a;
  append(both, b);
  return both;
}

}  // namespace tendril::test
