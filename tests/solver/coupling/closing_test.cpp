// Constraints that begin to act while they are off: at once they move places and no rates; over a time they
// pull.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/evaluate.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"

namespace tendril::test {
namespace {

constexpr double kRates[] = {24, 60, 240, 960};  // steps a second

Vector3d tipPlace(const SceneRod& rod, const Pose& pose) {
  return knotFrames(shapeOf(rod, pose)).back().position;
}

// A hanging rod whose pin at the tip is off, 5 cm beside it.
Scene pinnedBeside(Model model) {
  Scene scene;
  scene.rods = {straightRod(model, 8, 0.4, 1e7, 3e-3)};
  scene.rods[0].attachment.axes = turnBy({0, 0, -1.5}).toRotationMatrix();
  scene.rods[0].damping = 0.02;
  scene.constraints = {constraintOf("position", 0, 0.4)};
  scene.constraints[0].active = false;
  return scene;
}

struct Pinned {
  double speed = 0;     // m/s, largest of any knot in the half second after it began
  double residual = 0;  // m, once it is closed
  double first = 0;     // m/s, fastest knot after the first step
  double closed = -1;   // s
};

double fastestKnot(const Scene& scene, const State& state) {
  double most = 0;
  const double step = 1e-6;
  RodState later = state.rods[0];
  for (std::size_t k = 0; k < later.rates.size(); ++k) later.pose.change(k, step * later.rates[k]);
  later.pose.root.position += step * later.velocity;
  later.pose.root.axes = turnBy(step * later.spin) * later.pose.root.axes;
  const auto now = knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)),
             then = knotFrames(shapeOf(scene.rods[0], later.pose));
  for (std::size_t k = 0; k < now.size(); ++k)
    most = std::max(most, (then[k].position - now[k].position).norm() / step);
  return most;
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
  for (int i = 1; i <= static_cast<int>(0.5 * rate); ++i) {
    EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
    const double off = (tipPlace(scene.rods[0], state.rods[0].pose) - pin.target.position).norm();
    found.speed = std::max(found.speed, fastestKnot(scene, state));
    if (i == 1) found.first = found.speed;
    if (off < 1e-9 && found.closed < 0) found.closed = i / rate;
    found.residual = off;
  }
  return found;
}

TEST(Closing, APinThatIsOffMovesPlacesAndThrowsNothing) {
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    std::vector<double> speeds;
    for (const double rate : kRates) {
      const Pinned found = pinned(model, rate, 0, 0, {0.02, 0.03, 0.034641});
      EXPECT_NEAR(found.closed, 1 / rate, 1e-12);
      EXPECT_LT(found.residual, 1e-9);
      EXPECT_LT(found.first, 0.2);  // 0.05 m in a step would be 1.2 to 48 m/s
      speeds.push_back(found.speed);
      std::printf("%s %g: first %g speed %g\n", nameOf(model), rate, found.first, found.speed);
    }
    for (const double speed : speeds) EXPECT_NEAR(speed, speeds.back(), 0.1 * speeds.back());
  }
}

TEST(Closing, AGapClosesOverItsTimeOrAtItsSpeed) {
  for (const Model model : sweptModels()) {
    SCOPED_TRACE(nameOf(model));
    for (const bool bySpeed : {false, true}) {
      std::vector<double> speeds;
      for (const double rate : kRates) {
        const Pinned found =
            pinned(model, rate, bySpeed ? 0 : 0.25, bySpeed ? 0.2 : 0, {0.02, 0.03, 0.034641});
        EXPECT_GE(found.closed, 0.25 - 1e-9);
        EXPECT_LE(found.closed, 0.25 + 1 / rate + 1e-9);
        EXPECT_LT(found.residual, 1e-9);
        speeds.push_back(found.speed);
        std::printf("%s %g: over time: speed %g\n", nameOf(model), rate, found.speed);
      }
      for (const double speed : speeds) EXPECT_NEAR(speed, speeds.back(), 0.1 * speeds.back());
    }
  }
}

}  // namespace
}  // namespace tendril::test
