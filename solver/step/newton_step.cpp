// Newton iterations of a step, without and with constraints.
#include "solver/step/newton_step.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {

bool NewtonStep::run() {
  const bool solved = solveStep();
  island_.each([](Tree& tree) { tree.contacts.unload(); });
  if (!solved) return false;
  island_.each([](Tree& tree) { tree.findRates(); });
  coupling_.findRates();
  if (isFree() && isFinite() && !coupling_.tiesToWorld() && !touched_) giveMomentum();
  if (!isFinite() || hasCrossed() || (isGuarded() && !passesEnergyGuard())) {
    island_.each([](Tree& tree) { tree.forget(); });
    return false;
  }
  finish();
  return true;
}

bool NewtonStep::solveStep() {
  if (!begin()) return false;
  bool touching = findContacts();
  // BDF2 would bounce where something lands
  if (touching && isSecond() && lands()) {
    settings_.scheme = Scheme::robust;
    if (!begin()) return false;
    touching = findContacts();
  }
  touched_ = touching;
  if (!coupling_.empty()) {
    if (touched_) coupling_.leaveWhole();
    coupling_.cut(true);
    const bool solved = iterateConstrained();
    coupling_.cut(false);
    if (!solved) return false;
  } else {
    if (!touching) {
      if (!iterate()) return false;
      touched_ = findContacts() && contactError() > 0;
      // what has not converged may be anywhere
      if (!touched_ && island_.isNear() && !(change_ < kTurnCalm)) return false;
    }
    if (touched_ && !iterateTouching()) return false;
  }
  if (!touched_ || !isSecond() || !lands()) return true;
  settings_.scheme = Scheme::robust;
  return solveStep();
}

bool NewtonStep::begin() {
  placePlanes();
  island_.pairs_.forget();
  const bool looksBack = !coupling_.empty() && coupling_.looksBack(island_.constraintStates_);
  const bool placed = island_.all([&](Tree& tree) {
    tree.start(settings_, island_.scene_.gravity);
    tree.predict(settings_.part);
    if (looksBack) tree.forget();
    if (!tree.findPoints()) return false;
    if (coupling_.empty()) tree.prepare(island_.scene_, settings_.time);
    return true;
  });
  if (!placed || coupling_.empty()) return placed;
  // all trees of an island with constraints have the same step
  const Tree& first = *island_.trees_[0];
  coupling_.begin(island_.constraintStates_, island_.constraintTargets_, first.terms, first.historyWeight,
                  first.second, settings_.dt);
  island_.each([&](Tree& tree) { tree.prepare(island_.scene_, settings_.time); });
  return true;
}

// Implicit Euler loses energy where the potential is convex over the step. Rods that are thrown about by
// impacts turn too far for that; shorter steps do not.
bool NewtonStep::isGuarded() const {
  return isSecond() || (coupling_.impacts() && settings_.halvings > 0) || touched_ || island_.isNear();
}

bool NewtonStep::isSecond() const {
  return std::any_of(island_.trees_.begin(), island_.trees_.end(),
                     [](const Tree* tree) { return tree->second; });
}

bool NewtonStep::iterate() {
  double before = 0;
  bool known = false;
  for (int i = 0; i < settings_.iterations; ++i) {
    if (!solve()) return false;
    island_.each([](Tree& tree) { tree.substitute(); });
    ++island_.report_.sweeps;
    change_ = largestTurn();
    const double change = change_;
    island_.report_.change = change;
    if (!std::isfinite(change)) return false;
    const bool calm = change * change < settings_.tolerance;  // the next change would be about change^2
    // such a small step needs no line search
    if (settings_.iterations == 1 || (calm && i == 0 && full_ && island_.all([&](Tree& tree) {
          return tree.drivesNoRoot(settings_.tolerance);
        }))) {
      island_.each([](Tree& tree) { tree.keepPose(); });
      double size = 0;
      advance(1, false, size);
      break;
    }
    if (!known) {
      double size = 0;
      before = potential(size);
      known = true;
    }
    if (!lineSearch(before)) {
      if (i == 0) return false;
      break;
    }
    if (calm) break;
  }
  return true;
}

bool NewtonStep::solve() {
  for (const bool full : {true, false}) {
    full_ = full;
    if (island_.all([&](Tree& tree) { return tree.solve(full); })) return true;
  }
  return false;
}

bool NewtonStep::iterateConstrained() {
  constexpr double kExact = 5e-10;  // of the size; rad
  constexpr double kEnough = 1e-9;
  constexpr double kStill = 1e-7, kNear = 0.02;  // rad
  constexpr int kMore = 24, kLast = 7;
  coupling_.look();
  const double loose = std::sqrt(settings_.tolerance);
  const int most = settings_.iterations + kMore;
  beginTouching();
  for (int i = 0; i < most; ++i) {
    if (i == most - kLast) coupling_.freeze();
    if (!iterateConstrainedOnce()) return false;
    ++island_.report_.sweeps;
    change_ = largestTurn() + coupling_.largestTurn();  // also NaN
    island_.report_.change = change_;
    if (!std::isfinite(change_)) return false;
    constrainedLineSearch();
    if (touched_) lookAtContacts(i);
    if (change_ < kStill && !nudged_ && !(full_ && coupling_.residual() < kExact)) {
      nudge();
      continue;
    }
    // near a minimum the whole second derivative mostly has no negative pivots any more
    curved_ = curved_ || change_ < kNear;
    // converged: the next change would be negligible
    if (!(change_ < loose && coupling_.settled() && coupling_.residual() < kExact)) continue;
    const Met met = contactsMet(i);
    if (met != Met::no) return met == Met::yes;
  }
  return coupling_.residual() < kEnough && change_ < kTurnCalm && contactsNearlyMet();
}

void NewtonStep::nudge() {
  nudged_ = curved_ = true;
  island_.each([](Tree& tree) { tree.nudge(); });
  coupling_.look();
}

bool NewtonStep::iterateConstrainedOnce() {
  constexpr int kTurns = 12;
  coupling_.beginIteration();
  for (int turn = 0; turn < kTurns; ++turn) {
    if (!(touched_ ? solveConstrainedTouching() : solveConstrained())) return false;
    if (!coupling_.switchRowsToWorld()) break;
  }
  coupling_.take();
  return true;
}

bool NewtonStep::solveConstrained() {
  coupling_.computeLoads();
  for (const bool full : {true, false}) {
    if (full && !curved_) continue;
    full_ = curved_ = full;
    coupling_.load(full);
    if (!island_.all([&](Tree& tree) { return tree.solve(full); })) continue;
    coupling_.solveRows();
    island_.each([](Tree& tree) { tree.substitute(); });
    return true;
  }
  return false;
}

void NewtonStep::constrainedLineSearch() {
  coupling_.keepPlace();
  island_.each([](Tree& tree) { tree.keepPose(); });
  const double kSmall = touched_ ? 0.02 : 0.3;  // rad: smaller steps are taken without a line search
  double size = 0;
  const double whole = std::min(1.0, kMostTurn / std::max(change_, 1e-300));
  double before = 0;
  if (whole * change_ >= kSmall)
    before = potential(size) + coupling_.potential() + coupling_.penalty() + contactPotential();
  for (double part = whole; part > 1e-3 * whole; part *= 0.5) {
    coupling_.advance(part);
    const bool small = part * change_ < kSmall;
    double now = advance(part, !small, size);
    coupling_.look();
    if (small) return;
    if (touched_) lookAtContacts();
    now += coupling_.potential() + coupling_.penalty() + contactPotential();
    if (now <= before + 1e-10 * size) return;
  }
}

double NewtonStep::largestTurn() const {
  double most = 0;
  for (const Tree* tree : island_.trees_) {
    const double turn = tree->largestTurn();
    if (!(turn <= most)) most = turn;  // also NaN
  }
  return most;
}

// Sums f(tree, size) in the trees' order.
template <class F>
double NewtonStep::sumOverTrees(double& size, const F& f) {
  const std::size_t count = island_.trees_.size();
  std::vector<double>&sums = island_.sums_, &sizes = island_.sizes_;
  sums.assign(count, 0);
  sizes.assign(count, 0);
  forEachLarge(count, island_.elements_, [&](std::size_t t) { sums[t] = f(*island_.trees_[t], sizes[t]); });
  double sum = 0;
  size = 0;
  for (std::size_t t = 0; t < count; ++t) {
    sum += sums[t];
    size += sizes[t];
  }
  return sum;
}

double NewtonStep::potential(double& size) {
  return sumOverTrees(size, [](Tree& tree, double& its) {
    return tree.sweep.potential(tree.terms, tree.current.rates, its);
  });
}

// Returns the potential there, if wanted.
double NewtonStep::advance(double part, bool withPotential, double& size) {
  return sumOverTrees(size, [&](Tree& tree, double& its) { return tree.advance(part, withPotential, its); });
}

bool NewtonStep::lineSearch(double& before) {
  island_.each([](Tree& tree) { tree.keepPose(); });
  const double whole = std::min(1.0, kMostTurn / std::max(change_, 1e-300));
  for (double part = whole; part > 1e-6 * whole; part *= 0.5) {
    double size = 0;
    const double now = advance(part, true, size);
    if (now <= before + 1e-12 * size) {
      before = now;
      return true;
    }
  }
  double size = 0;
  advance(0, false, size);
  return false;
}

bool NewtonStep::isFinite() {
  return island_.all([](Tree& tree) { return tree.isFinite(); }) && coupling_.isFinite();
}

void NewtonStep::finish() {
  if (!coupling_.empty()) coupling_.finish(island_.constraintStates_, island_.constraintResults_);
  if (planes_ > 0) takePlanes();
  // the next step has no past before an impact
  for (std::size_t t = 0; t < island_.trees_.size(); ++t) {
    Tree& tree = *island_.trees_[t];
    tree.finish(settings_.dt);
    if (tree.contacts.lands() || island_.pairs_.landsOn(t)) tree.pastStep = 0;
  }
}

}  // namespace tendril::solver
