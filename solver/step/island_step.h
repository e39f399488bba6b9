// A step of one island: rods that are attached to each other or coupled by constraints.
#pragma once

#include "solver/coupling/constraint_solver.h"
#include "solver/step/root_path.h"
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"

namespace tendril::solver {

// An island's data, kept from step to step.
class Island {
 public:
  Island(const Scene& scene, std::vector<std::size_t> rods, const std::vector<std::size_t>& constraints);

  std::vector<std::size_t> rods;  // indices in the scene
  Sweep sweep;
  ConstraintSolver coupling;
  std::vector<RodState> now, past;  // at the start of the step, and one step before
  double pastStep = 0;
  std::vector<RootTarget> targets;                // of clamped roots
  std::vector<ConstraintState> constraintStates;  // at the start of the step
  std::vector<Frame<double>> constraintTargets;   // at the end of the step
  std::vector<ConstraintResult> constraintResults;
  Report report;

  // within a step:
  std::vector<Vec6d> still;    // zeros: clamped roots are at their targets from the first iteration on
  ForestState current, there;  // current iterate; start of the line search, or scratch
  std::vector<Vectors> moved,
      historyTerm;  // change of the coordinates since `now`; its history term w (q_0 - q_-1)
  std::vector<Vector3d> rootMoved, rootTurned, rootMovedHistory,
      rootTurnedHistory;  // of roots, in the world
  Vectors gains;
  bool keptNow = false, keptPast = false;  // stored points are those of `now`, `past`

  void checkHooks() const;  // throws an Error if the number of forces or target springs has changed
  void take(const State& state);
  void give(State& state) const;
  // Retries steps that fail with `robust` and in halves. If all fail, shapes stay and the report says so.
  void stepWithRetries(const Scene& scene, StepSettings settings);

 private:
  bool attempt(const Scene& scene, StepSettings settings, int halvings);
};

// From `now` to the targets. False: only the report was changed (solver/step/newton_step.cpp).
bool newtonStep(Island& tree, const Scene& scene, const StepSettings& settings);

}  // namespace tendril::solver
