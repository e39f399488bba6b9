// One-sided rows: sticks that fall on a floor, on any side of them, of any stiffness.
#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <cstdlib>

#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

struct Drop {
  Model model;
  double young, tilt, dt, compliance, damping;  // Pa, rad, s, m/N, s
  int rows;                                     // under the tip, both ends, all knots
  bool ontoRod;                                 // the floor is a held rod instead of the world
};

struct Fall {
  std::size_t unsolved = 0;
  double gain = 0, depth = 0;  // in parts of m g h; m
};

constexpr double kLength = 0.4, kHeight = 0.6;  // m
constexpr int kElements = 8;

Scene sceneOf(const Drop& drop) {
  Scene scene;
  SceneRod stick = straightRod(drop.model, kElements, kLength, drop.young, 4e-3);
  stick.root = Root::free;
  stick.damping = drop.damping;
  stick.attachment.axes = turnBy({0, 0, drop.tilt}).toRotationMatrix();
  stick.attachment.position.y() = kHeight - std::min(0.0, kLength * std::sin(drop.tilt));
  scene.rods = {stick};
  if (drop.ontoRod) {
    scene.rods.push_back(straightRod(drop.model, 2, 0.1, 1e9, 2e-2));
    scene.rods[1].attachment.position.z() = 0.3;
  }
  for (int k = drop.rows == 0 ? kElements : 0; k <= kElements; k += drop.rows == 2 ? 1 : kElements) {
    const double arc = kLength * k / kElements;
    scene.constraints.push_back(drop.ontoRod ? betweenRods("unilateral", 0, arc, 1, 0)
                                             : constraintOf("unilateral", 0, arc));
    scene.constraints.back().compliance = drop.compliance;
  }
  return scene;
}

Fall fallOf(const Drop& drop) {
  constexpr double kTime = 1.5;  // s: falls for 0.35 s, then bounces, rolls and flies
  const Scene scene = sceneOf(drop);
  const SceneRod& stick = scene.rods[0];
  const double weight = stick.sections[0].mass * kLength * 9.81;
  State state = restState(scene);
  Workspace work(scene);
  Fall fall;
  const double before = energiesOf(scene, state).total();
  for (int i = 0; i < static_cast<int>(kTime / drop.dt); ++i) {
    fall.unsolved += step(scene, state, work, steps(drop.dt)).failed.size();
    for (std::size_t c = 0; c < scene.constraints.size() && drop.compliance == 0; ++c)
      fall.depth = std::max(fall.depth, work.constraintResult(c).residual);
    fall.gain = std::max(fall.gain, (energiesOf(scene, state).total() - before) / (weight * kHeight));
  }
  return fall;
}

// A part of them; all with TENDRIL_LONG (make check PART=long).
TEST(OneSided, AStickFallsOnAnyFloor) {
  const bool all = std::getenv("TENDRIL_LONG") != nullptr;
  std::vector<Drop> drops;
  const std::vector<double> stiff = all ? std::vector{1e5, 1e6, 1e7, 1e8, 1e9} : std::vector{1e5, 1e9};
  const std::vector<double> tilts = all ? std::vector{0.0, 0.3, 0.8, 1.2, 1.5, -1.0} : std::vector{1.2, -1.0};
  for (const Model model : sweptModels())
    for (const double young : stiff)
      for (const double tilt : tilts)
        for (const double dt : {1.0 / 24, 1.0 / 60, 1.0 / 240})
          for (const double compliance : {0.0, 1e-5})
            for (const int rows : {0, 1, 2})
              for (const bool ontoRod : {false, true})
                for (const double damping : {0.0, 2e-3}) {
                  // neither damped ones nor those in between, and under sanitizers only stiff floors
                  if (!all && ((damping != 0) != ontoRod || dt == 1.0 / 60)) continue;
                  if (!kThorough && compliance != 0) continue;
                  drops.push_back({model, young, tilt, dt, compliance, damping, rows, ontoRod});
                }
  std::vector<Fall> falls(drops.size());
  tbb::parallel_for(std::size_t(0), drops.size(), [&](std::size_t i) { falls[i] = fallOf(drops[i]); });
  for (std::size_t i = 0; i < drops.size(); ++i) {
    const Drop& drop = drops[i];
    SCOPED_TRACE(std::string(nameOf(drop.model)) + ", E " + std::to_string(drop.young) + ", tilt " +
                 std::to_string(drop.tilt) + ", steps of 1/" + std::to_string(1 / drop.dt) + " s, rows " +
                 std::to_string(drop.rows) + ", compliance " + std::to_string(drop.compliance) +
                 (drop.ontoRod ? ", onto a rod" : ""));
    EXPECT_EQ(falls[i].unsolved, 0u);
    EXPECT_LT(falls[i].gain, 0.01);
    EXPECT_LT(falls[i].depth, 1e-9);
  }
  EXPECT_GT(drops.size(), 100u);
}

}  // namespace
}  // namespace tendril::test
