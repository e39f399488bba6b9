// Absurd rods and motions: what comes out is finite, and what had to be held is named.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "solver/base/error.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/statics/sag_free.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/random_scene.h"

namespace tendril::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool isFinite(const RodState& rod) {
  bool good = rod.pose.root.position.allFinite() && rod.pose.root.axes.allFinite() &&
              rod.velocity.allFinite() && rod.spin.allFinite();
  for (const Vector3d& kappa : rod.pose.kappa) good = good && kappa.allFinite();
  for (const Eigen::Quaterniond& joint : rod.pose.joints) good = good && joint.coeffs().allFinite();
  for (const Vector3d& rate : rod.rates) good = good && rate.allFinite();
  return good;
}

struct Survival {
  int held = 0, retries = 0;
};

template <class F>
Survival survive(const Scene& scene, double dt, int steps, F&& before) {
  Survival result;
  Scene moving = scene;
  State state = restState(scene);
  Workspace work(moving);
  std::vector<RootTarget> roots;
  for (const SceneRod& rod : scene.rods) roots.push_back({rod.attachment, {}});
  for (int i = 0; i < steps; ++i) {
    StepSettings settings;
    settings.dt = dt;
    settings.roots = &roots;
    before(i, moving, roots, settings);
    const Report report = step(moving, state, work, settings);
    result.held += static_cast<int>(report.failed.size());
    result.retries += report.retries;
    for (const RodState& rod : state.rods) EXPECT_TRUE(isFinite(rod)) << "step " << i;
  }
  return result;
}

const auto kNothing = [](int, Scene&, std::vector<RootTarget>&, StepSettings&) {};

class Abuse : public testing::TestWithParam<Model> {};
INSTANTIATE_TEST_SUITE_P(All, Abuse, testing::ValuesIn(sweptModels()),
                         [](const auto& info) { return std::string(nameOf(info.param)); });

TEST_P(Abuse, AnyMaterialAndAnyStep) {
  int held = 0, runs = 0;
  for (const double young : {1e3, 1e6, 1e9, 1e12})
    for (const double radius : {1e-6, 1e-4, 1e-2, 1.0})
      for (const double density : {1e-2, 1e3, 1e7})
        for (const double dt : {1e-4, 1.0 / 24, 1.0 / 6}) {
          SCOPED_TRACE(std::to_string(young) + " " + std::to_string(radius) + " " + std::to_string(density) +
                       " " + std::to_string(dt));
          Scene scene;
          scene.rods = {evenRod(GetParam(), 5, 0.5, {radius, 0.6, density, young, 0.3})};
          bendRest(scene.rods[0], {1, 6, -4});
          held += survive(scene, dt, 8, kNothing).held;
          ++runs;
        }
  EXPECT_EQ(runs, 144);
  // of 1,152 steps; links whose twist weighs 1e-18 of their bend are beyond what numbers can hold
  EXPECT_LE(held, GetParam() == Model::chain ? 5 : 0);
}

TEST_P(Abuse, AnyNumberOfElements) {
  for (const int elements : {1, 2, 3, 500, 2000}) {
    Scene scene;
    scene.rods = {evenRod(GetParam(), elements, 2, {1e-3, 1, 1000, 1e7, 0.3})};
    EXPECT_EQ(survive(scene, 1.0 / 24, elements > 100 ? 6 : 24, kNothing).held, 0) << elements;
  }
}

TEST_P(Abuse, RootsThatJumpAndTurn) {
  Scene scene;
  scene.rods = {evenRod(GetParam(), 8, 0.5, {1e-3, 1, 1000, 1e7, 0.3})};
  std::mt19937 random(3);
  std::uniform_real_distribution<> part(-1, 1);
  const Survival result = survive(scene, 1.0 / 24, 40, [&](int i, Scene&, auto& roots, StepSettings&) {
    if (i % 4 != 3) return;
    roots[0].pose.position = 100 * Vector3d(part(random), part(random), part(random));
    roots[0].pose.axes = turnBy(3 * Vector3d(part(random), part(random), part(random))).toRotationMatrix();
  });
  EXPECT_EQ(result.held, 0);
}

TEST_P(Abuse, GravityThatFlips) {
  Scene scene;
  scene.rods = {evenRod(GetParam(), 10, 0.5, {1e-3, 1, 1000, 1e6, 0.3})};
  const Survival result = survive(scene, 1.0 / 24, 60, [](int i, Scene& moving, auto&, StepSettings&) {
    moving.gravity = {0, i % 2 ? 98.1 : -98.1, 0};
  });
  EXPECT_EQ(result.held, 0);
}

// What is not finite holds its own tree alone, and is named.
TEST_P(Abuse, NonFiniteForceStopsOnlyItsRod) {
  Scene scene;
  for (int i = 0; i < 3; ++i) {
    scene.rods.push_back(evenRod(GetParam(), 4, 0.3, {1e-3, 1, 1000, 1e7, 0.3}));
    scene.rods.back().forces = {{0.2, Vector3d(0, 1e-3, 0)}};
  }
  Scene moving = scene;
  State state = restState(scene);
  Workspace work(moving);
  StepSettings settings;
  step(moving, state, work, settings);
  moving.rods[1].forces[0].force = {kNan, 0, 0};
  const State before = state;
  const Report report = step(moving, state, work, settings);
  ASSERT_EQ(report.failed, std::vector<std::size_t>{1});
  for (const RodState& rod : state.rods) EXPECT_TRUE(isFinite(rod));
  EXPECT_EQ(state.rods[1].pose.kappa, before.rods[1].pose.kappa);
  EXPECT_FALSE(state.rods[0] == before.rods[0]);
  // and goes on when it is one again
  moving.rods[1].forces[0].force = {0, 1e-3, 0};
  EXPECT_TRUE(step(moving, state, work, settings).failed.empty());
}

// A target that is not finite, gravity, a step of no time: nothing moves, and is named or refused.
TEST_P(Abuse, NonFiniteInputsNeverReachTheState) {
  Scene scene;
  scene.rods = {evenRod(GetParam(), 4, 0.3, {1e-3, 1, 1000, 1e7, 0.3})};
  const Survival roots = survive(
      scene, 1.0 / 24, 3, [](int, Scene&, auto& to, StepSettings&) { to[0].pose.position.x() = kNan; });
  EXPECT_EQ(roots.held, 3);
  const Survival gravity = survive(
      scene, 1.0 / 24, 3, [](int, Scene& moving, auto&, StepSettings&) { moving.gravity.x() = kNan; });
  EXPECT_EQ(gravity.held, 3);
  Workspace work(scene);
  State state = restState(scene);
  for (const double dt : {0.0, -1.0, kNan}) {
    StepSettings settings;
    settings.dt = dt;
    EXPECT_THROW(step(scene, state, work, settings), Error);
  }
}

// A held root that jumps takes along what hangs on it, even where nothing can be solved.
TEST_P(Abuse, AttachedRodsFollowAFailedParent) {
  Scene scene;
  scene.rods = {evenRod(GetParam(), 4, 0.3, {1e-3, 1, 1000, 1e7, 0.3})};
  scene.rods.push_back(scene.rods[0]);
  scene.rods[1].root = Root::attached;
  scene.rods[1].parent = 0;
  scene.rods[1].parentArc = 0.3;
  scene.rods[1].forces = {{0.1, Vector3d::Zero()}};
  State state = restState(scene);
  Workspace work(scene);
  scene.rods[1].forces[0].force.x() = kNan;
  std::vector<RootTarget> roots(2);
  roots[0].pose.position = {5, 0, 0};
  StepSettings settings;
  settings.roots = &roots;
  EXPECT_EQ(step(scene, state, work, settings).failed, (std::vector<std::size_t>{0, 1}));
  const Vector3d tip = knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)).back().position;
  EXPECT_LT((tip - state.rods[1].pose.root.position).norm(), 1e-12);
  EXPECT_NEAR(tip.x(), 5.3, 1e-9);
}

// Nothing that does not fit is read beyond its end.
TEST_P(Abuse, StatesAndTargetsOfWrongSizeThrow) {
  Scene scene;
  scene.rods = {evenRod(GetParam(), 4, 0.3, {1e-3, 1, 1000, 1e7, 0.3})};
  const State good = restState(scene);
  Workspace work(scene);
  const auto refused = [&](const std::function<void(State&, StepSettings&)>& spoil) {
    State state = good;
    StepSettings settings;
    spoil(state, settings);
    EXPECT_THROW(step(scene, state, work, settings), Error);
  };
  const std::vector<RootTarget> none;
  refused([](State& s, StepSettings&) { s.rods.clear(); });
  refused([](State& s, StepSettings&) { s.rods[0].rates.pop_back(); });
  refused([](State& s, StepSettings&) { s.rods[0].rates[0].x() = kNan; });
  refused([](State& s, StepSettings&) { s.rods[0].pose.root.axes.setZero(); });
  refused([&](State&, StepSettings& settings) { settings.roots = &none; });
  refused([](State&, StepSettings& settings) { settings.iterations = 0; });
  const Scene other = scene;
  State state = good;
  EXPECT_THROW(step(other, state, work, {}), Error);
  scene.rods[0].forces = {{0.1, Vector3d::Zero()}};  // comes too late
  EXPECT_THROW(step(scene, state, work, {}), Error);
}

TEST_P(Abuse, InvalidInputsThrow) {
  const SectionInput good{1e-3, 1, 1000, 1e7, 0.3};
  for (const auto& bad : {SectionInput{0, 1, 1000, 1e7, 0.3}, SectionInput{1e-3, 1, 0, 1e7, 0.3},
                          SectionInput{1e-3, 1, 1000, -1, 0.3}, SectionInput{1e-3, 1, 1000, 1e7, 0.7},
                          SectionInput{1e-3, -2, 1000, 1e7, 0.3}, SectionInput{kNan, 1, 1000, 1e7, 0.3}})
    EXPECT_THROW(makeSection(bad), Error);
  const auto refused = [&](const std::function<void(Scene&)>& spoil) {
    Scene scene;
    scene.rods = {evenRod(GetParam(), 3, 0.3, good)};
    spoil(scene);
    EXPECT_THROW(checkScene(scene), Error);
    EXPECT_THROW(restState(scene), Error);
  };
  refused([](Scene& s) { s.rods[0].sections[1].mass = 0; });
  refused([](Scene& s) { s.rods[0].sections[1].stiffness[2] = -1; });
  refused([](Scene& s) { s.rods[0].arc[1] = s.rods[0].arc[2]; });
  refused([](Scene& s) { s.rods[0].arc[1] = kNan; });
  refused([](Scene& s) { s.rods[0].forces = {{0.1, Vector3d(kNan, 0, 0)}}; });
  refused([](Scene& s) { s.gravity[0] = kNan; });
  refused([](Scene& s) { s.rods[0].rest = {}; });
  refused([](Scene& s) { s.rods[0].targetSprings = {{0.1, {}, -1, 0}}; });
  refused([](Scene& s) { s.rods[0].sections[1].stiffness.z() = kNan; });
  refused([](Scene& s) { s.rods[0].attachment.axes *= 2; });
  refused([](Scene& s) { s.rods[0].rest.change(0, {0, kNan, 0}); });
  refused([](Scene& s) {
    s.rods[0].root = Root::attached;
    s.rods[0].parent = 0;
  });
}

}  // namespace
}  // namespace tendril::test
