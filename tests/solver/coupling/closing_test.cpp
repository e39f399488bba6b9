// Constraints that begin to act while they are off: at once they move places and no rates; over a time they
// pull.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// steps a second
const std::vector<double> kRates =
    kThorough ? std::vector<double>{24, 60, 240, 960} : std::vector<double>{60, 240};

Vector3d tipPlace(const SceneRod& rod, const Pose& pose) {
  return knotFrames(shapeOf(rod, pose)).back().position;
}

// A hanging rod whose pin at the tip is off, 5 cm beside it.
Scene pinnedBeside(Model model) {
  Scene scene;
  scene.rods = {straightRod(model, 8, 0.4, 2e6, 3e-3)};
  scene.rods[0].attachment.axes = turnBy({0, 0, -0.5 * kPi}).toRotationMatrix();
  scene.rods[0].damping = 0.02;
  scene.constraints = {constraintOf("position", 0, 0.4)};
  scene.constraints[0].active = false;
  return scene;
}

struct Pinned {
  double speed = 0;     // m/s, largest in the second after it began
  double residual = 0;  // m, once it is closed
  double first = 0;     // m/s, after the first step
  double closed = -1;   // s
};

// m/s, root of the mean square over the rod's mass
double speedOf(const Scene& scene, const State& state) {
  const double mass = scene.rods[0].sections[0].mass * scene.rods[0].arc.back();
  return std::sqrt(2 * energiesOf(scene, state).kinetic / mass);
}

Pinned pinned(Model model, double rate, double closeTime, double closeSpeed, const Vector3d& beside) {
  Scene scene = pinnedBeside(model);
  State state = restState(scene);
  Workspace work(scene);
  StepSettings settings = steps(1 / rate);
  for (int i = 0; i < static_cast<int>(2 * rate); ++i) step(scene, state, work, settings);  // it hangs
  SceneConstraint& pin = scene.constraints[0];
  pin.active = true;
  pin.closeTime = closeTime;
  pin.closeSpeed = closeSpeed;
  pin.target.position = tipPlace(scene.rods[0], state.rods[0].pose) + beside;
  Pinned found;
  for (int i = 1; i <= static_cast<int>(rate); ++i) {
    EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
    const double off = (tipPlace(scene.rods[0], state.rods[0].pose) - pin.target.position).norm();
    found.speed = std::max(found.speed, speedOf(scene, state));
    if (i == 1) found.first = found.speed;
    if (off < 1e-9 && found.closed < 0) found.closed = i / rate;
    found.residual = off;
  }
  return found;
}

TEST(Closing, APinThatIsOffMovesPlacesAndThrowsNothing) {
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    for (const double rate : kRates) {
      const Pinned found = pinned(model, rate, 0, 0, {0.02, 0.03, 0.034641});
      EXPECT_NEAR(found.closed, 1 / rate, 1e-12);
      EXPECT_LT(found.residual, 1e-9);
      // 0.05 m in a step would be 1.2 to 48 m/s; what is left is that rods do not bend linearly
      EXPECT_LT(found.first, 0.05);
      EXPECT_LT(found.speed, 0.1);
    }
  }
}

// A stick that flies across and is caught at one end, 5 cm beside it: it turns about that end, with what
// angular momentum it had, at any step.
TEST(Closing, AFlyingStickThatIsCaughtBesideItselfTurnsAsFastAtAnyStep) {
  constexpr double kSpeed = 1, kLength = 0.4;  // m/s, m
  for (const Model model : sweptModels())
    for (const double rate : kRates) {
      SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(rate) + " steps a second");
      Scene scene;
      scene.gravity.setZero();
      scene.rods = {straightRod(model, 8, kLength, 1e9, 4e-3)};
      scene.rods[0].root = Root::free;
      scene.rods[0].damping = 1e-3;
      scene.constraints = {constraintOf("position", 0, 0)};
      scene.constraints[0].active = false;
      State state = restState(scene);
      state.rods[0].velocity = {0, kSpeed, 0};
      Workspace work(scene);
      for (int i = 0; i < 4; ++i) step(scene, state, work, steps(1 / rate));
      scene.constraints[0].active = true;
      scene.constraints[0].target.position =
          state.rods[0].pose.root.position + Vector3d(0.02, 0.03, 0.034641);
      double sum = 0;
      const int count = static_cast<int>(rate / 4);
      for (int i = 0; i < count; ++i) {
        ASSERT_TRUE(step(scene, state, work, steps(1 / rate)).failed.empty());
        sum += speedOf(scene, state) / count;
      }
      EXPECT_NEAR(sum, std::sqrt(0.75) * kSpeed, 0.05 * kSpeed);
    }
}

TEST(Closing, AGapClosesOverItsTimeOrAtItsSpeed) {
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    for (const bool bySpeed : {false, true}) {
      std::vector<double> speeds;
      for (const double rate : kRates) {
        const Pinned found =
            pinned(model, rate, bySpeed ? 0 : 0.5, bySpeed ? 0.1 : 0, {0.02, 0.03, 0.034641});
        EXPECT_GE(found.closed, 0.5 - 1e-9);
        EXPECT_LE(found.closed, 0.5 + 1 / rate + 1e-9);
        EXPECT_LT(found.residual, 1e-9);
        speeds.push_back(found.speed);
      }
      // the largest of a few samples at film steps
      for (const double speed : speeds) EXPECT_NEAR(speed, speeds.back(), 0.15 * speeds.back());
    }
  }
}

// A root that moves keeps its motion in the step in which a row begins.
TEST(Closing, AMovingRootKeepsItsMotion) {
  Scene scene = pinnedBeside(Model::clothoid);
  scene.constraints[0].active = true;
  State state = restState(scene);
  scene.constraints[0].target.position = tipPlace(scene.rods[0], state.rods[0].pose) + Vector3d(0, 0.02, 0);
  Workspace work(scene);
  std::vector<RootTarget> roots(1);
  roots[0].pose = state.rods[0].pose.root;
  roots[0].pose.position.x() += 0.01;
  roots[0].motion = {Vector3d::Zero(), Vector3d(0.6, 0, 0)};
  StepSettings settings = steps(1.0 / 60);
  settings.roots = &roots;
  EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
  EXPECT_EQ(state.rods[0].velocity, roots[0].motion.velocity);
}

}  // namespace
}  // namespace tendril::test
