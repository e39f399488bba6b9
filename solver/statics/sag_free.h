// Inverse statics: the rest shapes for which the drawn pose is an equilibrium.
//
//   rest = kappa + K^-1 G(kappa)        K: stiffness of the coordinates; G: gradient of the loads' potential
//
// That equilibrium may be unstable: long soft hair balances on its drawn shape like a pencil on its tip. So
// each tree is tested (all pivots of a sweep with the full Hessian positive). Where that fails, it gets just
// enough stiffness, just less weight, or less added curvature.
//
//   SagReport report = makeSagFree(scene, state, settings);   // scene: rest shapes; state: drawn poses
//   for (const SagReport::Tree& tree : report.trees) ...      // those that were unstable
#pragma once

#include "solver/sweep/rest_state.h"

namespace tendril::solver {

enum class Stabilise {
  no,       // leave unstable trees
  stiffen,  // scale the stiffness
  relieve,  // scale the weight; inertia stays
  limit     // limit the added curvature; rods then sag to a stable equilibrium
};

struct SagSettings {
  Stabilise stabilise = Stabilise::stiffen;
  // Stable even with the stiffness reduced by this part: close to instability a rod is slow and moves far.
  double margin = 0.1;
  double most = 50;    // limit: rad/m, norm of bend and twist
  double near = 0.02;  // relative accuracy of the factors
};

struct SagReport {
  struct Tree {
    std::size_t rod = 0;  // its first rod
    double factor = 1;    // on stiffness or weight
    bool stable = false;  // after the change
  };
  std::vector<Tree> trees;      // that were unstable before, or still are
  std::size_t stableCount = 0;  // stable trees after the change
};

// Roots do not move. Writes rest shapes (and stiffness or weight) into the scene; with `limit` the state's
// poses become the new equilibria. Throws an Error if a root is free.
SagReport makeSagFree(Scene& scene, State& state, const SagSettings& settings = {});

}  // namespace tendril::solver
