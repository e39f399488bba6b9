// Rods that are drawn inside of colliders come out of them, and no farther.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/math.h"
#include "solver/colliders/collider_shape.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/statics/push_out.h"
#include "solver/step/step.h"

namespace tendril::test {
namespace {

constexpr double kHead = 0.1, kHairRadius = 2e-4, kHairLength = 0.15;  // m

// Hairs with roots on a ball, which lie on it and are bent into it by more than it is round.
struct DrawnHairs {
  explicit DrawnHairs(Model model, int count = 3)
      : head(makeCollider(*findColliderShape("sphere"), {kHead},
                          RigidPath::still({Matrix3d::Identity(), Vector3d::Zero()}))) {
    head->setInterval(0, 1);
    scene.gravity.setZero();
    scene.colliders = {head.get()};
    for (int i = 0; i < count; ++i) {
      scene.rods.push_back(evenRod(model, 6, kHairLength, {kHairRadius, 1, 1300, 1e9, 0.3}));
      SceneRod& rod = scene.rods.back();
      const double turn = kTurn * i / count;
      // the tangent is 0.2 rad steeper than the surface, the bend 1.6 times that of the ball
      const Matrix3d axes =
          (Eigen::AngleAxisd(turn, Vector3d::UnitY()) * Eigen::AngleAxisd(0.2, Vector3d::UnitZ()))
              .toRotationMatrix();
      rod.attachment = {axes, Vector3d(0, kHead + kHairRadius, 0)};
      rod.contact.radius.assign(rod.arc.size(), kHairRadius);
      rod.contact.from = 4 * kHairRadius;
    }
    state = restState(scene);
    for (RodState& rod : state.rods) bend(rod.pose, -1.6 / kHead);
    for (std::size_t r = 0; r < scene.rods.size(); ++r) scene.rods[r].rest = state.rods[r].pose;
  }
  static void bend(Pose& pose, double by) {
    for (std::size_t k = 0; k < pose.size(); ++k)
      if (pose.areJoints())
        pose.joints[k] = Eigen::Quaterniond(Eigen::AngleAxisd(by * kHairLength / 6, Vector3d::UnitZ()));
      else
        pose.kappa[k] = Vector3d(0, 0, by);
  }
  std::vector<Vector3d> places(std::size_t r) const {
    Motion still;
    still.rates.assign(scene.rods[r].coordinates(), Vector3d::Zero());
    const Shape shape = shapeOf(scene.rods[r], state.rods[r].pose);
    std::vector<double> arcs;
    for (int i = 0; i <= 100; ++i) arcs.push_back((0.01 + 0.0099 * i) * kHairLength);
    std::vector<Vector3d> all;
    for (const Sample& sample : sampleRod(shape, still, arcs)) all.push_back(sample.frame.position);
    return all;
  }
  double gapOf(std::size_t r) const {
    double least = 1;
    for (const Vector3d& at : places(r)) least = std::min(least, at.norm() - kHead - kHairRadius);
    return least;
  }

  std::unique_ptr<Collider> head;
  Scene scene;
  State state;
};

class PushOut : public testing::TestWithParam<Model> {};

TEST_P(PushOut, RodsEndOutsideAndWithoutStress) {
  DrawnHairs hairs(GetParam());
  const double depth = -hairs.gapOf(0);
  ASSERT_GT(depth, 5e-3);
  const std::vector<Vector3d> drawn = hairs.places(0);
  const PushedOut done = pushOut(hairs.scene, hairs.state, {1, 1, 0});
  EXPECT_EQ(done.rods, (std::vector<std::size_t>{0, 1}));
  EXPECT_NEAR(done.deepest, depth, 0.1 * depth);
  EXPECT_LT(done.left, 0.05 * kHairRadius);
  EXPECT_GT(hairs.gapOf(0), -0.1 * kHairRadius);
  EXPECT_GT(hairs.gapOf(1), -0.1 * kHairRadius);
  EXPECT_NEAR(hairs.gapOf(2), -depth, 1e-12);  // was not to be moved
  // hairs of one shape move alike, and no farther than they must
  double moved = 0;
  const std::vector<Vector3d> out = hairs.places(0);
  for (std::size_t i = 0; i < out.size(); ++i) moved = std::max(moved, (out[i] - drawn[i]).norm());
  EXPECT_LT(moved, 2 * depth);
  EXPECT_NEAR(hairs.gapOf(0), hairs.gapOf(1), 1e-6);
  // as a rest shape it stays there, and presses against nothing
  for (std::size_t r = 0; r < 2; ++r) hairs.scene.rods[r].rest = hairs.state.rods[r].pose;
  hairs.scene.rods.resize(2);
  hairs.state.rods.resize(2);
  Workspace work(hairs.scene);
  StepSettings settings;
  settings.dt = 1.0 / 48;
  for (int i = 0; i < 48; ++i) {
    settings.time += settings.dt;
    EXPECT_TRUE(step(hairs.scene, hairs.state, work, settings).failed.empty());
  }
  const std::vector<Vector3d> after = hairs.places(0);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_LT((after[i] - out[i]).norm(), 1e-5);
}

TEST_P(PushOut, WhatIsOutsideKeepsItsBits) {
  DrawnHairs hairs(GetParam());
  for (RodState& rod : hairs.state.rods) DrawnHairs::bend(rod.pose, 0);
  const State before = hairs.state;
  const PushedOut done = pushOut(hairs.scene, hairs.state, {1, 1, 1});
  EXPECT_TRUE(done.rods.empty());
  EXPECT_EQ(done.deepest, 0);
  for (std::size_t r = 0; r < before.rods.size(); ++r) EXPECT_TRUE(hairs.state.rods[r] == before.rods[r]);
}

// A hair goes in and comes out again. A pin at its tip holds while the middle comes out.
TEST_P(PushOut, PinsHold) {
  DrawnHairs hairs(GetParam(), 1);
  Pose& pose = hairs.state.rods[0].pose;
  for (std::size_t k = 0; k < pose.size(); ++k) {
    const Vector3d by(0, 0, k < pose.size() / 2 ? -22 : 20);
    if (pose.areJoints())
      pose.joints[k] = Eigen::Quaterniond(Eigen::AngleAxisd(by.z() * kHairLength / 6, Vector3d::UnitZ()));
    else
      pose.kappa[k] = by;
  }
  hairs.scene.rods[0].rest = pose;
  SceneConstraint pin;
  pin.setType(*findConstraintType("position"));
  pin.ends[0] = {0, kHairLength, {}};
  const auto tip = [&] { return knotFrames(shapeOf(hairs.scene.rods[0], pose)).back().position; };
  pin.target.position = tip();
  hairs.scene.constraints = {pin};
  ASSERT_GT(pin.target.position.norm(), kHead + kHairRadius);
  ASSERT_LT(hairs.gapOf(0), -5e-3);
  EXPECT_EQ(pushOut(hairs.scene, hairs.state, {1}).rods.size(), 1u);
  EXPECT_LT((tip() - pin.target.position).norm(), 1e-4);  // a pin that yielded closes in the first step
  EXPECT_GT(hairs.gapOf(0), -kHairRadius);                // it was up to 38 mm inside
}

INSTANTIATE_TEST_SUITE_P(All, PushOut, testing::ValuesIn(sweptModels()),
                         [](const auto& info) { return std::string(modelType(info.param).name); });

}  // namespace
}  // namespace tendril::test
