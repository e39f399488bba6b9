// Pearls on a straight rod: what they do to each other keeps their momentum, however many touch.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/step/step.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

// A row of pearls without weight at rest, touching or a little apart, and one that comes with 0.5 m/s.
struct PearlRow {
  Scene scene;
  State state;
};

PearlRow rowOfPearls(int count, double apart, double restitution) {
  constexpr double kRadius = 0.02;
  PearlRow row;
  row.scene.gravity.setZero();
  row.scene.rods = {straightRod(Model::clothoid, 4, 2, 1e9, 0.01)};
  row.state = restState(row.scene);
  for (int i = 0; i < count; ++i) {
    const double arc = i == 0 ? 0.3 : 0.6 + (2 * kRadius + apart) * (i - 1);
    SceneConstraint pearl = constraintOf("pearl", 0, arc);
    pearl.mass = 1e-4 * (1 + i % 3);
    pearl.radius = kRadius;
    pearl.restitution = restitution;
    row.scene.constraints.push_back(pearl);
    ConstraintState state;
    state.begun = state.moves = true;
    state.arcs[0] = arc;
    state.place = state.pastPlace = Vector3d(arc, 0, 0);
    state.velocity = state.pastVelocity = Vector3d(i == 0 ? 0.5 : 0, 0, 0);
    row.state.constraints.push_back(state);
  }
  return row;
}

double momentumOf(const PearlRow& row) {
  double sum = 0;
  for (std::size_t i = 0; i < row.state.constraints.size(); ++i)
    sum += row.scene.constraints[i].mass * row.state.constraints[i].velocity.x();
  return sum;
}

TEST(Constraints, PearlsThatTouchKeepTheirMomentum) {
  for (const double restitution : {0.0, 0.6, 1.0})
    for (const double apart : {0.0, 0.003})
      for (int count = 2; count <= (kThorough ? 10 : 3); ++count)
        for (const Scheme scheme : {Scheme::smooth, Scheme::robust}) {
          SCOPED_TRACE(std::to_string(count) + " pearls, " + std::to_string(apart) +
                       " m apart, restitution " + std::to_string(restitution));
          PearlRow row = rowOfPearls(count, apart, restitution);
          const double before = momentumOf(row);
          Workspace work(row.scene);
          for (int i = 0; i < 80; ++i)
            ASSERT_TRUE(step(row.scene, row.state, work, steps(1.0 / 60, scheme)).failed.empty());
          EXPECT_NEAR(momentumOf(row), before, 1e-9 * before);
          EXPECT_GT(row.state.constraints.back().velocity.x(), 0.02);  // the impact went through
          double last = -1;
          for (const ConstraintState& pearl : row.state.constraints) {
            EXPECT_GE(pearl.arcs[0] - last, 0.04 - 1e-9);
            last = pearl.arcs[0];
          }
        }
}

}  // namespace
}  // namespace tendril::test
