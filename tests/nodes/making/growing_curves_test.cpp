// tendril::curves with original points, of plants that grow.
#include <gtest/gtest.h>

#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"
#include "tests/support/shot.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

double numberOf(const Geometry& g, const char* name, std::size_t point) {
  return numberAt(g.find(Owner::point, name)->numbers, point);
}

// A stem with two shoots that share points with it.
Geometry plant() {
  TestHost host;
  return cook(host, "vine", {{"length", "0.6"}, {"shoots", "4"}, {"seed", "2"}}, {});
}

TEST(GrowingCurves, WhatHasNotGrownWaitsAtTheTip) {
  TestHost host;
  const Geometry curves = plant(), rods = rodsOf(host, curves, {{"material", "vine"}, {"elements", "6"}});
  const auto keys = [](double frame) {
    return Values{{"growth", std::to_string(std::min(1.0, frame / 20))}};
  };
  Shot shot(host, {}, {still(rods)}, keys);
  const double whole = readRods(rods)[0].shape.length();
  for (const double frame : {1.0, 6.0, 13.0}) {
    const Geometry state = shot.at(frame), now = cook(host, "curves", {}, {&state, &curves});
    ASSERT_EQ(now.pointCount(), curves.pointCount());
    const Group* grown = now.findGroup(Owner::point, "grown");
    ASSERT_TRUE(grown);
    const std::vector<Rod> there = readRods(state);
    EXPECT_NEAR(there[0].shape.length(), whole * frame / 20, 1e-6);
    const Vector3d tip = knotFrames(there[0].shape).back().position;
    std::size_t waiting = 0;
    const auto points = now.pointsOf(0);
    double drawn = 0;
    for (std::size_t v = 0; v < points.size(); ++v) {
      const std::size_t i = static_cast<std::size_t>(points[v]);
      if (v > 0)
        drawn += (pointAt(curves, i) - pointAt(curves, static_cast<std::size_t>(points[v - 1]))).norm();
      const bool isGrown = drawn < whole * frame / 20;
      if (std::abs(drawn / whole - frame / 20) > 0.02) {
        EXPECT_EQ(grown->members[i] != 0, isGrown) << frame << " " << v;
      }
      if (grown->members[i]) {
        EXPECT_GT(numberOf(now, "width", i), 0);
        continue;
      }
      ++waiting;
      EXPECT_LT((pointAt(now, i) - tip).norm(), 2e-3) << frame << " " << v;
      EXPECT_EQ(numberOf(now, "width", i), 0);
    }
    EXPECT_GT(waiting, points.size() / 4);
    // shoots that are not there yet are within the plant so far, and as one point each
    std::size_t absent = 0;
    for (std::size_t p = 1; p < now.primitiveCount(); ++p) {
      const auto its = now.pointsOf(p);
      const Vector3d first = pointAt(now, static_cast<std::size_t>(its[1]));
      bool one = true;
      for (std::size_t v = 1; v < its.size(); ++v)
        one = one && pointAt(now, static_cast<std::size_t>(its[v])) == first;
      absent += one;
      if (one) {
        EXPECT_LT((first - pointAt(now, static_cast<std::size_t>(its[0]))).norm(), 2e-3) << p;
        EXPECT_LT((first - pointAt(rods, 0)).norm(), whole * frame / 20 + 1e-3) << p;
      }
    }
    if (frame < 6) {
      EXPECT_GT(absent, 0u);
    }
  }
  // all has grown: the group stays, and nothing waits
  const Geometry last = shot.at(24), now = cook(host, "curves", {}, {&last, &curves});
  const Group* grown = now.findGroup(Owner::point, "grown");
  ASSERT_TRUE(grown);
  EXPECT_EQ(grown->count(), now.pointCount());
  for (std::size_t i = 0; i < now.pointCount(); ++i) EXPECT_GT(numberOf(now, "width", i), 0);
}

// The curves' own width vanishes, too; a plant that does not grow has no such group.
TEST(GrowingCurves, TheirOwnWidthVanishes) {
  TestHost host;
  Geometry line = cook(host, "line", {{"length", "0.5"}, {"points", "11"}}, {});
  for (std::size_t i = 0; i < 11; ++i) setTuple(line.add(Owner::point, "width", Storage::real32, 1), i, 0.01);
  const Geometry rods = rodsOf(host, line, {{"material", "vine"}});
  Shot half(host, {{"growth", "0.5"}}, {still(rods)}), whole(host, {}, {still(rods)});
  const Geometry a = half.at(3), b = whole.at(3);
  const Geometry grown = cook(host, "curves", {}, {&a, &line}), all = cook(host, "curves", {}, {&b, &line});
  for (std::size_t i = 0; i < 11; ++i) {
    EXPECT_EQ(numberOf(grown, "width", i) > 0, i <= 5) << i;
    EXPECT_GT(numberOf(all, "width", i), 0);
  }
  EXPECT_FALSE(all.findGroup(Owner::point, "grown"));
}

}  // namespace
}  // namespace tendril::test
