// Equilibria: where the elastic energy and the loads' potential are least.
//
//   State state = restState(scene);
//   Equilibrium found = findEquilibrium(scene, state);   // state.rods[...].pose hangs now
//   if (!found.stable) ...
#pragma once

#include "solver/sweep.h"

namespace tendril {

struct StaticsSettings {
  int iterations = 200;
  double tolerance = 1e-12;  // rad: what the last Newton step turns
};

struct Equilibrium {
  bool found = false;   // the last step was below the tolerance
  bool stable = false;  // and the second derivative there is positive: a minimum, not a balance on a tip
  int iterations = 0;
  double change = 0;  // rad, of the last step
};

// From the state's poses on, with held roots where they are; a scene with free roots has none. Newton's
// method with the exact second derivative; where that is not positive its positive part, and never uphill.
// Rates become zero.
Equilibrium findEquilibrium(const Scene& scene, State& state, const StaticsSettings& settings = {});

}  // namespace tendril
