// Constraints that begin to act while they are off: places move, rates do not.
//
// Rows that are off by g when a step begins would ask the rods for the speed g / dt. So before the step the
// rods go to the nearest pose where these rows hold and all others still do, and keep their rates:
//
//   minimise  1/2 dq^T H dq   with  g + J dq = 0,   H = M / gamma^2 + K + S,    again at each new pose
//
// H is the second derivative of a step's potential with a time scale of its own: the length of the step does
// not matter, and rods that were in equilibrium go to the one with the new rows, as far as it is linear. Rows
// with a time to close are left alone here; their gap shrinks from step to step.
#include <algorithm>
#include <cmath>

#include "solver/step/island_step.h"

namespace tendril::solver {

namespace {

constexpr double kGamma = 0.25;  // s
constexpr double kMet = 1e-10;   // of the size, rad
constexpr double kTurn = 0.5;    // rad, of an element in an iteration
constexpr int kIterations = 60;

}  // namespace

void Island::closeGaps(const StepSettings& settings) {
  if (coupling_.empty() || !coupling_.begins(constraintStates_)) return;
  StepTerms terms;
  terms.gamma = kGamma;
  terms.gravity = scene_.gravity;
  terms.gradient = false;
  if (all([&](Tree& tree) { return tree.standAtStart(terms); })) {
    gapTargets_ = constraintTargets_;
    for (std::size_t i = 0; i < gapTargets_.size(); ++i)
      if (constraintStates_[i].acts) gapTargets_[i] = constraintStates_[i].target;
    coupling_.begin(constraintStates_, gapTargets_, terms, 0, false, settings.dt);
    each([](Tree& tree) { tree.stand(); });
    coupling_.look();
    if (coupling_.openGaps(constraintStates_)) {
      coupling_.cut(true);
      const bool there = goToRows();
      coupling_.cut(false);
      if (there) {
        each([](Tree& tree) { tree.keepStand(); });
        coupling_.closeGaps(constraintStates_);
      }
    }
  }
  each([](Tree& tree) { tree.forget(); });
}

bool Island::goToRows() {
  for (int i = 0; i < kIterations; ++i) {
    coupling_.beginIteration();
    for (int turn = 0; turn < 12; ++turn) {
      bool solved = false;
      for (const bool full : {true, false}) {
        coupling_.computeLoads();
        coupling_.load(full);
        solved = all([&](Tree& tree) { return tree.solve(full); });
        if (solved) break;
      }
      if (!solved) return false;
      coupling_.solveRows();
      each([](Tree& tree) { tree.substitute(); });
      if (!coupling_.switchRowsToWorld()) break;
    }
    coupling_.take();
    coupling_.keepPlace();
    double most = coupling_.largestTurn();
    for (const Tree* tree : trees_) most = std::max(most, tree->largestTurn());
    if (!std::isfinite(most)) return false;
    const double part = std::min(1.0, kTurn / std::max(most, 1e-300));
    coupling_.advance(part);
    coupling_.keepForces();
    each([&](Tree& tree) {
      tree.keepPose();
      double size = 0;
      tree.advance(part, false, size);
      tree.stand();
    });
    coupling_.look();
    if (coupling_.residual() < kMet && coupling_.settled()) return true;
  }
  return false;
}

}  // namespace tendril::solver
