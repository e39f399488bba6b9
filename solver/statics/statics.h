// Equilibria: minima of elastic energy and loads' potential.
//
//   State state = restState(scene);
//   Equilibrium found = findEquilibrium(scene, state);   // state.rods[...].pose is the equilibrium
//   if (!found.stable) ...
#pragma once

#include "solver/sweep/rest_state.h"

namespace tendril::solver {

struct StaticsSettings {
  int iterations = 200;
  double tolerance = 1e-12;  // rad, largest rotation of the last Newton step
  int loadSteps = 16;        // of gravity, if the search fails at full gravity
};

struct Equilibrium {
  bool found = true;   // all islands converged
  bool stable = true;  // and the Hessian is positive definite there: no balance on a tip
  int iterations = 0;  // the most of all islands
  double change = 0;   // rad, of the last step; the largest of all islands
  std::vector<ConstraintResult> constraints;  // settle(): by the scene's constraints
  std::vector<std::size_t> lost,
      unstable;  // first rods of the islands that did not converge, that are not stable
};

// Starts from the state's poses; clamped roots stay. Throws an Error for free roots and constraints. Newton's
// method with the full Hessian, or its positive part where pivots fail, and a line search. Rates become zero.
Equilibrium findEquilibrium(const Scene& scene, State& state, const StaticsSettings& settings = {});

// Brings every island to rest, in wind too: the drag on the last shape is a load under which the next shape
// is found. Islands with constraints, free islands with target springs, and those that do not converge take
// long steps without momentum. Free islands with neither stay. `time`: s, of the wind.
Equilibrium settle(const Scene& scene, State& state, double time, const StaticsSettings& settings = {});

}  // namespace tendril::solver
