// Inverse statics: the rest shape with which rods, as drawn, hang in equilibrium.
//
//   rest = kappa + K^-1 G(kappa)        K: stiffness of the coordinates; G: gradient of the loads' potential
//
// That equilibrium need not be stable: long soft hair balances on its drawn shape like a pencil on its tip.
// So every tree of rods is checked (a sweep with the exact second derivative: all pivots positive), and where
// it fails, it is made stiffer or lighter, just enough, or gets less of the curvature that was to be added.
//
//   SagReport report = makeSagFree(scene, state, settings);   // scene: rest shapes; state: what was drawn
//   for (const SagReport::Tree& tree : report.trees) ...      // those that were not stable as they were
#pragma once

#include "solver/sweep/rest_state.h"

namespace tendril::solver {

enum class Stabilise {
  no,       // rods may fall from their drawn shape
  stiffen,  // by a factor on the stiffness
  relieve,  // by a factor on their weight; their inertia stays
  limit     // what is added to the curvature; rods then sag, to where they are stable
};

struct SagSettings {
  Stabilise stabilise = Stabilise::stiffen;
  // stable even with so much less stiffness. A rod at the limit is slow and easily moved far.
  double margin = 0.1;
  double most = 50;    // limit: rad/m, of bend and of twist together
  double near = 0.02;  // factors are that close to the least that will do
};

struct SagReport {
  struct Tree {
    std::size_t rod = 0;  // its first
    double factor = 1;    // of stiffness or weight
    bool stable = false;  // now
  };
  std::vector<Tree> trees;      // that were not stable as they were, or are not now
  std::size_t stableCount = 0;  // of all trees, now
};

// Roots hold still. Writes rest shapes (and stiffness or weight) into the scene; with `limit` the state's
// poses become the new equilibria. Throws an Error where a root is free: nothing holds it.
SagReport makeSagFree(Scene& scene, State& state, const SagSettings& settings = {});

}  // namespace tendril::solver
