// Air: what it does to rods that fall, hang and swing.
#include "solver/forces/drag.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

SceneRod inAir(SceneRod rod, double radius, const Air& air = {}) {
  rod.drag.assign(rod.arc.size(), dragOf(air, radius, radius, 1, 1));
  return rod;
}

TEST(Air, ForceIsMinusTheGradientOfTheDissipation) {
  Drag drag = dragOf({1.2, 1.8e-5}, 1e-3, 0.2e-3, 1.3, 0.7);
  drag.grip = 0.02;
  drag.target = {1, 0, -1};
  const DragAt at(drag, Eigen::AngleAxisd(0.7, Vector3d(1, 2, -1).normalized()).toRotationMatrix(),
                  {0.5, -0.2, 0.1});
  const Vector3d u(0.4, -1.1, 0.8);
  Vector3d slope;
  Matrix3d second;
  const double h = 1e-5;
  for (int c = 0; c < 3; ++c) {
    const Vector3d d = h * Vector3d::Unit(c);
    slope[c] = (at.dissipation(u + d) - at.dissipation(u - d)) / (2 * h);
    second.col(c) = -(at.force(u + d) - at.force(u - d)) / (2 * h);
  }
  EXPECT_GT(slope.norm(), 1e-4);
  EXPECT_LT((at.force(u) + slope).norm(), 1e-8 * slope.norm());
  EXPECT_LT((at.slope(u) - second).norm(), 1e-7 * second.norm());
  EXPECT_LT((at.slope(u) - at.slope(u).transpose()).norm(), 1e-15 * second.norm());
}

// A round rod across the stream: half rho (2 r |u| + 10 nu) u on a metre.
TEST(Air, TerminalVelocityIsTheClosedForm) {
  for (const Model model : sweptModels())
    for (const double radius : {4e-5, 1e-3}) {
      Scene scene;
      SceneRod rod = straightRod(model, 4, 0.2, 1e9, radius);
      rod.root = Root::free;
      scene.rods = {inAir(rod, radius)};
      State state = restState(scene);
      Workspace work(scene);
      StepSettings settings;
      settings.dt = 1.0 / 60;
      for (int i = 0; i < 1200; ++i) EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
      const Air air;
      const double weight = rod.sections[0].mass * 9.81, square = air.density * radius,
                   linear = 5 * air.viscosity;
      const double terminal = (std::sqrt(linear * linear + 4 * square * weight) - linear) / (2 * square);
      EXPECT_NEAR(-state.rods[0].velocity.y(), terminal, 0.01 * terminal) << nameOf(model) << " " << radius;
      EXPECT_NEAR(state.rods[0].velocity.x(), 0, 0.01 * terminal);
    }
}

TEST(Air, DoesNotMoveARodAtRest) {
  for (const Model model : sweptModels()) {
    Scene scene;
    scene.rods = {inAir(straightRod(model, 6, 0.5, 1e7), 1e-3)};
    SceneRod child = inAir(straightRod(model, 3, 0.2, 1e7), 1e-3);
    child.root = Root::attached;
    child.parent = 0;
    child.parentArc = 0.3;
    scene.rods.push_back(child);
    State state = restState(scene);
    ASSERT_TRUE(findEquilibrium(scene, state).stable);
    const State start = state;
    Workspace work(scene);
    StepSettings settings;
    settings.dt = 1.0 / 60;
    settings.tolerance = 1e-16;
    for (int i = 0; i < 120; ++i) step(scene, state, work, settings);
    for (std::size_t r = 0; r < 2; ++r) {
      const auto was = knotFrames(shapeOf(scene.rods[r], start.rods[r].pose)),
                 is = knotFrames(shapeOf(scene.rods[r], state.rods[r].pose));
      for (std::size_t k = 0; k < was.size(); ++k)
        EXPECT_LT((was[k].position - is[k].position).norm(), 1e-8) << nameOf(model) << r << k;
    }
  }
}

TEST(Air, EnergyDecreasesAtAnyStep) {
  for (const Model model : sweptModels())
    for (const double dt : {1.0 / 24, 1.0 / 60, 1.0 / 240})
      for (const bool newton : {false, true}) {
        if (!kThorough && dt < 1.0 / 60) continue;
        Scene scene;
        scene.rods = {inAir(straightRod(model, 8, 0.5, 1e7), 1e-3)};
        SceneRod twig = inAir(straightRod(model, 3, 0.1, 1e7, 5e-4), 5e-4);
        twig.root = Root::attached;
        twig.parent = 0;
        twig.parentArc = 0.3;
        twig.attachment.axes = Eigen::AngleAxisd(1, Vector3d::UnitZ()).toRotationMatrix();
        scene.rods.push_back(twig);
        State state = restState(scene);
        Workspace work(scene);
        StepSettings settings;
        settings.dt = dt;
        settings.iterations = newton ? 50 : 1;
        settings.tolerance = newton ? 1e-14 : settings.tolerance;
        const SceneRod& rod = scene.rods[0];
        const double exchange = 0.5 * rod.sections[0].mass * 0.5 * 0.5 * 9.81;  // m g L / 2
        std::vector<double> energy = {energiesOf(scene, state).total()};
        for (int i = 0; i < static_cast<int>(3 / dt); ++i) {
          step(scene, state, work, settings);
          energy.push_back(energiesOf(scene, state).total());
        }
        const std::size_t tenth = static_cast<std::size_t>(std::lround(0.1 / dt));
        double highest = 0;
        for (std::size_t i = 0; i + 1 < energy.size(); ++i)
          highest = std::max(highest, energy[i + 1] - energy[i]);
        EXPECT_LT(highest, (newton ? 1e-6 : 1e-3) * exchange)
            << nameOf(model) << " dt " << dt << (newton ? " newton" : "");
        for (std::size_t i = 0; i + tenth < energy.size(); ++i)
          EXPECT_LT(energy[i + tenth], energy[i] + 1e-9 * exchange)
              << nameOf(model) << " dt " << dt << " at " << static_cast<double>(i) * dt;
        EXPECT_LT(energy.back(), energy.front() - 0.3 * exchange);
      }
}

TEST(Air, NoiseHasItsRootMeanSquare) {
  Wind wind;
  wind.noise = 2;
  wind.noiseSize = 0.3;
  Vector3d square = Vector3d::Zero(), mean = Vector3d::Zero();
  constexpr int kPlaces = 40000;
  for (int i = 0; i < kPlaces; ++i) {
    const Vector3d at(0.7173 * (i % 37), 0.3391 * (i % 101), 0.5519 * (i % 211));
    const Vector3d u = wind.at(at, 0.0137 * i);
    square += u.cwiseAbs2() / kPlaces;
    mean += u / kPlaces;
  }
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(std::sqrt(square[c]), 2, 0.06) << c;
  EXPECT_LT(mean.norm(), 0.1);
  // it goes on smoothly where the stream changes: eddies do not rush
  wind.steady = {3, 0, 0};
  wind.since = 100;
  wind.drift = {50, 0, 0};
  Wind faster = wind;
  faster.steady = {4, 0, 0};
  EXPECT_LT((faster.at({1, 0, 0}, 100) - wind.at({1, 0, 0}, 100) - Vector3d(1, 0, 0)).norm(), 1e-9);
}

// What blows as fast as it is moved past does nothing; wind and motion are one.
TEST(Air, OnlyTheRelativeVelocityCounts) {
  Scene scene;
  SceneRod rod = inAir(straightRod(Model::clothoid, 4, 0.3, 1e8), 1e-3);
  rod.root = Root::free;
  scene.rods = {rod};
  scene.gravity.setZero();
  scene.wind.steady = {2, -1, 0.5};
  State state = restState(scene);
  state.rods[0].velocity = scene.wind.steady;
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 60;
  for (int i = 0; i < 60; ++i) step(scene, state, work, settings);
  EXPECT_LT((state.rods[0].velocity - scene.wind.steady).norm(), 1e-9);
  EXPECT_LT(state.rods[0].spin.norm(), 1e-9);
}

// Steps that fail, go on with `robust` or in halves, and are slowed down: from a copy of the state, in fresh
// work, the same bits.
TEST(Air, NewWorkspaceGivesTheSameBits) {
  for (const Model model : sweptModels()) {
    Scene scene;
    scene.rods = {inAir(straightRod(model, 20, 1, 1e5, 2e-3), 2e-3)};
    SceneRod child = inAir(straightRod(model, 4, 0.2, 1e6), 1e-3);
    child.root = Root::attached;
    child.parent = 0;
    child.parentArc = 0.53;
    child.attachment.axes = Eigen::AngleAxisd(1, Vector3d::UnitZ()).toRotationMatrix();
    scene.rods.push_back(child);
    scene.wind.steady = {6, 0, 3};
    scene.wind.gust = 1;
    State state = restState(scene);
    Workspace work(scene);
    StepSettings settings;
    settings.dt = 1.0 / 30;
    int retries = 0;
    for (int i = 0; i < (kThorough ? 120 : 60); ++i) {
      settings.time = i * settings.dt;
      State copy = state;
      retries += step(scene, state, work, settings).retries;
      Workspace fresh(scene);
      step(scene, copy, fresh, settings);
      for (std::size_t r = 0; r < 2; ++r) {
        ASSERT_TRUE(copy.rods[r] == state.rods[r]) << nameOf(model) << " step " << i;
        EXPECT_EQ(work.result(r).energies.total(), fresh.result(r).energies.total());
      }
    }
    EXPECT_GT(retries, 0) << nameOf(model) << ": nothing hard was tried";
  }
}

}  // namespace
}  // namespace tendril::test
