// A step of one island: trees of rods that are coupled in this step. Islands are found anew when couplings
// change.
#pragma once

#include "solver/coupling/constraint_solver.h"
#include "solver/step/coupled_contacts.h"
#include "solver/step/tree.h"

namespace tendril::solver {

class Island {
 public:
  explicit Island(const Scene& scene) : coupling_(scene, rods_), scene_(scene) {}

  // The trees, by the order of their first rods, and the constraints that act on them. The trees' grips must
  // be cleared.
  void set(const std::vector<Tree*>& trees, const std::vector<std::size_t>& constraints);

  void take(const State& state, const StepSettings& settings);
  void give(State& state) const;
  // Retries steps that fail with `robust` and in halves. If all fail, shapes stay and the report says so.
  void step(const StepSettings& settings);

  // The part of the whole step that an attempt with these settings fills.
  StepPart partOf(const StepSettings& settings) const;

  const Report& report() const { return report_; }
  const RodPairs& pairs() const { return pairs_; }
  const ConstraintResult& constraintResult(std::size_t i) const { return constraintResults_[i]; }

 private:
  friend class NewtonStep;
  // Calls f(tree) for all trees, side by side where they are many.
  template <class F>
  void each(const F& f) const {
    forEachLarge(trees_.size(), elements_, [&](std::size_t t) { f(*trees_[t]); });
  }
  // True if f is true for all trees.
  template <class F>
  bool all(const F& f) {
    good_.assign(trees_.size(), 0);
    forEachLarge(trees_.size(), elements_, [&](std::size_t t) { good_[t] = f(*trees_[t]); });
    return std::find(good_.begin(), good_.end(), 0) == good_.end();
  }
  bool tryStep(const StepSettings& settings, int halvings);
  bool attempt(StepSettings settings, int halvings);
  bool attemptHalves(StepSettings settings, int halvings);
  bool isNear() const;  // a rod may touch a collider
  bool stop(const StepSettings& settings);
  void giveUp();
  void dropForces();  // of constraints
  // solver/step/close_gaps.cpp
  void closeGaps(const StepSettings& settings);
  bool goToRows();

  std::vector<Tree*> trees_;
  std::vector<Sweep*> sweeps_;  // theirs
  RodSet rods_;
  ConstraintSolver coupling_;
  const Scene& scene_;
  std::vector<ConstraintState> constraintStates_;  // at the start of the step
  std::vector<Frame<double>> constraintTargets_;   // at the end of the step
  std::vector<Frame<double>> gapTargets_;          // scratch of closeGaps()
  std::vector<ConstraintResult> constraintResults_;
  Report report_;
  double end_ = 0, length_ = 0;  // s, of the whole step
  std::size_t elements_ = 0;
  bool mayStop_ = false;
  int mostSweeps_ = 0;  // Report::sweeps from which on nothing is tried again
  CoupledContacts contacts_;
  RodPairs pairs_;                                              // contacts of the rods with each other
  std::vector<std::uint8_t> good_;                              // by trees
  std::vector<double> sums_, sizes_;                            // by trees
  std::vector<std::pair<std::size_t, std::size_t>> treeOfRod_;  // by the island's rods: tree, rod there
};

}  // namespace tendril::solver
