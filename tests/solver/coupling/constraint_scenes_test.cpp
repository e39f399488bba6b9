// Whole scenes of constraints: bridges, loops, necklaces, those of the report, a bow.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/math.h"
#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

Scene bridgeOf(int elements, int rungs, State& state) {
  Scene scene;
  const double span = 4, length = 4.08;
  const Vector3d at[4] = {{0, 0, -0.4}, {0, 0, 0.4}, {0, 0.9, -0.4}, {0, 0.9, 0.4}};
  for (int k = 0; k < 4; ++k) {
    scene.rods.push_back(straightRod(Model::clothoid, elements, length, 1e7, 0.01));
    scene.rods.back().damping = 0.02;
    scene.rods.back().massDamping = 0.5;
    scene.rods.back().attachment.position = at[k];
    scene.constraints.push_back(constraintOf("position", k, length, at[k] + Vector3d(span, 0, 0)));
  }
  for (int i = 0; i < rungs; ++i) {
    const double arc = length * (i + 1) / (rungs + 1);
    const int kind = i % 3;
    scene.constraints.push_back(kind == 0 ? betweenRods("distance", 0, arc, 1, arc)
                                          : betweenRods("distance", kind - 1, arc, kind + 1, arc));
    scene.constraints.back().rest = kind == 0 ? 0.8 : 0.9;
  }
  state = restState(scene);
  return scene;
}

// Many rungs: rods are cut into pieces for the solution of their rows, which changes nothing.
TEST(Constraints, BridgesOfAnyLengthSatisfyTheirRows) {
  for (const auto& [elements, rungs] : {std::pair(8, 21), std::pair(42, 84)}) {
    SCOPED_TRACE(rungs);
    if (!kThorough && rungs > 30) continue;
    State state;
    const Scene scene = bridgeOf(elements, rungs, state);
    Workspace work(scene);
    run(scene, state, work, 10, steps(1.0 / 60), 4);
    const Found found = run(scene, state, work, kThorough ? 990 : 90, steps(1.0 / 60), 4);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
    if (!kThorough) continue;
    double speed = 0;
    for (const RodState& rod : state.rods)
      for (const Vector3d& rate : rod.rates) speed = std::max(speed, rate.norm());
    EXPECT_LT(speed, 0.05);  // it has come to rest
  }
}

// A bridge loses one end of one rope, and comes to rest on what is left.
TEST(Constraints, ABridgeSurvivesACut) {
  State state;
  Scene scene = bridgeOf(8, 21, state);
  Workspace work(scene);
  run(scene, state, work, 60, steps(1.0 / 60), 4);
  scene.constraints[2].active = false;
  const Found after = run(scene, state, work, kThorough ? 1200 : 60, steps(1.0 / 60), 4);
  EXPECT_LT(after.residual, 1e-9);
  EXPECT_EQ(after.held, 0u);
  if (kThorough) {
    EXPECT_LT(energiesOf(scene, state).kinetic, 1e-3);
  }
}

// A loop of one rod, its tip fused to its root, hangs on a pin.
TEST(Constraints, AFusedLoopStaysAtRest) {
  for (const Model model : {Model::clothoid, Model::helix}) {
    SCOPED_TRACE(nameOf(model));
    const double length = 0.2 * kPi;
    Scene scene;
    scene.rods = {evenRod(model, 12, length, {0.003, 1, 1000, 1e7, 0.3})};
    SceneRod& ring = scene.rods[0];
    bendRest(ring, Vector3d(0, 0, -10));
    ring.root = Root::free;
    ring.damping = 0.01;
    ring.massDamping = 0.5;
    State state = restState(scene);
    const Shape shape = shapeOf(ring, state.rods[0].pose);
    scene.constraints = {betweenRods("fuse", 0, length, 0, 0),
                         constraintOf("position", 0, 0.1, ShapeWalker(shape).at(0.1).position)};
    Workspace work(scene);
    const Found found = run(scene, state, work, kThorough ? 1000 : 100, steps(1.0 / 60), length);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
    if (!kThorough) continue;
    const double weight = 9.81 * ring.sections[0].mass * length;
    EXPECT_NEAR(work.constraintResult(1).force.y(), weight, 0.01 * weight);
  }
}

// The same with pearls, from a circle: they glide down, lie against each other, and come to rest.
TEST(Constraints, AClosedNecklaceComesToRest) {
  constexpr double kLength = 0.4;
  Scene scene;
  scene.rods = {evenRod(Model::helix, 10, kLength, {0.001, 1, 1200, 1e7, 0.3})};
  SceneRod& thread = scene.rods[0];
  bendRest(thread, Vector3d(0, 0, -2 * kPi / kLength));
  thread.root = Root::free;
  thread.damping = 0.02;
  thread.massDamping = 8;  // pearls feel none of it
  State state = restState(scene);
  const Shape shape = shapeOf(thread, state.rods[0].pose);
  scene.constraints = {betweenRods("fuse", 0, kLength, 0, 0),
                       constraintOf("position", 0, 0, ShapeWalker(shape).at(0).position)};
  for (int i = 0; i < 8; ++i) {
    SceneConstraint pearl = constraintOf("pearl", 0, kLength * (0.1 + 0.8 / 7 * i));
    pearl.mass = 0.002;
    pearl.radius = 0.006;
    pearl.friction = 0.1;
    scene.constraints.push_back(pearl);
  }
  Workspace work(scene);
  // all that damps it is the thread's, a tenth of the mass: 0.3/s
  const Found found = run(scene, state, work, kThorough ? 1300 : 60, steps(1.0 / 60), kLength);
  EXPECT_LT(found.residual, 1e-9);
  EXPECT_EQ(found.held, 0u);
  double weight = scene.rods[0].sections[0].mass * kLength;
  for (std::size_t c = 2; c < scene.constraints.size(); ++c) {
    weight += scene.constraints[c].mass;
    if (c > 2) {
      EXPECT_GT(state.constraints[c].arcs[0] - state.constraints[c - 1].arcs[0], 0.012 - 1e-9);
    }
    if (kThorough) {
      EXPECT_LT(state.constraints[c].velocity.norm(), 1e-3);
    }
  }
  if (kThorough) {
    EXPECT_NEAR(work.constraintResult(1).force.y(), 9.81 * weight, 0.01 * 9.81 * weight);
  }
}

TEST(Constraints, BreakAboveMaximalForce) {
  Scene scene;
  scene.rods = {straightRod(Model::clothoid, 6, 0.5, 1e6)};
  scene.rods[0].root = Root::free;
  scene.constraints = {constraintOf("position", 0, 0.1, Vector3d(0.1, 0, 0))};
  const double weight = 9.81 * scene.rods[0].sections[0].mass * 0.5;
  for (const double factor : {0.1, 100.0}) {
    scene.constraints[0].maxForce = factor * weight;
    State state = restState(scene);
    Workspace work(scene);
    for (int i = 0; i < 30; ++i) step(scene, state, work, steps(1.0 / 60, Scheme::robust));
    EXPECT_EQ(state.constraints[0].broken, factor < 1);
  }
}

// The report's scenes, with as many multipliers as its table has; 1,000 steps of each.
TEST(Constraints, ScenesOfTheReportSatisfyTheirRows) {
  for (TiedSample& sample : tableOfTheReport()) {
    SCOPED_TRACE(sample.name);
    const RowCount rows = countRows(sample);
    EXPECT_EQ(rows.absolute, sample.absolute);
    EXPECT_EQ(rows.relative, sample.relative);
    Workspace work(sample.scene);
    double size = 0;
    for (const SceneRod& rod : sample.scene.rods) size = std::max(size, rod.arc.back());
    const Found found = run(sample.scene, sample.state, work, kThorough ? 1000 : 30, steps(1.0 / 60), size);
    EXPECT_LT(found.residual, 1e-9);
    EXPECT_EQ(found.held, 0u);
  }
}

// A bow is drawn slowly and let go. Soft, light limbs and a heavy arrow: the shot takes a quarter of a
// second.
TEST(Constraints, BowGivesItsEnergyToTheArrow) {
  double share[2] = {0, 0};
  for (const int fine : {0, 1}) {
    if (!kThorough && fine) break;
    TiedSample bow = std::move(tableOfTheReport()[2]);
    Scene& scene = bow.scene;
    scene.gravity.setZero();
    for (SceneRod& rod : scene.rods) {
      rod.damping = 1e-5;
      rod.massDamping = 0;
    }
    for (Section& section : scene.rods[0].sections)
      section = {1e-3 * section.stiffness, 0.1 * section.inertia, 0.1 * section.mass};
    for (Section& section : scene.rods[2].sections)
      section = {section.stiffness, 5 * section.inertia, 5 * section.mass};
    // fingers hold string and arrow
    scene.constraints.push_back(constraintOf("position", 2, 0, scene.rods[2].attachment.position));
    SceneConstraint &hand = scene.constraints[2], &nock = scene.constraints.back();
    const Vector3d rest = hand.target.position, nockRest = nock.target.position;
    Workspace work(scene);
    for (int i = 0; i < 240; ++i) {
      const Vector3d draw(-0.1 * std::min(1.0, i / 180.0), 0, 0);
      hand.target.position = rest + draw;
      nock.target.position = nockRest + draw;
      step(scene, bow.state, work, steps(1.0 / 60, Scheme::robust));
    }
    const auto held = [&] {  // by the ends of strings of links, too
      double sum = 0;
      for (std::size_t c = 0; c < scene.constraints.size(); ++c) sum += work.constraintResult(c).energy;
      return sum;
    };
    const double stored = energiesOf(scene, bow.state).total() + held();
    hand.active = nock.active = false;
    const double dt = fine ? 1.0 / 960 : 1.0 / 240;
    for (int i = 0; i * dt < 0.3; ++i) step(scene, bow.state, work, steps(dt));
    const std::vector<Energies> energies = energiesOfRods(scene, bow.state);
    const double total = energies[0].total() + energies[1].total() + energies[2].total() + held();
    share[fine] = energies[2].kinetic / stored;
    EXPECT_GT(share[fine], 0.6);
    EXPECT_LT(total, 1.001 * stored);
    // the string knocks on the arrow twice, which takes 5 % at any step; the rest is the scheme's and goes
    // with the step
    EXPECT_GT(total, (fine ? 0.93 : 0.85) * stored);
    EXPECT_LT(work.constraintResult(7).residual, 1e-9);
  }
  if (kThorough) {
    EXPECT_NEAR(share[0], share[1], 0.03 * share[1]);
  }
}

}  // namespace
}  // namespace tendril::test
