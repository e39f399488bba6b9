// Inverse statics: the rest shapes for which the drawn pose is an equilibrium.
//
//   rest = kappa + K^-1 G(kappa)        K: stiffness of the coordinates; G: gradient of the loads' potential
//
// That equilibrium may be unstable: long soft hair balances on its drawn shape like a pencil on its tip. So
// each tree is tested (all pivots of a sweep with the full Hessian positive). Where that fails, it gets just
// enough stiffness, just less weight, or less added curvature. Factors of neighbouring trees are then brought
// closer to each other, because neighbours that differ much are seen to move differently.
//
// Loads are gravity, point forces, target springs and `Drag::load`. Wind, air, `Drag::grip` and constraints
// take no part; an island that constraints couple is one tree here. Goals stiffen rods that are drawn in the
// shape of the goal; a rod that a goal pulls elsewhere is reported as unstable.
//
//   SagReport report = makeSagFree(scene, state, settings);   // scene: rest shapes; state: drawn poses
//   for (const SagReport::Tree& tree : report.trees) ...      // those that were changed
#pragma once

#include <functional>

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
  // Stable even with the stiffness reduced by this part. A rod close to instability has other equilibria
  // nearby, where a wind may leave it. Of 300 rods that end elsewhere by more than 5 % of their length, after
  // 4 s of wind at 3 m/s and 20 s of calm (tests/solver/statics/sag_after_wind_test.cpp), with their own
  // factors of stiffness, median and largest:
  //
  //   margin                     0.1           0.3           0.5           0.6            0.7
  //   hairs, up to a turn    55 (16, 32)   3 (20, 41)    0 (28, 57)    0 (36,  72)    0 (47,  97)
  //   long curls, 30 cm     114 ( 4, 10)  25 ( 6, 13)    0 ( 8, 18)    0 (10,  22)    0 (13,  30)
  //   long curls, 50 cm      99 (20, 46)  28 (26, 59)    3 (36, 83)    0 (44, 104)    0 (59, 140)
  //   vines with shoots      20 ( 5, 30)   0 ( 6, 38)    0 ( 9, 54)    0 (11,  67)    0 (15,  90)
  //
  // 0.6 is the least of these with which all return. A factor is 1 / (1 - margin) times what bare stability
  // needs: with 0.6, 2.25 times that of 0.1, and frequencies 1.5 times as high.
  double margin = 0.6;
  double most = 50;    // limit: rad/m, norm of bend and twist
  double near = 0.02;  // relative accuracy of the factors
  // Smoothing (stiffen, relieve): factors of neighbours differ by no more than this ratio. The lower
  // stiffness is raised, or the higher weight lowered, also of trees that are stable as drawn. 1: equal; 0:
  // no smoothing.
  double ratio = 1.5;
  // Neighbours of a tree: this many whose roots are nearest, and those for which it is one of these. Counts
  // do not depend on the scale. Roots farther apart than the shorter tree's first rod is long are none.
  int neighbours = 6;
  // Polled once a tree, by several threads; true throws Stopped (solver/fit/fit.h).
  std::function<bool()> stop = {};
};

struct SagReport {
  struct Tree {
    std::size_t rod = 0;  // its first rod
    double factor = 1;    // on stiffness or weight
    double needed = 1;    // the same before smoothing: by the tree for itself
    bool stable = false;  // after the change
  };
  std::vector<Tree> trees;      // whose factor is not 1, or that were unstable before
  std::size_t stableCount = 0;  // stable trees after the change
  std::size_t raisedCount = 0;  // trees that smoothing made stiffer or lighter than they need
};

// Roots do not move. Writes rest shapes (and stiffness or weight) into the scene; with `limit` the state's
// poses become the new equilibria. Throws an Error if a root is free or a setting is out of range.
SagReport makeSagFree(Scene& scene, State& state, const SagSettings& settings = {});

}  // namespace tendril::solver
