// Keyholes and pearls: what slides, with and without friction.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// A rope over a keyhole that does not rub: it carries all.
THOROUGH_TEST(Constraints, PulleyCarriesBothWeights) {
  for (const Model model : {Model::clothoid, Model::helix}) {
    SCOPED_TRACE(nameOf(model));
    Scene scene;
    scene.rods = {straightRod(model, 20, 1, 1e5, 0.002)};
    SceneRod& rope = scene.rods[0];
    rope.root = Root::free;
    rope.massDamping = 3;
    rope.damping = 0.02;
    rope.forces = {{0, Vector3d(0, -0.5, 0)}, {1, Vector3d(0, -0.5, 0)}};
    scene.constraints = {constraintOf("keyhole", 0, 0.5, Vector3d(0.5, 0, 0))};
    State state = restState(scene);
    Workspace work(scene);
    const Found found = run(scene, state, work, 900, steps(1.0 / 60), 1);
    EXPECT_LT(found.residual, 1e-9);
    const double weight = 1 + 9.81 * rope.sections[0].mass;
    EXPECT_NEAR(work.constraintResult(0).force.y(), weight, 1e-6 * weight);
    // what slides freely is not held along itself
    EXPECT_NEAR(work.constraintResult(0).force.x(), 0, 1e-6 * weight);
  }
}

double period(double amplitude, Scheme scheme, double dt) {
  constexpr double kRadius = 0.1;
  Scene scene;
  scene.rods = {evenRod(Model::helix, 8, 2 * kPi * kRadius, {0.002, 1, 7800, 2e11, 0.3})};
  SceneRod& hoop = scene.rods[0];
  bendRest(hoop, Vector3d(0, 0, -1 / kRadius));
  hoop.attachment.position = Vector3d(0, kRadius, 0);
  State state = restState(scene);
  hoop.goal.shape = state.rods[0].pose;
  hoop.goal.locked.assign(hoop.coordinates(), 1);
  hoop.goal.weight.assign(hoop.coordinates(), 0);
  SceneConstraint pearl = constraintOf("pearl", 0, (kPi + amplitude) * kRadius);
  pearl.mass = 0.01;
  scene.constraints = {pearl};
  Workspace work(scene);
  double last = amplitude, first = 0, latest = 0;
  int crossings = 0;
  for (int i = 0; i * dt < 4; ++i) {
    step(scene, state, work, steps(dt, scheme));
    const double angle = state.constraints[0].arcs[0] / kRadius - kPi;
    if (last * angle < 0) {
      latest = dt * (i + 1 - angle / (angle - last));
      if (crossings++ == 0) first = latest;
    }
    last = angle;
  }
  return 2 * (latest - first) / (crossings - 1);
}

// A pearl on a hoop is a pendulum: 2 pi sqrt(R / g), and by the elliptic integral where it swings far (its
// arithmetic and geometric mean, Gauss).
TEST(Constraints, PearlOnAHoopIsAPendulum) {
  for (const double degrees : {5.0, 90.0}) {
    double a = 1, g = std::cos(0.5 * degrees * kPi / 180);
    for (int i = 0; i < 8; ++i) {
      const double mean = 0.5 * (a + g);
      g = std::sqrt(a * g);
      a = mean;
    }
    const double truth = 2 * kPi * std::sqrt(0.1 / 9.81) / a;
    EXPECT_NEAR(period(degrees * kPi / 180, Scheme::smooth, 1.0 / 240), truth, 0.002 * truth) << degrees;
  }
}

// A rope runs off through a keyhole that does not rub: what energy it gains is the scheme's, and shrinks.
THOROUGH_TEST(Constraints, SlidingKeepsItsEnergy) {
  double drift[3];
  for (int i = 0; i < 3; ++i) {
    Scene scene;
    scene.rods = {straightRod(Model::clothoid, 16, 1, 1e7, 0.004)};
    scene.rods[0].root = Root::free;
    scene.constraints = {constraintOf("keyhole", 0, 0.42, Vector3d(0.42, 0, 0))};
    State state = restState(scene);
    Workspace work(scene);
    const double dt = 1.0 / (240 << i), start = energiesOf(scene, state).total();
    for (int k = 0; k * dt < 0.3; ++k) step(scene, state, work, steps(dt));
    EXPECT_GT(std::abs(state.constraints[0].arcs[0] - 0.42), 0.01);  // it slides
    const Energies end = energiesOf(scene, state);
    drift[i] = std::abs(end.total() - start) / end.kinetic;
  }
  EXPECT_LT(drift[1], 0.7 * drift[0]);
  EXPECT_LT(drift[2], 0.7 * drift[1]);
  EXPECT_LT(drift[2], 0.01);
}

// What slides at a given rate, whatever that takes; and a spring that gives way by its compliance.
TEST(Constraints, ImposedSlideRateAndCompliance) {
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 8, 1, 1e6, 0.004)};
  scene.rods[0].root = Root::free;
  scene.rods[0].massDamping = 5;
  scene.constraints = {constraintOf("keyhole", 0, 0.3, Vector3d(0.3, 0, 0))};
  scene.constraints[0].slideRate = 0.1;
  State state = restState(scene);
  {
    Workspace work(scene);
    for (int i = 0; i < 60; ++i) step(scene, state, work, steps(1.0 / 60));
    EXPECT_NEAR(state.constraints[0].arcs[0], 0.4, 1e-9);
    EXPECT_LT(work.constraintResult(0).residual, 1e-9);
  }
  scene.constraints = {constraintOf("position", 0, 0.5, Vector3d(0.5, 0, 0))};
  scene.constraints[0].compliance = 0.01;
  scene.constraints[0].damping = 0.05;
  state = restState(scene);
  Workspace work(scene);
  for (int i = 0; i < 600; ++i) step(scene, state, work, steps(1.0 / 60));
  const double weight = 9.81 * scene.rods[0].sections[0].mass;
  EXPECT_NEAR(work.constraintResult(0).force.y(), weight, 1e-5 * weight);
  EXPECT_NEAR(work.constraintResult(0).residual, 0.01 * weight, 1e-5 * weight);
}

// Pearls that meet on a straight rod, without weight: equal ones exchange their speeds, or go on together.
TEST(Constraints, PearlsCollide) {
  for (const double restitution : {0.0, 1.0}) {
    Scene scene;
    scene.gravity.setZero();
    scene.rods = {straightRod(Model::clothoid, 4, 1, 1e9, 0.01)};
    for (const double arc : {0.3, 0.6}) {
      scene.constraints.push_back(constraintOf("pearl", 0, arc));
      scene.constraints.back().mass = 1e-4;
      scene.constraints.back().radius = 0.02;
      scene.constraints.back().restitution = restitution;
    }
    State state = restState(scene);
    state.constraints.resize(2);
    for (int i = 0; i < 2; ++i) {
      ConstraintState& pearl = state.constraints[static_cast<std::size_t>(i)];
      pearl.begun = pearl.moves = true;
      pearl.arcs[0] = i == 0 ? 0.3 : 0.6;
      pearl.place = Vector3d(pearl.arcs[0], 0, 0);
      pearl.velocity = Vector3d(i == 0 ? 0.5 : 0, 0, 0);
    }
    Workspace work(scene);
    for (int i = 0; i < 60; ++i) step(scene, state, work, steps(1.0 / 60));
    const double first = state.constraints[0].velocity.x(), second = state.constraints[1].velocity.x();
    EXPECT_NEAR(first, restitution > 0 ? 0 : 0.25, 0.02);
    EXPECT_NEAR(second, restitution > 0 ? 0.5 : 0.25, 0.02);
    EXPECT_GE(state.constraints[1].arcs[0] - state.constraints[0].arcs[0], 0.04 - 1e-9);
  }
}

// A rope around k keyholes, turned by alpha at each and pulled through: at each it is pressed by
// (T1 + T2) sin(alpha / 2), rubs by mu times that along the bisector, (T2 - T1) cos(alpha / 2). So
// T / W = ((1 + mu tan(alpha / 2)) / (1 - mu tan(alpha / 2)))^k.
TEST(Constraints, KeyholesFollowTheCapstanFormula) {
  constexpr double kAlpha = kPi / 6, kFriction = 0.3, kWeight = 2, kLink = 0.05;
  for (const int holes : {1, 3}) {
    SCOPED_TRACE(holes);
    const int links = 3 + 4 * holes;
    Scene scene;
    scene.gravity.setZero();
    // as limp as can be: bends take no part
    scene.rods = {straightRod(Model::chain, links, kLink * links, 1e-3, 0.002)};
    SceneRod& rope = scene.rods[0];
    rope.root = Root::free;
    rope.massDamping = 100;
    rope.forces = {{0, Vector3d(-kWeight, 0, 0)}};
    State state = restState(scene);
    for (int h = 0; h < holes; ++h)
      for (const int link : {3 + 4 * h, 4 + 4 * h})
        state.rods[0].pose.joints[static_cast<std::size_t>(link)] = turnBy(Vector3d(0, 0, 0.5 * kAlpha));
    const Shape shape = shapeOf(rope, state.rods[0].pose);
    for (int h = 0; h < holes; ++h) {
      const double arc = kLink * (3.5 + 4 * h);
      SceneConstraint hole = constraintOf("orientedkeyhole", 0, arc);
      hole.target = ShapeWalker(shape).at(arc);
      hole.friction = kFriction;
      scene.constraints.push_back(hole);
    }
    const double length = kLink * links;
    const Frame<double> tip = ShapeWalker(shape).at(length);
    scene.constraints.push_back(constraintOf("position", 0, length, tip.position));
    Workspace work(scene);
    for (int i = 0; i < 100; ++i) {
      scene.constraints.back().target.position += 1e-10 * tip.axes.col(0);
      step(scene, state, work, steps(1.0 / 60, Scheme::robust));
    }
    const double slope = kFriction * std::tan(0.5 * kAlpha);
    const double pull = kWeight * std::pow((1 + slope) / (1 - slope), holes);
    EXPECT_NEAR(work.constraintResult(static_cast<std::size_t>(holes)).force.norm(), pull, 1e-6 * pull);
    EXPECT_NE(state.constraints[0].push, 0);
  }
}

}  // namespace
}  // namespace tendril::test
