// What many rods hold in memory between steps, and that giving it back changes no bit.
#include <gtest/gtest.h>
#include <malloc.h>
#include <tbb/global_control.h>

#include "solver/examples/rod_scenes.h"
#include "solver/step/step.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

Scene curls(int count) {
  Scene scene;
  for (int i = 0; i < count; ++i) {
    SceneRod rod = hangingCurl(Model::clothoid, 4, 1e9, 0.008, 0.02).rods[0];
    rod.sections.resize(rod.arc.size(), rod.sections[0]);
    rod.drag.assign(rod.arc.size(), dragOf({1.2, 1.8e-5}, 4e-5, 4e-5, 1, 1));
    rod.rest.kappa[1] *= 1 + 1e-3 * i;
    scene.rods.push_back(rod);
  }
  return scene;
}

StepSettings smallSteps() {
  StepSettings settings;
  settings.dt = 1.0 / 48;
  return settings;
}

#ifndef TENDRIL_SANITIZED
TEST(StepMemory, ManyRodsHoldLittleBetweenSteps) {
  const tbb::global_control alone(tbb::global_control::max_allowed_parallelism, 1);  // one arena
  constexpr int kRods = 128;
  const Scene scene = curls(kRods);
  State state = restState(scene);
  const std::size_t before = mallinfo2().uordblks;
  Workspace work(scene);
  for (int i = 0; i < 3; ++i) step(scene, state, work, smallSteps());
  const std::size_t held = (mallinfo2().uordblks - before) / kRods;
  RecordProperty("bytes", std::to_string(held));
  EXPECT_GT(held, 1000u);  // it is counted
  EXPECT_LT(held, 40000u);
}
#endif

// Alone a rod keeps its points from step to step; among many it finds them anew.
TEST(StepMemory, ARodAmongManyMovesAsItDoesAlone) {
  constexpr int kRods = 80;
  const Scene many = curls(kRods);
  State state = restState(many);
  Workspace work(many);
  for (int i = 0; i < 5; ++i) step(many, state, work, smallSteps());
  for (const std::size_t r : {std::size_t(0), std::size_t(41), std::size_t(79)}) {
    Scene one = many;
    one.rods = {many.rods[r]};
    State its = restState(one);
    Workspace own(one);
    for (int i = 0; i < 5; ++i) step(one, its, own, smallSteps());
    EXPECT_TRUE(its.rods[0] == state.rods[r]) << r;
    EXPECT_TRUE(its.past[0] == state.past[r]) << r;
    EXPECT_EQ(own.result(0).energies.kinetic, work.result(r).energies.kinetic);
    EXPECT_EQ(own.result(0).energies.potential, work.result(r).energies.potential);
    EXPECT_GT(own.result(0).energies.kinetic, 0);
  }
}

}  // namespace
}  // namespace tendril::test
