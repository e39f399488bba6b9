// Chains whose ends are held in direction bend and twist as the rod that they stand for: the halves of links
// beyond the last joints give, too.
#include <gtest/gtest.h>

#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "tests/support/constraint_runs.h"

namespace tendril::test {
namespace {

// A straight rod whose tip is turned about an axis: the moment is D angle / L in every section.
double momentOverExact(Model model, int elements, const Vector3d& turn, bool freeRoot, bool byHinge) {
  constexpr double kLong = 0.4;  // m
  Scene scene;
  scene.gravity.setZero();
  scene.rods = {straightRod(model, elements, kLong, 1e7, 3e-3)};
  scene.rods[0].massDamping = 2;
  scene.constraints = {constraintOf(byHinge ? "angle" : "orientation", 0, kLong)};
  if (byHinge) {
    scene.constraints[0].normal = Vector3d::UnitX();
    scene.constraints[0].rest = turn.norm();
    scene.rods[0].rest = restState(scene).rods[0].pose;
  } else {
    scene.constraints[0].target.axes = turnBy(turn).toRotationMatrix();
  }
  if (freeRoot) {
    scene.rods[0].root = Root::free;
    scene.constraints.push_back(constraintOf("fuse", 0, 0));
  }
  State state = restState(scene);
  if (byHinge) state.rods[0].pose.change(static_cast<std::size_t>(elements / 2), 0.01 * turn);
  const Equilibrium found = settle(scene, state, 0);
  EXPECT_TRUE(found.found);
  for (const ConstraintResult& end : found.constraints) EXPECT_LT(end.residual, 1e-9);
  const double stiffness = scene.rods[0].sections[0].stiffness[turn[0] != 0 ? 0 : 2];
  return found.constraints[0].torque.norm() / (stiffness * turn.norm() / kLong);
}

TEST(ChainEnds, AnEndMomentIsExactWithAnyElements) {
  for (const Model model : sweptModels())
    for (const int elements : {4, 8, 16})
      for (const Vector3d& turn :
           {Vector3d(0.1, 0, 0), Vector3d(2, 0, 0), Vector3d(0, 0, 0.1), Vector3d(0, 0, 2)})
        for (const bool freeRoot : {false, true}) {
          SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(elements) + " elements, root " +
                       (freeRoot ? "free" : "held"));
          EXPECT_NEAR(momentOverExact(model, elements, turn, freeRoot, false), 1, 1e-6);
        }
}

// The angle of the tip to a direction, one row; without the half link by 2n / (2n - 1).
TEST(ChainEnds, AnAngleAtTheTipIsExactToo) {
  for (const int elements : {4, 8})
    EXPECT_NEAR(momentOverExact(Model::chain, elements, {0, 0, 0.6}, false, true), 1, 1e-6) << elements;
}

// Two halves of a rod, fused in the middle, are one rod.
TEST(ChainEnds, FusedChainsBendAsOne) {
  constexpr int kLinks = 6;
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    Scene scene;
    scene.gravity.setZero();
    for (int r = 0; r < 2; ++r) {
      scene.rods.push_back(straightRod(model, kLinks, 0.2, 1e7, 3e-3));
      scene.rods.back().massDamping = 2;
    }
    scene.rods[1].root = Root::free;
    scene.rods[1].attachment.position = {0.2, 0, 0};
    scene.constraints = {betweenRods("fuse", 0, 0.2, 1, 0), constraintOf("orientation", 1, 0.2)};
    scene.constraints[1].target.axes = turnBy({0, 0, 1}).toRotationMatrix();
    State state = restState(scene);
    const Equilibrium found = settle(scene, state, 0);
    EXPECT_TRUE(found.found);
    const double exact = scene.rods[0].sections[0].stiffness[2] / 0.4;
    EXPECT_NEAR(found.constraints[1].torque.norm(), exact, 1e-6 * exact);
    EXPECT_LT(found.constraints[0].residual, 1e-9);
  }
}

}  // namespace
}  // namespace tendril::test
