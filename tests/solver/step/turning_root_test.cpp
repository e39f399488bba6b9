// Rods that turn with their roots: they do not lag behind, at any frame rate, and no step is refused.
#include <gtest/gtest.h>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

struct Turned {
  double lag = 0, mean = 0;  // degrees: largest, and mean, once the motion is steady
  int retries = 0;
};

// A radial rod whose root turns ever faster for 4 s, then steadily. No air, no gravity: nothing but its own
// damping calms it.
Turned turned(Model model, double young, double rate, double turns, double offset) {
  constexpr double kUp = 4, kEnd = 16, kLook = 12;  // s
  Scene scene;
  scene.gravity.setZero();
  scene.rods = {straightRod(model, 8, 0.5, young)};
  scene.rods[0].damping = 0.05;
  scene.rods[0].attachment.position.x() = offset;
  State state = restState(scene);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1 / rate;
  std::vector<RootTarget> roots(1);
  settings.roots = &roots;
  Turned found;
  int looked = 0;
  for (int i = 1; i <= static_cast<int>(kEnd * rate); ++i) {
    const double t = i / rate, full = 2 * kPi * turns, spin = full * std::min(1.0, t / kUp);
    const double angle = t < kUp ? 0.5 * spin * t : full * (t - 0.5 * kUp);
    roots[0].pose.axes = turnBy({0, 0, std::fmod(angle, 2 * kPi)}).toRotationMatrix();
    roots[0].pose.position = offset * roots[0].pose.axes.col(0);
    roots[0].motion = {{0, 0, spin}, spin * offset * roots[0].pose.axes.col(1)};
    const Report report = step(scene, state, work, settings);
    EXPECT_TRUE(report.failed.empty());
    if (t < kLook) continue;
    ++looked;
    found.retries += report.retries;
    const std::vector<Frame<double>> knots = knotFrames(shapeOf(scene.rods[0], state.rods[0].pose));
    const Vector3d to = roots[0].pose.axes.transpose() * (knots.back().position - knots[0].position);
    const double lag = std::atan2(to.y(), to.x()) * 180 / kPi;
    found.lag = std::max(found.lag, std::abs(lag));
    found.mean += lag;
  }
  found.mean /= looked;
  return found;
}

TEST(TurningRoot, RodsDoNotLagBehind) {
  for (const Model model : sweptModels())
    for (const double rate : {24.0, 48.0})
      for (const double turns : {1.0, 2.0, 3.0})
        for (const double offset : {0.0, 0.1}) {
          SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(turns) + " turns a second, " +
                       std::to_string(rate) + " steps a second, offset " + std::to_string(offset));
          const Turned stiff = turned(model, 1e9, rate, turns, offset),
                       soft = turned(model, 1e8, rate, turns, offset);
          EXPECT_LT(stiff.lag, 0.1);
          EXPECT_EQ(stiff.retries, 0);
          // it still swings about its mean
          if (turns * 360 / rate < 40) {
            EXPECT_LT(std::abs(soft.mean), 1);
          }
        }
}

// Soft rods go on swinging about their roots, because nothing else damps them: at film steps as far as at
// fine ones. Where a step turns by 45 degrees, their swing is not resolved.
THOROUGH_TEST(TurningRoot, SoftRodsSwingAsFarAsInFineSteps) {
  for (const double young : {1e7, 1e8})
    for (const double turns : {1.0, 2.0, 3.0}) {
      SCOPED_TRACE(std::to_string(young) + " Pa, " + std::to_string(turns) + " turns a second");
      const double fine = turned(Model::clothoid, young, 480, turns, 0).lag;
      const Turned film = turned(Model::clothoid, young, 48, turns, 0);
      EXPECT_NEAR(film.lag, fine, 1 + 0.12 * fine);
      EXPECT_EQ(film.retries, 0);
      if (young == 1e8 && turns < 3) {
        EXPECT_NEAR(turned(Model::clothoid, young, 24, turns, 0).lag, fine, 1);
      }
    }
}

// A target without a motion moves its rod as the same with it: along the parabola through its poses.
TEST(TurningRoot, ATargetWithoutAMotionMovesAlongItsPoses) {
  for (const Scheme scheme : {Scheme::smooth, Scheme::robust}) {
    Scene scene;
    scene.rods = {straightRod(Model::clothoid, 6, 0.3, 1e8)};
    State given = restState(scene), derived = given;
    Workspace work(scene), other(scene);
    StepSettings settings;
    settings.scheme = scheme;
    settings.dt = 1.0 / 96;
    std::vector<RootTarget> roots(1), poses(1);
    double apart = 0, way = 0;
    for (int i = 1; i <= 96; ++i) {
      const double t = i * settings.dt;
      roots[0].pose.position = {0, 0.2 * (1 - std::cos(4 * t)), 0};
      roots[0].pose.axes = turnBy({0, 0, 1 - std::cos(3 * t)}).toRotationMatrix();
      poses[0].pose = roots[0].pose;
      roots[0].motion = {{0, 0, 3 * std::sin(3 * t)}, {0, 0.8 * std::sin(4 * t), 0}};
      settings.roots = &roots;
      step(scene, given, work, settings);
      settings.roots = &poses;
      step(scene, derived, other, settings);
      const Vector3d tip = knotFrames(shapeOf(scene.rods[0], given.rods[0].pose)).back().position;
      apart = std::max(
          apart, (tip - knotFrames(shapeOf(scene.rods[0], derived.rods[0].pose)).back().position).norm());
      way = std::max(way, tip.y());
    }
    EXPECT_LT(apart, 0.01 * 0.3);
    EXPECT_GT(way, 0.3);
  }
}

}  // namespace
}  // namespace tendril::test
