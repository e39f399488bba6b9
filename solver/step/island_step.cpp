// A step of one island: retries and halvings; if all fail, the island keeps its shape.
#include "solver/step/island_step.h"

#include <algorithm>
#include <cmath>

#include "solver/step/newton_step.h"

namespace tendril::solver {

namespace {

constexpr int kMoreHalvings = 4;  // where there are colliders
// Newton iterations of a step. A rod that hits something at 60 m/s takes some hundreds; what cannot be solved
// would take tens of thousands in ever shorter steps.
constexpr int kMostSweeps = 3000, kMostToRest = 1000;  // the latter without momentum

}  // namespace

void Island::set(const std::vector<Tree*>& trees, const std::vector<std::size_t>& constraints) {
  trees_ = trees;
  rods_.clear();
  elements_ = 0;
  for (Tree* tree : trees_) {
    rods_.add(tree->sweep, tree->rods);
    elements_ += tree->elements();
  }
  rods_.sort();
  sweeps_.clear();
  for (Tree* tree : trees_) sweeps_.push_back(&tree->sweep);
  pairs_.set(sweeps_);
  treeOfRod_.resize(rods_.size());
  for (std::size_t t = 0; t < trees_.size(); ++t)
    for (std::size_t r = 0; r < trees_[t]->rods.size(); ++r)
      treeOfRod_[rods_.find(trees_[t]->rods[r])] = {t, r};
  coupling_.setConstraints(constraints);
  constraintStates_.resize(constraints.size());
  constraintTargets_.resize(constraints.size());
  constraintResults_.assign(constraints.size(), {});
}

void Island::take(const State& state, const StepSettings& settings) {
  each([&](Tree& tree) { tree.take(state, settings); });
  // rows need one step for all: where the last steps differ, all begin anew
  const double last = trees_[0]->pastStep;
  if (!coupling_.empty() &&
      std::any_of(trees_.begin(), trees_.end(), [&](const Tree* tree) { return tree->pastStep != last; }))
    for (Tree* tree : trees_) tree->pastStep = 0;
  for (std::size_t i = 0; i < constraintStates_.size(); ++i) {
    constraintStates_[i] = state.constraints[coupling_.constraints()[i]];
    constraintTargets_[i] = scene_.constraints[coupling_.constraints()[i]].target;
  }
}

void Island::give(State& state) const {
  each([&](Tree& tree) { tree.give(state); });
  for (std::size_t i = 0; i < constraintStates_.size(); ++i)
    state.constraints[coupling_.constraints()[i]] = constraintStates_[i];
}

StepPart Island::partOf(const StepSettings& settings) const {
  const double last = settings.time == end_ ? 1 : 1 - (end_ - settings.time) / length_;
  return {settings.dt == length_ ? 0 : last - settings.dt / length_, last};
}

void Island::step(const StepSettings& settings) {
  end_ = settings.time;
  length_ = settings.dt;
  std::fill(constraintResults_.begin(), constraintResults_.end(), ConstraintResult());
  report_.sweeps = report_.retries = 0;
  report_.change = 0;
  report_.failed.clear();
  report_.stopped.clear();
  report_.lost = false;
  const bool good = all([](Tree& tree) { return tree.hasGoodTargets(); });
  if (good) closeGaps(settings);
  // a thrown rod must not cross what it hits in the shortest step
  const bool thrown = settings.keepMomentum && (!scene_.colliders.empty() || pairs_.any());
  const int halvings = settings.halvings + (thrown ? kMoreHalvings : 0);
  mayStop_ = coupling_.empty();
  if (good && tryStep(settings, halvings)) return;
  // contradictory constraints yield and do not stop the rest
  if (good && coupling_.yield(constraintStates_) && tryStep(settings, halvings)) return;
  mayStop_ = !coupling_.empty() && isNear();
  if (good && mayStop_ && tryStep(settings, halvings)) return;
  giveUp();
}

bool Island::tryStep(const StepSettings& settings, int halvings) {
  mostSweeps_ = report_.sweeps + (settings.keepMomentum ? kMostSweeps : kMostToRest);
  return attempt(settings, halvings);
}

bool Island::isNear() const {
  return pairs_.isNear() ||
         std::any_of(trees_.begin(), trees_.end(), [](const Tree* tree) { return tree->contacts.isNear(); });
}

void Island::giveUp() {
  pairs_.clear();
  for (std::size_t r = 0; r < rods_.size(); ++r) report_.failed.push_back(rods_.number(r));
  dropForces();
  report_.lost = !all([](Tree& tree) { return tree.rest(); });
}

void Island::dropForces() {
  for (std::size_t i = 0; i < constraintStates_.size(); ++i) {
    ConstraintState& constraint = constraintStates_[i];
    constraint.force.setZero();
    if (!constraint.broken) constraint.moves = constraint.moved = false;
    constraintResults_[i] = {};
  }
}

bool Island::attempt(StepSettings settings, int halvings) {
  settings.halvings = halvings;
  if (report_.sweeps > mostSweeps_ && isNear()) return stop(settings);
  if (NewtonStep(*this, settings).run()) return true;
  ++report_.retries;
  if (settings.scheme == Scheme::smooth) {
    settings.scheme = Scheme::robust;
    if (NewtonStep(*this, settings).run()) return true;
    ++report_.retries;
  }
  return halvings > 0 ? attemptHalves(settings, halvings) : stop(settings);
}

// The shortest step fails where a rod hits something: it stops there and loses its motion, so that the rest
// of the step need not be lost. False: nothing is near.
bool Island::stop(const StepSettings& settings) {
  if (!mayStop_ || !isNear()) return false;
  dropForces();
  pairs_.clear();
  for (std::size_t r = 0; r < rods_.size(); ++r)
    if (std::find(report_.stopped.begin(), report_.stopped.end(), rods_.number(r)) == report_.stopped.end())
      report_.stopped.push_back(rods_.number(r));
  const ContactTerms how = {partOf(settings), settings.dt, scene_.gravity.norm()};
  return all([&](Tree& tree) { return tree.rest() && tree.giveWay(how); });
}

namespace {

// What a failed pair of halves must leave as it was.
struct TreeStart {
  std::vector<RodState> now, past;
  std::vector<RootTarget> targets;
  double pastStep;
};

}  // namespace

bool Island::attemptHalves(StepSettings settings, int halvings) {
  std::vector<TreeStart> starts;
  for (const Tree* tree : trees_) starts.push_back({tree->now, tree->past, tree->targets, tree->pastStep});
  const std::vector<ConstraintState> constraintsStart = constraintStates_;
  const std::vector<ConstraintResult> resultsStart = constraintResults_;
  const std::vector<Frame<double>> constraintEnds = constraintTargets_;
  for (std::size_t i = 0; i < constraintStates_.size(); ++i)
    if (constraintStates_[i].begun)
      constraintTargets_[i] = between({constraintStates_[i].target, RootMotion()},
                                      {constraintEnds[i], RootMotion()}, settings.dt, 0.5)
                                  .pose;
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    Tree& tree = *trees_[t];
    for (std::size_t r = 0; r < tree.rods.size(); ++r)
      if (tree.sweep.description(r).root == Root::clamped)
        tree.targets[r] = between({tree.now[r].pose.root, {tree.now[r].spin, tree.now[r].velocity}},
                                  starts[t].targets[r], settings.dt, 0.5);
  }
  settings.dt *= 0.5;
  const double end = settings.time, part = settings.part;
  settings.time = end - settings.dt;
  settings.part = 0.5 * part;
  bool good = attempt(settings, halvings - 1);
  for (std::size_t t = 0; t < trees_.size(); ++t) trees_[t]->targets = starts[t].targets;
  constraintTargets_ = constraintEnds;
  settings.time = end;
  settings.part = part < 1 ? 0.5 * part / (1 - 0.5 * part) : 1;
  good = good && attempt(settings, halvings - 1);
  if (good) return true;
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    trees_[t]->now = starts[t].now;
    trees_[t]->past = starts[t].past;
    trees_[t]->pastStep = starts[t].pastStep;
    trees_[t]->forget();
  }
  constraintStates_ = constraintsStart;
  constraintResults_ = resultsStart;
  return false;
}

}  // namespace tendril::solver
