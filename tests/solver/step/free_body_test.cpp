// Bodies that nothing holds: they keep energy, momentum and the spin about their own axis, at film steps as
// at fine ones, in vacuum and in air.
#include <gtest/gtest.h>

#include "solver/elements/step_terms.h"
#include "solver/examples/rod_scenes.h"
#include "solver/forces/drag.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

constexpr double kSteps[] = {24, 60, 240};    // a second
constexpr double kTime = kThorough ? 60 : 1;  // s

Momentum momentumAt(const Scene& scene, const State& state) {
  Sweep sweep(scene);
  ForestState at = forestStateOf(state.rods);
  sweep.setState(at);
  Momentum sum;
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    sweep.rod(r).kinematics.storePoints();
    sweep.rod(r).results.addMomentum(false, sum);
  }
  return sum;
}

// About the centre of mass.
Vector3d angularMomentum(const Momentum& of) {
  return of.angular - (of.first / of.mass).cross(of.linear);
}

// A round stick of wood, 0.4 m long and 8 mm thick.
Scene stickOf(Model model) {
  Scene scene;
  scene.gravity.setZero();
  scene.rods = {evenRod(model, 4, 0.4, {4e-3, 1, 700, 1e10, 0.3})};
  scene.rods[0].root = Root::free;
  return scene;
}

// It spins about an axis of its own (rad/s) and tumbles about one across.
State tumbling(const Scene& scene, const Vector3d& spin) {
  State state = restState(scene);
  state.rods[0].spin = spin;
  state.rods[0].velocity = -spin.cross(Vector3d(0.2, 0, 0));
  return state;
}

// rad/s, of the whole body.
Vector3d spinOf(const Scene& scene, const State& state) {
  const Momentum now = momentumAt(scene, state);
  const Vector3d c = now.first / now.mass;
  Matrix3d inertia = now.inertia + now.mass * c * c.transpose();
  inertia.diagonal().array() -= now.mass * c.squaredNorm();
  return inertia.ldlt().solve(angularMomentum(now));
}

double axialSpin(const Scene& scene, const State& state) {
  const std::vector<Frame<double>> knots = knotFrames(shapeOf(scene.rods[0], state.rods[0].pose));
  return spinOf(scene, state).dot((knots.back().position - knots[0].position).normalized());
}

void expectFreeMotion(const Scene& scene, double rate, double seconds) {
  constexpr double kSpin = 0.72;  // rad/s
  State state = tumbling(scene, {kSpin, 0, 5});
  const Momentum before = momentumAt(scene, state);
  const double energy = energiesOf(scene, state).total();
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1 / rate;
  double most = 0, least = 1e300, turn = 0;
  for (int i = 1; i <= static_cast<int>(seconds * rate); ++i) {
    settings.time = i / rate;
    ASSERT_TRUE(step(scene, state, work, settings).failed.empty());
    const double now = energiesOf(scene, state).total();
    most = std::max(most, now);
    least = std::min(least, now);
    turn = std::max(turn, std::abs(axialSpin(scene, state) - kSpin));
  }
  EXPECT_LT(turn, 0.01 * kSpin);
  EXPECT_LT(most, 1.005 * energy);
  EXPECT_GT(least, 0.99 * energy);
  const Momentum after = momentumAt(scene, state);
  EXPECT_LT((angularMomentum(after) - angularMomentum(before)).norm(), 1e-6 * angularMomentum(before).norm());
  EXPECT_LT((after.linear - before.linear).norm(), 1e-9 * before.mass);
}

TEST(FreeBody, AStickKeepsItsSpinAndEnergyInVacuum) {
  for (const Model model : sweptModels())
    for (const double rate : kSteps) {
      SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(rate) + " steps a second");
      expectFreeMotion(stickOf(model), rate, kTime);
    }
}

TEST(FreeBody, AStickKeepsItsSpinAndEnergyInAirWithoutDensity) {
  for (const Model model : sweptModels())
    for (const double rate : kSteps) {
      SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(rate) + " steps a second");
      Scene scene = stickOf(model);
      scene.rods[0].drag.assign(5, dragOf({0, 0}, 4e-3, 4e-3, 1, 1));
      expectFreeMotion(scene, rate, kTime);
    }
}

// A steel rod that is thrown at 20 rad/s into air and drops: how fast it tumbles after 2 s.
double tumbleAfterThrow(Model model, double rate) {
  Scene scene;
  scene.rods = {evenRod(model, 4, 0.4, {4e-3, 1, 7800, 2e11, 0.3})};
  scene.rods[0].root = Root::free;
  scene.rods[0].drag.assign(5, dragOf({}, 4e-3, 4e-3, 1, 1));
  State state = tumbling(scene, {1, 0, 20});
  state.rods[0].velocity += Vector3d(3, 5, 0);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1 / rate;
  for (int i = 1; i <= static_cast<int>(2 * rate); ++i)
    EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
  return spinOf(scene, state).norm();
}

TEST(FreeBody, AThrownStickTumblesInAirAsInFineSteps) {
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    const double fine = tumbleAfterThrow(model, kThorough ? 1920 : 240);
    EXPECT_NEAR(tumbleAfterThrow(model, 60), fine, 0.05 * fine);
    EXPECT_NEAR(tumbleAfterThrow(model, 24), fine, 0.15 * fine);
    EXPECT_LT(fine, 19.9);
    EXPECT_GT(fine, 15);
  }
}

// Two rods that are fused at an angle, thrown and turning, in vacuum.
TEST(FreeBody, FusedRodsKeepTheirCentreOfMass) {
  for (const Model model : sweptModels())
    for (const double rate : kSteps) {
      SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(rate) + " steps a second");
      Scene scene;
      scene.gravity.setZero();
      for (int r = 0; r < 2; ++r) {
        scene.rods.push_back(evenRod(model, 4, 0.3, {3e-3, 1, 1000, 1e8, 0.3}));
        scene.rods[static_cast<std::size_t>(r)].root = Root::free;
      }
      State state = restState(scene);
      state.rods[1].pose.root.axes = turnBy({0, 0, 1}).toRotationMatrix();
      state.rods[1].pose.root.position = {0.3, 0, 0};
      SceneConstraint fuse;
      fuse.setType(*findConstraintType("fuse"));
      fuse.ends[0] = {0, 0.3, {}};
      fuse.ends[1] = {1, 0, {state.rods[1].pose.root.axes.transpose(), Vector3d::Zero()}};
      scene.constraints = {fuse};
      const Vector3d spin(0.5, 1, 4), pivot(0.3, 0, 0);
      for (RodState& rod : state.rods) {
        rod.spin = spin;
        rod.velocity = spin.cross(rod.pose.root.position - pivot);
      }
      const Momentum before = momentumAt(scene, state);
      Workspace work(scene);
      StepSettings settings;
      settings.dt = 1 / rate;
      const double seconds = kThorough ? 20 : 1;
      const int steps = static_cast<int>(seconds * rate);
      for (int i = 1; i <= steps; ++i) ASSERT_TRUE(step(scene, state, work, settings).failed.empty());
      const Momentum after = momentumAt(scene, state);
      const Vector3d way = (after.first - before.first - seconds * before.linear) / before.mass;
      EXPECT_LT(way.norm(), 1e-9);
      EXPECT_LT((angularMomentum(after) - angularMomentum(before)).norm(),
                1e-6 * angularMomentum(before).norm());
    }
}

// A stem with two boughs that turns in vacuum.
TEST(FreeBody, ATumblingTreeKeepsItsEnergy) {
  for (const Model model : sweptModels())
    for (const double rate : kSteps) {
      SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(rate) + " steps a second");
      Scene scene;
      scene.gravity.setZero();
      scene.rods = {evenRod(model, 6, 0.4, {4e-3, 1, 700, 1e9, 0.3})};
      scene.rods[0].root = Root::free;
      for (int i = 0; i < 2; ++i) {
        scene.rods.push_back(evenRod(model, 4, 0.2, {2e-3, 1, 700, 1e9, 0.3}));
        SceneRod& bough = scene.rods.back();
        bough.root = Root::attached;
        bough.parent = 0;
        bough.parentArc = i == 0 ? 0.15 : 0.3;
        bough.attachment.axes = turnBy({0.3, 0, i == 0 ? 0.8 : -0.9}).toRotationMatrix();
      }
      for (SceneRod& rod : scene.rods) rod.damping = 0.01;
      State state = restState(scene);
      state.rods[0].spin = {1, 3, 2};
      Workspace work(scene);
      StepSettings settings;
      settings.dt = 1 / rate;
      const double energy = energiesOf(scene, state).total();
      double most = 0;
      for (int i = 1; i <= (kThorough ? 2400 : 60); ++i) {  // 100 s at film steps
        ASSERT_TRUE(step(scene, state, work, settings).failed.empty());
        most = std::max(most, energiesOf(scene, state).total());
      }
      EXPECT_LT(most, 1.005 * energy);
    }
}

// A chain that is thrown with its first joint turning: that joint is a joint to nothing.
TEST(FreeBody, AFreeChainsFirstJointIsNoSpring) {
  Scene scene;
  scene.gravity.setZero();
  scene.rods = {evenRod(Model::chain, 4, 0.4, {4e-3, 1, 700, 1e7, 0.3})};
  scene.rods[0].root = Root::free;
  State state = restState(scene), same = state;
  state.rods[0].spin = {1, 2, 5};
  state.rods[0].rates[0] = {0, 0, 3};
  same.rods[0].spin = {1, 2, 8};
  Workspace work(scene), other(scene);
  StepSettings settings;
  settings.dt = 1.0 / 60;
  const double energy = energiesOf(scene, state).total();
  for (int i = 0; i < 600; ++i) {
    step(scene, state, work, settings);
    step(scene, same, other, settings);
  }
  EXPECT_EQ(state.rods[0].rates[0].norm(), 0);
  EXPECT_EQ(state.rods[0].pose.joints[0].w(), 1);
  EXPECT_LT((state.rods[0].spin - same.rods[0].spin).norm(), 1e-9);
  EXPECT_LT(energiesOf(scene, state).total(), 1.005 * energy);
}

}  // namespace
}  // namespace tendril::test
