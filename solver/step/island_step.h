// A step of one tree: rods that hang on each other.
#pragma once

#include "solver/coupling/constraint_solver.h"
#include "solver/step/root_path.h"
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"

namespace tendril::solver {

// What it needs besides, kept from step to step.
class Island {
 public:
  Island(const Scene& scene, std::vector<std::size_t> rods, const std::vector<std::size_t>& constraints);

  std::vector<std::size_t> rods;  // in the scene
  Sweep sweep;
  ConstraintSolver coupling;
  std::vector<RodState> now, past;  // where a step begins, and before the last one
  double pastStep = 0;
  std::vector<RootTarget> targets;                // of held roots
  std::vector<ConstraintState> constraintStates;  // constraints, where a step begins
  std::vector<Frame<double>> constraintTargets;   // at its end
  std::vector<ConstraintResult> constraintResults;
  Report report;

  // inside a step
  std::vector<Vec6d> still;    // held roots do not move within a step: they are at its end from the beginning
  ForestState current, there;  // where it has got to; and where else it looks
  std::vector<Vectors> moved,
      historyTerm;  // since `now`, and what of that is historyWeight on from the step before
  std::vector<Vector3d> rootMoved, rootTurned, rootMovedHistory, rootTurnedHistory;  // roots, in the world
  Vectors gains;
  bool keptNow = false, keptPast = false;  // points of these states are known

  void checkHooks() const;  // throws an Error where forces came or went
  void take(const State& state);
  void give(State& state) const;
  // Halves steps that fail; at last the shapes stay as they are, and the report says so.
  void stepWithRetries(const Scene& scene, StepSettings settings);

 private:
  bool attempt(const Scene& scene, StepSettings settings, int halvings);
};

// From `now` on to the targets; false: nothing was changed but the report (solver/step/newton_step.cpp).
bool newtonStep(Island& tree, const Scene& scene, const StepSettings& settings);

}  // namespace tendril::solver
