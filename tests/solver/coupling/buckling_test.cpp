// Rods pressed between their ends, straight to the bit or nearly so: they buckle at Euler's load.
#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include "solver/base/math.h"
#include "solver/examples/rod_scenes.h"
#include "solver/rods/model.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

struct Press {
  Model model;
  int elements;
  double natural;  // 1/m: curvature at rest
  bool clamped;    // in direction; else pinned at both ends
};

struct Pressed {
  std::size_t unsolved = 0;
  double force = 0;  // in parts of EI / L^2
};

// The ends come closer by 0.3 % of the length, then rest.
Pressed pressed(const Press& press) {
  constexpr double kLength = 1, kShorter = 0.003, kTime = 10, kDt = 1.0 / 24;  // m, s
  Scene scene;
  scene.gravity.setZero();
  SceneRod rod = straightRod(press.model, press.elements, kLength, 1e8, 5e-3);
  if (press.natural > 0) bendRest(rod, {0, 0, press.natural});
  rod.damping = 0.02;
  rod.massDamping = 3;
  if (!press.clamped) rod.root = Root::free;
  scene.rods = {rod};
  scene.constraints = {constraintOf("position", 0, kLength)};
  if (press.clamped)
    scene.constraints.push_back(constraintOf("orientation", 0, kLength));
  else
    scene.constraints.push_back(constraintOf("position", 0, 0));
  State state = restState(scene);
  Workspace work(scene);
  Pressed found;
  const int count = static_cast<int>(kTime / kDt);
  for (int i = 1; i <= count; ++i) {
    scene.constraints[0].target.position.x() = kLength * (1 - kShorter * std::min(1.0, 2.0 * i / count));
    found.unsolved += step(scene, state, work, steps(kDt)).failed.size();
  }
  found.force = work.constraintResult(0).force.norm() * kLength * kLength / rod.sections[0].stiffness[1];
  return found;
}

TEST(Buckling, APressedRodBucklesAtEulersLoad) {
  std::vector<Press> all;
  for (const Model model : sweptModels())
    for (const int elements : {8, 32, 64})
      for (const double natural : {0.0, 1e-9, 1e-4})
        for (const bool clamped : {false, true}) {
          if (!kThorough && (elements > 8 || natural == 1e-4)) continue;
          all.push_back({model, elements, natural, clamped});
        }
  std::vector<Pressed> found(all.size());
  tbb::parallel_for(std::size_t(0), all.size(), [&](std::size_t i) { found[i] = pressed(all[i]); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(std::string(nameOf(all[i].model)) + " of " + std::to_string(all[i].elements) +
                 (all[i].clamped ? ", clamped" : ", pinned") + ", natural curvature " +
                 std::to_string(all[i].natural));
    // Euler's load, and 0.15 % for the bow of 0.3 %; elements of constant curvature converge with their
    // square
    const double euler = (all[i].clamped ? 4 : 1) * kPi * kPi * 1.0015;
    const double coarse =
        all[i].model == Model::clothoid ? 0 : (all[i].clamped ? 4 : 1) / std::pow(all[i].elements, 2);
    EXPECT_NEAR(found[i].force, euler, (0.002 + coarse) * euler);
    EXPECT_EQ(found[i].unsolved, 0u);
  }
}

}  // namespace
}  // namespace tendril::test
