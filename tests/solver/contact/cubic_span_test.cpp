// Closest points, crossings and boxes against brute force.
#include "solver/contact/cubic_span.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/contact/box_pairs.h"
#include "tests/support/dice.h"

namespace tendril::test {
namespace {

// Of a length of about 1, turning by up to `bend` rad.
CubicSpan randomSpan(Dice& dice, double apart, double bend) {
  const Vector3d from = dice.vector(apart), first = dice.vector(1).normalized(),
                 last = (first + dice.vector(0.5 * bend)).normalized();
  const Vector3d to = from + (first + last).normalized() * (1 - bend * bend / 24);
  return CubicSpan::along(from, to, first, last, 1);
}

TEST(CubicSpans, ClosestPointsAreTheClosest) {
  Dice dice(1);
  constexpr int kLooks = 200;
  for (int i = 0; i < 300; ++i) {
    const CubicSpan a = randomSpan(dice, 0.7, 0.35), b = randomSpan(dice, 0.7, 0.35);
    double least = 1e9;
    for (int j = 0; j <= kLooks; ++j)
      for (int k = 0; k <= kLooks; ++k)
        least = std::min(least, (a.at(j / double(kLooks)) - b.at(k / double(kLooks))).norm());
    const ClosestPoints found = closestPoints(a, b);
    EXPECT_NEAR((a.at(found.s) - b.at(found.t) - found.between).norm(), 0, 1e-15);
    EXPECT_LE(found.between.norm(), least + 1e-12) << i;
    EXPECT_GE(found.between.norm(), least - 1e-2) << i;
  }
}

// The span follows a circular arc far better than one with the length alone as its derivatives, which is off
// by 1e-4.
TEST(CubicSpans, FollowArcs) {
  constexpr double kAngle = 0.35;
  const auto on = [](double angle) { return Vector3d(std::sin(angle), 1 - std::cos(angle), 0); };
  const auto tangent = [](double angle) { return Vector3d(std::cos(angle), std::sin(angle), 0); };
  const CubicSpan span = CubicSpan::along(on(0), on(kAngle), tangent(0), tangent(kAngle), kAngle);
  double off = 0;
  for (int i = 0; i <= 100; ++i)
    off = std::max(off, std::abs((span.at(i / 100.0) - Vector3d(0, 1, 0)).norm() - 1));
  EXPECT_LT(off, 1e-6);
}

// Crossings by the sign of the volume that closest points and tangents span, in many small steps.
TEST(CubicSpans, CrossingsAreFound) {
  Dice dice(2);
  int crossings = 0, missed = 0, invented = 0;
  for (int i = 0; i < 3000; ++i) {
    const CubicSpan a0 = randomSpan(dice, 0.5, 0.35), b0 = randomSpan(dice, 0.5, 0.35);
    const Vector3d moved = dice.vector(0.6);
    CubicSpan a1 = a0, b1 = b0;
    a1.from += moved + dice.vector(0.05);
    a1.to += moved + dice.vector(0.05);
    constexpr int kSteps = 4000;
    bool crosses = false;
    double sideBefore = 0;
    ClosestPoints at = closestPoints(a0, b0);
    for (int k = 0; k <= kSteps && !crosses; ++k) {
      const CubicSpan a = a0.towards(a1, k / double(kSteps)), b = b0.towards(b1, k / double(kSteps));
      at = closestPoints(a, b);
      const bool inside = at.s > 0 && at.s < 1 && at.t > 0 && at.t < 1;
      const double side = inside ? at.between.dot(a.slope(at.s).cross(b.slope(at.t))) : 0;
      crosses = side * sideBefore < 0 && at.between.norm() < 1e-3;
      sideBefore = side;
    }
    Crossing found;
    const bool is = findCrossing(a0, a1, b0, b1, found);
    crossings += crosses ? 1 : 0;
    missed += crosses && !is ? 1 : 0;
    invented += !crosses && is ? 1 : 0;
    if (!is) continue;
    EXPECT_NEAR(found.normal.norm(), 1, 1e-9);
    const CubicSpan a = a0.towards(a1, found.time), b = b0.towards(b1, found.time);
    EXPECT_LT((a.at(found.s) - b.at(found.t)).norm(), 1e-6);
    // just before, the first one was on that side
    const CubicSpan just = a0.towards(a1, found.time - 1e-4), other = b0.towards(b1, found.time - 1e-4);
    const ClosestPoints before = closestPoints(just, other, found.s, found.t);
    EXPECT_GT(before.between.dot(found.normal), 0) << i;
  }
  EXPECT_GT(crossings, 100);
  EXPECT_EQ(missed, 0);
  EXPECT_LE(invented, crossings / 100 + 1);  // those that the small steps miss at the ends
}

TEST(BoxPairs, AreThoseThatMeet) {
  Dice dice(3);
  for (const int count : {0, 1, 2, 50, 400}) {
    std::vector<Box3> boxes(static_cast<std::size_t>(count));
    for (Box3& box : boxes) {
      const Vector3d at = dice.vector(1);
      if (dice.in(0, 1) < 0.05) continue;  // empty
      box.add(at);
      box.add(at + dice.vector(dice.in(0, 1) < 0.03 ? 3 : 0.1));
    }
    if (count > 10) boxes[7] = Box3::everywhere();
    BoxPairs grid;
    const std::vector<BoxPairs::Pair>& found = grid.find(boxes);
    std::size_t next = 0;
    for (std::uint32_t a = 0; a < boxes.size(); ++a)
      for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
        if (boxes[a].isEmpty() || boxes[b].isEmpty() || !boxes[a].meets(boxes[b])) continue;
        ASSERT_LT(next, found.size());
        EXPECT_EQ(found[next].a, a);
        EXPECT_EQ(found[next].b, b);
        ++next;
      }
    EXPECT_EQ(next, found.size());
  }
}

}  // namespace
}  // namespace tendril::test
