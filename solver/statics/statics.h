// Equilibria: where the elastic energy and the loads' potential are least.
//
//   State state = restState(scene);
//   Equilibrium found = findEquilibrium(scene, state);   // state.rods[...].pose hangs now
//   if (!found.stable) ...
#pragma once

#include "solver/sweep/rest_state.h"

namespace tendril::solver {

struct StaticsSettings {
  int iterations = 200;
  double tolerance = 1e-12;  // rad: what the last Newton step turns
  int loadSteps = 16;        // of gravity, where it is not found at once
};

struct Equilibrium {
  bool found = true;   // in all trees the last step was below the tolerance
  bool stable = true;  // and the second derivative there is positive: a minimum, not a balance on a tip
  int iterations = 0;  // the most of a tree
  double change = 0;   // rad, of the last step; the largest of a tree
  std::vector<ConstraintResult> constraints;  // settle(): of the scene's
  std::vector<std::size_t> lost, unstable;   // the first rods of trees where that is not so
};

// From the state's poses on, with held roots where they are; a scene with free roots has none. Newton's
// method with the exact second derivative; where that is not positive its positive part, and never uphill.
// Rates become zero.
Equilibrium findEquilibrium(const Scene& scene, State& state, const StaticsSettings& settings = {});

// Every tree to rest, wherever it hangs and whatever wind blows (which presses differently on a rod that
// bends: found by turns, what it does to the last shape as loads, and the shape under these). Free trees that
// pulls hold, trees that constraints hold, and those that do not come to rest so, get long steps without
// momentum; free trees that nothing holds stay where they are. `time`: s, of the wind.
Equilibrium settle(const Scene& scene, State& state, double time, const StaticsSettings& settings = {});

}  // namespace tendril::solver
