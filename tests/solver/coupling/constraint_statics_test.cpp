// Forces of constraints against closed forms of statics.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// A rod hangs between its root and a pin.
THOROUGH_TEST(Constraints, PinHoldsAndItsForceIsTheWeight) {
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    Scene scene;
    scene.rods = {straightRod(model, 8, 1, 1e5)};
    scene.rods[0].damping = 0.05;
    scene.rods[0].massDamping = 2;
    scene.constraints = {constraintOf("position", 0, 0.83, Vector3d(0.6, 0, 0))};
    State state = restState(scene);
    Workspace work(scene);
    // straight rods give way to nothing along themselves: they buckle first
    run(scene, state, work, 6, steps(1.0 / 60), 1);
    const Found found = run(scene, state, work, 600, steps(1.0 / 60), 1);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
    const ConstraintResult pin = work.constraintResult(0);
    EXPECT_GT(pin.force.y(), 0.1 * 9.81 * scene.rods[0].sections[0].mass);
  }
}

TEST(Constraints, PinnedFreeRodReactionIsItsWeight) {
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    Scene scene;
    scene.rods = {straightRod(model, 6, 0.5, 1e6)};
    scene.rods[0].root = Root::free;
    scene.rods[0].massDamping = 4;
    scene.rods[0].damping = 0.01;
    scene.constraints = {constraintOf("position", 0, 0.1, Vector3d(0.1, 0, 0))};
    State state = restState(scene);
    Workspace work(scene);
    const Found found = run(scene, state, work, 900, steps(1.0 / 60), 0.5);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
    const double weight = 9.81 * scene.rods[0].sections[0].mass * 0.5;
    EXPECT_NEAR(work.constraintResult(0).force.y(), weight, 1e-6 * weight);
    EXPECT_NEAR(work.constraintResult(0).force.x(), 0, 1e-6 * weight);
  }
}

// A limp rope between two places of the same height: y = a cosh(x / a), L = 2 a sinh(d / 2 a); each end bears
// half of the weight and the tension w a at its lowest point.
TEST(Constraints, CatenaryReactionsAtItsEnds) {
  const double length = 1, span = 0.8;
  double low = 0.1, high = 10;
  for (int i = 0; i < 100; ++i) {
    const double a = 0.5 * (low + high);
    (2 * a * std::sinh(0.5 * span / a) > length ? low : high) = a;
  }
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 24, length, 2e4, 0.002)};
  scene.rods[0].root = Root::free;
  scene.rods[0].damping = 0.05;
  bendRest(scene.rods[0], Vector3d(0, 0, 2));
  scene.constraints = {constraintOf("position", 0, 0, Vector3d(0, 0, 0)),
                       constraintOf("position", 0, length, Vector3d(span, 0, 0))};
  State state = restState(scene);
  settle(scene, state, 0);
  bendRest(scene.rods[0], Vector3d(0, 0, 0));
  const Equilibrium found = settle(scene, state, 0);
  ASSERT_TRUE(found.found);
  const double weight = 9.81 * scene.rods[0].sections[0].mass;  // of a metre
  for (const ConstraintResult& end : found.constraints) {
    EXPECT_NEAR(end.force.y(), 0.5 * weight * length, 1e-6 * weight);
    EXPECT_NEAR(std::abs(end.force.x()), weight * low, 2e-3 * weight);
    EXPECT_LT(end.residual, 1e-9);
  }
}

// Rows that say the same twice, and rows that cannot both be.
TEST(Constraints, RedundantAndContradictoryRows) {
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 8, 1, 1e6, 0.005)};
  scene.rods[0].damping = 0.05;
  scene.rods.push_back(scene.rods[0]);
  scene.rods[1].root = Root::free;
  scene.constraints = {betweenRods("position", 0, 0.5, 1, 0.5), betweenRods("position", 0, 0.5, 1, 0.5),
                       betweenRods("fuse", 0, 0.5, 1, 0.5)};
  State state = restState(scene);
  {
    Workspace work(scene);
    EXPECT_LT(run(scene, state, work, 100, steps(1.0 / 60), 1).residual, 1e-9);
  }
  scene.rods.resize(1);
  scene.constraints = {constraintOf("position", 0, 0.5, Vector3d(0.45, 0.1, 0)),
                       constraintOf("position", 0, 0.5, Vector3d(0.45, 0.2, 0))};
  scene.rods[0].massDamping = 2;
  state = restState(scene);
  Workspace work(scene);
  const Found found = run(scene, state, work, 100, steps(1.0 / 60), 1);
  EXPECT_EQ(found.held, 0u);
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_TRUE(work.constraintResult(c).impossible);
    EXPECT_NEAR(work.constraintResult(c).residual, 0.05, 1e-3);  // each gives way by half
  }
}

}  // namespace
}  // namespace tendril::test
