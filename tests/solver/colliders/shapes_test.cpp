// Shapes of colliders: distances and normals against differences and samples, motion against the rigid path,
// the side of what moves fast.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/error.h"
#include "solver/base/math.h"
#include "solver/colliders/collider_shape.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/step/root_path.h"
#include "tests/support/derivative.h"
#include "tests/support/dice.h"

namespace tendril::test {
namespace {

std::vector<double> numbersOf(const ColliderShape& shape, Dice& dice) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < shape.properties.size(); ++i) numbers.push_back(dice.in(0.05, 0.4));
  return numbers;
}

// In the axes of the shape, written anew: the greatest of the signed distances to its sides, or samples.
double signedDistance(const std::string& shape, const std::vector<double>& n, const Vector3d& at) {
  if (shape == "plane") return at.y();
  if (shape == "sphere") return at.norm() - n[0];
  if (shape == "capsule") {
    double nearest = 1e9;
    for (int i = 0; i <= 20000; ++i)
      nearest = std::min(nearest, (at - Vector3d(0, n[1] * (i / 20000.0 - 0.5), 0)).norm());
    return nearest - n[0];
  }
  EXPECT_EQ(shape, "box");
  const Vector3d out = at.cwiseAbs() - 0.5 * Vector3d(n[0], n[1], n[2]);
  return out.maxCoeff() <= 0 ? out.maxCoeff() : out.cwiseMax(0.0).norm();
}

TEST(ColliderShapes, DistancesAreThoseOfTheShape) {
  Dice dice(1);
  ASSERT_GE(colliderShapes().size(), 4u);
  for (const ColliderShape* shape : colliderShapes())
    for (const bool inverted : {false, true})
      for (int trial = 0; trial < 300; ++trial) {
        const std::vector<double> numbers = numbersOf(*shape, dice);
        const Frame<double> pose = dice.pose(0.3);
        const auto collider = makeCollider(*shape, numbers, RigidPath::still(pose), inverted);
        const Vector3d at = dice.vector(0.5);
        SurfacePoint found;
        ASSERT_TRUE(collider->closest(at, 10, found));
        const double expected = (inverted ? -1 : 1) * signedDistance(shape->name, numbers, toLocal(pose, at));
        EXPECT_NEAR(found.distance, expected, 1e-9) << shape->name;
        EXPECT_NEAR(found.normal.norm(), 1, 1e-12);
        EXPECT_LT((found.place + found.distance * found.normal - at).norm(), 1e-12);
        EXPECT_NEAR(signedDistance(shape->name, numbers, toLocal(pose, found.place)), 0, 1e-9);
        EXPECT_GE(found.feature, 0);
        SurfacePoint again;
        EXPECT_EQ(collider->closest(at, 0.9 * found.distance, again), expected < 0);
      }
}

TEST(ColliderShapes, NormalsAreDerivativesOfDistances) {
  Dice dice(2);
  for (const ColliderShape* shape : colliderShapes())
    for (int trial = 0; trial < 200; ++trial) {
      const auto collider = makeCollider(*shape, numbersOf(*shape, dice), RigidPath::still(dice.pose(0.3)));
      const Vector3d at = dice.vector(0.5);
      const auto distance = [&](const Eigen::VectorXd& x) {
        SurfacePoint found;
        collider->closest(x, 10, found);
        return Eigen::VectorXd::Constant(1, found.distance);
      };
      SurfacePoint found, beside;
      ASSERT_TRUE(collider->closest(at, 10, found));
      bool smooth = true;  // not beside a change of faces
      for (int i = 0; i < 20; ++i) {
        collider->closest(at + dice.vector(1e-4), 10, beside);
        smooth = smooth && beside.feature == found.feature && (beside.normal - found.normal).norm() < 1e-2;
      }
      if (smooth) expectDerivative(distance, at, found.normal.transpose(), 1, 1e-6);
    }
}

TEST(ColliderShapes, MaterialPointsFollowTheMotion) {
  Dice dice(3);
  for (const ColliderShape* shape : colliderShapes())
    for (int trial = 0; trial < 50; ++trial) {
      RigidPath path{dice.pose(0.3), dice.pose(0.3)};
      path.hasRates = trial % 2;
      path.startWay = dice.vector(0.2), path.endWay = dice.vector(0.2);
      path.startTurn = dice.vector(0.4), path.endTurn = dice.vector(0.4);
      const auto collider = makeCollider(*shape, numbersOf(*shape, dice), path);
      const double begin = dice.in(0, 0.5), end = dice.in(0.5, 1);
      collider->setInterval(begin, end);
      SurfacePoint found;
      const Vector3d at = dice.vector(0.5);
      ASSERT_TRUE(collider->closest(at, 10, found));
      EXPECT_LT((toLocal(path.at(begin), found.startPlace) - toLocal(path.at(end), found.place)).norm(),
                1e-13);
      const Box3 box = collider->bounds().grownBy(1e-12);
      EXPECT_EQ(box.squaredDistance(found.place), 0);
      EXPECT_EQ(box.squaredDistance(found.startPlace), 0);
    }
}

// Hair and the head it grows on.
TEST(ColliderShapes, PathsAreThoseOfRoots) {
  Dice dice(4);
  for (int trial = 0; trial < 50; ++trial) {
    const double seconds = 0.04;
    RigidPath path{dice.pose(1), dice.pose(1), true};
    path.startWay = dice.vector(1), path.endWay = dice.vector(1);
    path.startTurn = dice.vector(1), path.endTurn = dice.vector(1);
    const RootTarget from{path.start, {path.startTurn / seconds, path.startWay / seconds}};
    const RootTarget to{path.end, {path.endTurn / seconds, path.endWay / seconds}};
    for (const double u : {0.2, 0.7, 1.0}) {
      const Frame<double> root = between(from, to, seconds, u).pose, body = path.at(u);
      EXPECT_LT((root.position - body.position).norm(), 1e-12);
      EXPECT_LT((root.axes - body.axes).norm(), 1e-12);
    }
    path.hasRates = false;
    const Vector3d turn = turnBetween(path.start.axes, path.end.axes);
    EXPECT_LT((turnBetween(path.start.axes, path.at(0.25).axes) - 0.25 * turn).norm(), 1e-12);
  }
}

// Of the way's samples in the moving axes: how deep it was in what is solid, and where it first was.
struct Sampled {
  double depth = -1e9, end = 0;
};
Sampled sampled(const std::string& shape, const std::vector<double>& n, const Vector3d& from,
                const Vector3d& to) {
  Sampled found;
  for (int i = 0; i <= 400; ++i)
    found.depth = std::max(found.depth, -signedDistance(shape, n, from + i / 400.0 * (to - from)));
  found.end = signedDistance(shape, n, to);
  return found;
}

// Whatever ends behind the surface it met is told so; what went by is not.
TEST(ColliderShapes, WhatCrossesKeepsItsSide) {
  Dice dice(5);
  constexpr double kReach = 0.004;
  for (const char* name : {"plane", "sphere", "box"}) {
    const ColliderShape& shape = *findColliderShape(name);
    int crossings = 0, inside = 0, passed = 0;
    for (int trial = 0; trial < 3000; ++trial) {
      std::vector<double> numbers = numbersOf(shape, dice);
      if (trial % 3 == 0 && !numbers.empty()) numbers[numbers.size() - 1] = 1e-4;  // thin
      const RigidPath path{dice.pose(0.2), dice.pose(0.2)};
      const auto collider = makeCollider(shape, numbers, path);
      const Vector3d first = dice.vector(0.5), last = dice.vector(0.5);
      if (signedDistance(name, numbers, first) < 0) continue;
      const Sampled way = sampled(name, numbers, first, last);
      SurfacePoint found;
      const bool near =
          collider->closestFrom(toWorld(path.start, first), toWorld(path.end, last), kReach, found);
      if (way.depth > 1.01 * kReach && (way.end < 0 || way.depth > 3 * kReach)) {
        ASSERT_TRUE(near) << name;
        EXPECT_LT(found.distance, 0);
        ++(way.end < 0 ? inside : crossings);
        // on the surface, and the way came from that side
        const Vector3d normal = path.end.axes.transpose() * found.normal;
        EXPECT_NEAR(signedDistance(name, numbers, toLocal(path.end, found.place)), 0, 1e-9);
        EXPECT_NEAR(normal.dot(last - toLocal(path.end, found.place)), found.distance, 1e-12);
        EXPECT_LT((toLocal(path.start, found.startPlace) - toLocal(path.end, found.place)).norm(), 1e-12);
      } else if (way.depth < -5e-3) {  // samples are 4 mm apart
        EXPECT_EQ(near, way.end < kReach);
        if (near) {
          EXPECT_NEAR(found.distance, way.end, 1e-12);
        }
        ++passed;
      }
    }
    EXPECT_GT(inside, 20) << name;
    EXPECT_GT(passed, 100) << name;
    if (std::string(name) != "plane") {
      EXPECT_GT(crossings, 20) << name;
    }
  }
}

// A sheet of 0.1 mm at 60 m/s, straight through and into the far half; a corner that a way cuts by less.
TEST(ColliderShapes, ThinBoxesHoldFastPoints) {
  const auto sheet = makeCollider(*findColliderShape("box"), {1, 1e-4, 1}, RigidPath::still({}));
  SurfacePoint found;
  for (const double below : {-1.0, -9e-5, -4e-5, -1e-6}) {
    ASSERT_TRUE(sheet->closestFrom({0, 0.3, 0}, {0.1, 5e-5 + below, 0}, 0.01, found));
    EXPECT_NEAR(found.distance, below, 1e-15);
    EXPECT_EQ(found.normal, Vector3d::UnitY());
  }
  // a point that begins a little inside keeps the side it is nearer to
  ASSERT_TRUE(sheet->closestFrom({0, 4e-5, 0}, {0, -0.2, 0}, 0.01, found));
  EXPECT_EQ(found.normal, Vector3d::UnitY());
  EXPECT_NEAR(found.distance, -0.2 - 5e-5, 1e-15);
  // past the rim: in through the top and out of the side, 1 mm deep at most
  const auto block = makeCollider(*findColliderShape("box"), {1, 1, 1}, RigidPath::still({}));
  ASSERT_TRUE(block->closestFrom({0.498, 0.501, 0}, {0.501, 0.498, 0}, 0.01, found));
  EXPECT_NEAR(found.distance, 0.001, 1e-12);
  EXPECT_TRUE(block->closestFrom({0.3, 0.55, 0}, {0.55, 0.3, 0}, 0.01, found));
  EXPECT_LT(found.distance, 0);
}

// A surface that moves through a point that rests: the same as the other way round.
TEST(ColliderShapes, MovingSurfacesTakePointsAlong) {
  RigidPath path;
  path.start.position = {-0.5, 0, 0}, path.end.position = {0.5, 0, 0};
  const auto ball = makeCollider(*findColliderShape("sphere"), {0.1}, path);
  SurfacePoint found;
  ASSERT_TRUE(ball->closestFrom({0, 0, 0}, {0, 0, 0}, 0.01, found));
  EXPECT_NEAR(found.distance, -0.6, 1e-12);  // back in front of it
  EXPECT_LT((found.normal - Vector3d::UnitX()).norm(), 1e-12);
  EXPECT_LT((found.startPlace - Vector3d(-0.4, 0, 0)).norm(), 1e-12);
  ball->setInterval(0, 0.25);
  EXPECT_FALSE(ball->closestFrom({0, 0, 0}, {0, 0, 0}, 0.01, found));
}

TEST(ColliderShapes, BadNumbersAreNamed) {
  EXPECT_THROW(makeCollider(*findColliderShape("sphere"), {0}, {}), Error);
  EXPECT_THROW(makeCollider(*findColliderShape("capsule"), {0.1, -1}, {}), Error);
  EXPECT_THROW(makeCollider(*findColliderShape("box"), {0.1, 1}, {}), Error);
  EXPECT_EQ(findColliderShape("cone"), nullptr);
}

}  // namespace
}  // namespace tendril::test
