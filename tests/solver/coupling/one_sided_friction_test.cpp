// One-sided constraints with friction: contacts with a plane of their own.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "solver/colliders/collider_shape.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr double kStick = 0.4, kMu = 0.5;  // m; coefficient

// A free stick along x that stands on rows under its ends; gravity leans by `slope`.
struct OnRows {
  OnRows(Model model, double slope, double height = 0, double friction = kMu, double tilt = 0) {
    scene.gravity = 9.81 * Vector3d(std::sin(slope), -std::cos(slope), 0);
    SceneRod stick = straightRod(model, 8, kStick, 1e8, 4e-3);
    stick.root = Root::free;
    stick.damping = 0.02;
    stick.attachment.axes = turnBy({0, 0, tilt}).toRotationMatrix();
    stick.attachment.position.y() = height - std::min(0.0, kStick * std::sin(tilt));
    scene.rods = {stick};
    for (const double arc : {0.0, 0.5 * kStick, kStick}) {
      scene.constraints.push_back(constraintOf("unilateral", 0, arc));
      scene.constraints.back().friction = friction;
    }
    state = restState(scene);
  }
  double place() const { return state.rods[0].pose.root.position.x(); }
  // Returns the largest residual, m.
  double run(double seconds, double dt) {
    Workspace work(scene);
    double off = 0;
    for (long i = 0; i < std::lround(seconds / dt); ++i) {
      EXPECT_TRUE(step(scene, state, work, steps(dt)).failed.empty());
      weight.setZero();
      for (std::size_t c = 0; c < scene.constraints.size(); ++c) {
        off = std::max(off, work.constraintResult(c).residual);
        weight += work.constraintResult(c).force;
      }
    }
    return off;
  }

  Scene scene;
  State state;
  Vector3d weight = Vector3d::Zero();  // N, of the rows in the last step
};

class OneSidedFriction : public testing::TestWithParam<Model> {};

// On three points a stick swings a little when it is let go, so the bounds are not those of a plane.
TEST_P(OneSidedFriction, SticksAndSlidesByCoulombsLaw) {
  for (const double rate : {60, 240}) {
    OnRows sticks(GetParam(), std::atan(0.95 * kMu)), slides(GetParam(), std::atan(1.05 * kMu));
    EXPECT_LT(sticks.run(0.5, 1 / rate), 1e-9);
    const double place = sticks.place();
    EXPECT_LT(std::abs(place), 1e-3) << rate;
    EXPECT_LT(sticks.run(1, 1 / rate), 1e-9);
    EXPECT_LT(std::abs(sticks.place() - place), 1e-6) << rate;
    // the rows carry the weight
    const double weight = kStick * sticks.scene.rods[0].sections[0].mass * 9.81;
    EXPECT_NEAR(sticks.weight.norm(), weight, 1e-4 * weight);
    EXPECT_LT(slides.run(1, 1 / rate), 1e-9);
    const double slope = std::atan(1.05 * kMu),
                 expected = 0.5 * 9.81 * (std::sin(slope) - kMu * std::cos(slope));
    EXPECT_NEAR(slides.place(), expected, (0.03 + 2 / rate) * expected) << rate;
  }
}

TEST_P(OneSidedFriction, SlowsDownByItsCoefficient) {
  OnRows rows(GetParam(), 0);
  rows.state.rods[0].velocity = {1, 0, 0};
  rows.run(0.1, 1.0 / 240);
  EXPECT_NEAR(rows.state.rods[0].velocity.x(), 1 - kMu * 9.81 * 0.1, 3e-3);
  rows.run(0.4, 1.0 / 240);
  EXPECT_LT(rows.state.rods[0].velocity.norm(), 1e-6);
}

// Frictionless rows are solved by their active set; with very little friction the motion is nearly theirs.
TEST_P(OneSidedFriction, LittleOfItIsNearlyNone) {
  OnRows none(GetParam(), 0.1, 0, 0), little(GetParam(), 0.1, 0, 1e-6);
  none.run(0.5, 1.0 / 60);
  little.run(0.5, 1.0 / 60);
  EXPECT_GT(none.place(), 0.1);
  EXPECT_NEAR(little.place(), none.place(), 1e-4);
}

TEST_P(OneSidedFriction, SticksThatFallLoseEnergyAndStayAbove) {
  for (const double tilt : {0.3, 1.2, -1.0})
    for (const double rate : {24, 60, 240}) {
      if (!kThorough && rate == 240) continue;
      OnRows rows(GetParam(), 0, 0.3, kMu, tilt);
      const double before = energiesOf(rows.scene, rows.state).total(),
                   size = kStick * rows.scene.rods[0].sections[0].mass * 9.81 * 0.3;
      double most = before;
      for (int i = 0; i < 8; ++i) {
        EXPECT_LT(rows.run(0.125, 1 / rate), 1e-8) << tilt << " " << rate;
        most = std::max(most, energiesOf(rows.scene, rows.state).total());
      }
      EXPECT_LT((most - before) / size, 0.01) << tilt << " " << rate;
    }
}

TEST_P(OneSidedFriction, AMovingPlaneCarriesAlong) {
  OnRows rows(GetParam(), 0);
  Workspace work(rows.scene);
  constexpr double kDt = 1.0 / 60, kSpeed = 0.3;  // s, m/s
  for (int i = 1; i <= 60; ++i) {
    for (SceneConstraint& row : rows.scene.constraints) row.target.position.x() = kSpeed * kDt * i;
    EXPECT_TRUE(step(rows.scene, rows.state, work, steps(kDt)).failed.empty());
  }
  EXPECT_NEAR(rows.state.rods[0].velocity.x(), kSpeed, 1e-3);
  EXPECT_GT(rows.place(), 0.8 * kSpeed);
}

TEST_P(OneSidedFriction, GoesOnFromAnyStateAndBreaks) {
  OnRows rows(GetParam(), 0.2);
  rows.state.rods[0].velocity = {0.5, 0, 0.1};
  rows.run(0.25, 1.0 / 60);
  OnRows other(GetParam(), 0.2);
  other.state = rows.state;
  rows.run(0.25, 1.0 / 60);
  other.run(0.25, 1.0 / 60);
  EXPECT_TRUE(rows.state.rods[0] == other.state.rods[0]);
  // a force of half the weight is too much for it
  for (SceneConstraint& row : rows.scene.constraints) row.maxForce = 0.1 * rows.weight.norm();
  rows.run(0.5, 1.0 / 60);
  EXPECT_TRUE(rows.state.constraints[0].broken);
  EXPECT_GT(rows.state.constraints[0].breakForce, 0.1 * rows.weight.norm());
  EXPECT_LT(rows.state.rods[0].pose.root.position.y(), -0.1);
}

// Rows that were contacts leave nothing behind, though the workspace stays and a collider is there.
TEST_P(OneSidedFriction, RowsThatAreGoneDoNotAct) {
  OnRows rows(GetParam(), 0);
  const auto floor = makeCollider(*findColliderShape("plane"), {},
                                  RigidPath::still({Matrix3d::Identity(), Vector3d(0, -0.3, 0)}));
  floor->setInterval(0, 1);
  rows.scene.colliders = {floor.get()};
  rows.scene.rods[0].contact.radius.assign(rows.scene.rods[0].arc.size(), 4e-3);
  Workspace work(rows.scene);
  const auto run = [&](int count) {
    for (int i = 0; i < count; ++i)
      EXPECT_TRUE(step(rows.scene, rows.state, work, steps(1.0 / 60)).failed.empty());
  };
  run(10);
  EXPECT_GT(rows.state.rods[0].pose.root.position.y(), -1e-3);
  rows.scene.constraints.clear();
  rows.state.constraints.clear();
  run(60);
  EXPECT_NEAR(rows.state.rods[0].pose.root.position.y(), -0.3 + 4e-3, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(All, OneSidedFriction, testing::ValuesIn(sweptModels()),
                         [](const auto& info) { return std::string(modelType(info.param).name); });

}  // namespace
}  // namespace tendril::test
