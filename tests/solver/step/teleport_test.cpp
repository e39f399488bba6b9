// Rods that are set down a hundred metres away, and held roots that jump as far between two steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

const Vector3d kFarAway(80, 0, -60);  // m

// A held rod, 0.5 m long, and another on it. Chains are not damped: their damping is of first order in the
// turn of a step, so Newton's last iterates, which differ by more than rounding, would depend on the origin.
Scene heldPair(Model model) {
  Scene scene;
  scene.rods = {evenRod(model, 8, 0.5, {3e-3, 1, 1000, 1e7, 0.3})};
  scene.rods[0].damping = model == Model::chain ? 0 : 0.02;
  scene.rods.push_back(evenRod(model, 4, 0.2, {2e-3, 1, 1000, 1e7, 0.3}));
  scene.rods[1].damping = model == Model::chain ? 0 : 0.02;
  scene.rods[1].root = Root::attached;
  scene.rods[1].parent = 0;
  scene.rods[1].parentArc = 0.25;
  scene.rods[1].attachment.axes = turnBy({0.4, 0.7, 0}).toRotationMatrix();
  return scene;
}

void setDown(State& state, const Vector3d& by) {
  for (std::vector<RodState>* rods : {&state.rods, &state.past})
    for (RodState& rod : *rods) rod.pose.root.position += by;
}

// Places of all knots, seen from the first root.
std::vector<Vector3d> shapeSeenFromRoot(const Scene& scene, const State& state) {
  std::vector<Vector3d> places;
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    for (const Frame<double>& knot : knotFrames(shapeOf(scene.rods[r], state.rods[r].pose)))
      places.push_back(knot.position - state.rods[0].pose.root.position);
  return places;
}

double largestGap(const std::vector<Vector3d>& a, const std::vector<Vector3d>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

// The equations of motion know no origin: a swinging rod that is set down elsewhere between two steps, with
// its past, swings on as it would have, whether its root stood or rode at 3 m/s. Rounding of 100 m is 1e-14
// m.
TEST(Teleport, ARodSetDownElsewhereSwingsOnUnchanged) {
  for (const Model model : sweptModels())
    for (const Scheme scheme : {Scheme::smooth, Scheme::robust})
      for (const Vector3d& ride : {Vector3d(0, 0, 0), Vector3d(3, 0, 0)}) {
        SCOPED_TRACE(std::string(nameOf(model)) + ", riding at " + std::to_string(ride.norm()));
        const Scene scene = heldPair(model);
        State stays = restState(scene), jumps = stays;
        Workspace work(scene), other(scene);
        StepSettings settings;
        settings.scheme = scheme;
        std::vector<RootTarget> roots(2);
        settings.roots = &roots;
        double gap = 0;
        for (int i = 1; i <= 48; ++i) {
          if (i % 12 == 0) setDown(jumps, kFarAway);
          roots[0].pose.position = i * settings.dt * ride;
          roots[0].motion.velocity = ride;
          EXPECT_TRUE(step(scene, stays, work, settings).failed.empty());
          roots[0].pose.position += (i / 12) * kFarAway;
          EXPECT_TRUE(step(scene, jumps, other, settings).failed.empty());
          gap = std::max(gap, largestGap(shapeSeenFromRoot(scene, stays), shapeSeenFromRoot(scene, jumps)));
        }
        EXPECT_GT((jumps.rods[0].pose.root.position - stays.rods[0].pose.root.position).norm(), 399);
        EXPECT_LT(gap, 1e-9);
      }
}

// A root that is led that far in one step, without a velocity, while its rods' inertia stays behind: no rod
// is held, and within five seconds all hang as before.
THOROUGH_TEST(Teleport, RodsOfARootThatJumpedHangAgainAsBefore) {
  for (const Model model : sweptModels())
    for (const Scheme scheme : {Scheme::smooth, Scheme::robust})
      for (const double dt : {1.0 / 24, 1.0 / 240}) {
        SCOPED_TRACE(std::string(nameOf(model)) + ", " + std::to_string(dt) + " s");
        Scene scene = heldPair(model);
        for (SceneRod& rod : scene.rods) rod.massDamping = 4;
        State state = restState(scene);
        EXPECT_TRUE(findEquilibrium(scene, state).stable);
        const std::vector<Vector3d> hanging = shapeSeenFromRoot(scene, state);
        Workspace work(scene);
        StepSettings settings;
        settings.scheme = scheme;
        settings.dt = dt;
        std::vector<RootTarget> roots(scene.rods.size());
        settings.roots = &roots;
        for (int i = 1; i * dt < 5; ++i) {
          if (i == 5) {
            EXPECT_LT(largestGap(shapeSeenFromRoot(scene, state), hanging), 1e-9);
            roots[0].pose.position = kFarAway;
          }
          EXPECT_TRUE(step(scene, state, work, settings).failed.empty()) << "step " << i;
        }
        EXPECT_EQ(state.rods[0].pose.root.position, kFarAway);
        EXPECT_LT(largestGap(shapeSeenFromRoot(scene, state), hanging), 1e-3 * 0.5);
        const SceneRod& rod = scene.rods[0];
        const double size = 0.5 * 9.81 * rod.sections[0].mass * rod.arc.back() * rod.arc.back();  // m g L / 2
        EXPECT_LT(energiesOf(scene, state).kinetic, 1e-4 * size);
      }
}

}  // namespace
}  // namespace tendril::test
