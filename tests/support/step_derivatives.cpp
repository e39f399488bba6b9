// First and second derivatives of a step's potential beside central differences.
#include "tests/support/step_derivatives.h"

#include <gtest/gtest.h>

#include <random>

#include "solver/kinematics/rotation_vector.h"
#include "solver/sweep/dense_twin.h"
#include "solver/sweep/sweep.h"

namespace tendril::test {

using namespace solver;

namespace {

// A step's system and potential at a state; its beginning is what `start` says, its prediction what
// `predicted` says.
struct StepSystem {
  Dense dense;
  double potential;
};
StepSystem stepSystemAt(const Scene& scene, const ForestState& start, const ForestState& predicted,
                        const StepTerms& newton, ForestState at) {
  const std::vector<Vec6d> still(scene.rods.size(), Vec6d::Zero());
  Sweep sweep(scene);
  ForestState first = start, parts = predicted;
  sweep.reserveStations(first.poses, true);
  sweep.reserveStations(parts.poses, false);
  sweep.applyStations();
  sweep.setPose(first.poses);
  sweep.setRates(first.roots, first.rates);
  for (std::size_t r = 0; r < still.size(); ++r) sweep.rod(r).kinematics.storePoints();
  for (std::size_t r = 0; r < still.size(); ++r) sweep.rod(r).terms.setInertialTarget(0, newton.gamma);
  sweep.setPose(parts.poses);
  sweep.startForces(scene, 0.3);
  for (std::size_t r = 0; r < still.size(); ++r) {
    first.poses[r].findChanges(at.poses[r], 1, at.rates[r]);
    for (Vector3d& rate : at.rates[r]) rate /= newton.gamma;
  }
  sweep.setPose(at.poses);
  double size = 0;
  const double potential = sweep.potential(newton, at.rates, size);
  sweep.computeLoads(newton);
  sweep.assembleNewton(newton, at.rates);
  StepSystem made{{}, potential};
  made.dense = composed(scene, sweep, still, true);
  return made;
}

}  // namespace

StepDerivatives stepDerivatives(const Scene& scene, const State& state, unsigned seed) {
  const ForestState start = forestStateOf(state.rods);
  ForestState parts = start;
  std::mt19937 noise(seed);
  const auto vector = [&](double size) {
    std::uniform_real_distribution<> part(-size, size);
    return Vector3d(part(noise), part(noise), part(noise));
  };
  for (Pose& pose : parts.poses) {
    for (Vector3d& kappa : pose.kappa) kappa += vector(5);
    for (Eigen::Quaterniond& joint : pose.joints) joint = joint * turnBy(vector(0.2));
  }
  StepTerms newton;
  newton.gamma = 0.02;
  newton.gravity = {1, -9, 3};
  const auto systemAt = [&](const ForestState& at) { return stepSystemAt(scene, start, parts, newton, at); };
  const StepSystem here = systemAt(parts);
  const Eigen::Index count = here.dense.matrix.cols();
  StepDerivatives made{here.dense.matrix,
                       Eigen::MatrixXd::Identity(count, count),
                       here.dense.vector,
                       Eigen::VectorXd::Zero(count),
                       0,
                       here.potential};
  const double h = 2e-6;
  Eigen::Index column = 0;
  for (std::size_t r = 0; r < parts.poses.size(); ++r)
    for (std::size_t k = 0; k < scene.rods[r].coordinates(); ++k)
      for (int c = 0; c < 3; ++c, ++column) {
        if (!scene.rods[r].goal.locked.empty() && scene.rods[r].goal.locked[k]) {
          ++made.locked;
          continue;
        }
        const double by = parts.poses[r].joints.empty() ? 10 * h : h;
        const auto moved = [&](double way) {
          ForestState at = parts;
          if (at.poses[r].joints.empty())
            at.poses[r].kappa[k][c] += way;
          else
            at.poses[r].joints[k] = at.poses[r].joints[k] * turnBy(way * Vector3d::Unit(c));
          return systemAt(at);
        };
        const StepSystem after = moved(by), before = moved(-by);
        made.matrixDifferences.col(column) = (after.dense.vector - before.dense.vector) / (2 * by);
        made.vectorDifferences[column] = (after.potential - before.potential) / (2 * by);
      }
  EXPECT_EQ(column, count);
  // turns of joints do not commute: there the differences are not symmetric, but the derivative is
  made.matrixDifferences = 0.5 * (made.matrixDifferences + made.matrixDifferences.transpose()).eval();
  return made;
}

void StepDerivatives::expectExact() const {
  EXPECT_LT((matrix - matrixDifferences).norm(), 1e-6 * matrixDifferences.norm());
  EXPECT_LT((vector - vectorDifferences).norm(), 1e-5 * vectorDifferences.norm());
  EXPECT_GT(vectorDifferences.norm(), 0);
}

}  // namespace tendril::test
