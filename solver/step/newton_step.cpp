// Newton iterations of a step, without and with constraints.
#include "solver/step/newton_step.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {

bool NewtonStep::run() {
  predict();
  if (!island_.coupling.empty() && island_.coupling.looksBack(island_.constraintStates))
    island_.keptNow = island_.keptPast = false;
  if (!findPoints()) return false;
  findInertialTargets();
  if (!island_.coupling.empty()) {
    island_.coupling.cut(true);
    const bool solved = iterateConstrained();
    island_.coupling.cut(false);
    if (!solved) return false;
  }
  if (island_.coupling.empty() && !iterate()) return false;
  findRates();
  if (!isFinite()) return false;
  for (std::size_t r = 0; r < count_; ++r) sweep_.rod(r).kinematics.storePoints();
  if (second_ && !passesEnergyGuard()) {
    island_.keptNow = island_.keptPast = false;
    return false;
  }
  finish();
  return true;
}

bool NewtonStep::iterate() {
  double potential = 0;
  bool known = false;
  for (int i = 0; i < settings_.iterations; ++i) {
    if (!solve()) return false;
    ++island_.report.sweeps;
    change_ = largestTurn();
    const double change = change_;
    island_.report.change = change;
    if (!std::isfinite(change)) return false;
    const bool calm = change * change < settings_.tolerance;  // the next change would be about change^2
    // such a small step needs no line search
    if (settings_.iterations == 1 || (calm && i == 0 && terms_.fullHessian && drivesNoRoot())) {
      island_.there.poses = island_.current.poses;
      advance(1);
      break;
    }
    if (!known) {
      double size = 0;
      potential = sweep_.potential(terms_, island_.current.rates, size);
      known = true;
    }
    if (!lineSearch(potential)) {
      if (i == 0) return false;
      break;
    }
    if (calm) break;
  }
  return true;
}

bool NewtonStep::iterateConstrained() {
  constexpr double kExact = 5e-10;  // of the size; rad
  constexpr double kEnough = 1e-9, kCalm = 0.05;
  constexpr int kMore = 24, kLast = 7;
  ConstraintSolver& coupling = island_.coupling;
  coupling.look();
  const double loose = std::sqrt(settings_.tolerance);
  const int most = settings_.iterations + kMore;
  for (int i = 0; i < most; ++i) {
    if (i == most - kLast) coupling.freeze();
    if (!iterateConstrainedOnce()) return false;
    ++island_.report.sweeps;
    change_ = largestTurn() + coupling.largestTurn();  // also NaN
    island_.report.change = change_;
    if (!std::isfinite(change_)) return false;
    constrainedLineSearch();
    // converged: the next change would be negligible
    if (change_ < loose && coupling.settled() && coupling.residual() < kExact) return true;
  }
  return coupling.residual() < kEnough && change_ < kCalm;
}

bool NewtonStep::iterateConstrainedOnce() {
  ConstraintSolver& coupling = island_.coupling;
  coupling.computeLoads();
  for (const bool whole : {true, false}) {
    if (whole && !curved_) continue;
    terms_.fullHessian = curved_ = whole;
    sweep_.assembleNewton(terms_, island_.current.rates);
    coupling.load(whole);
    if (!sweep_.eliminate(whole ? 0 : kLeastPivot)) continue;
    coupling.solveRows();
    sweep_.substitute(island_.still);
    coupling.take();
    return true;
  }
  return false;
}

void NewtonStep::constrainedLineSearch() {
  ConstraintSolver& coupling = island_.coupling;
  coupling.keepPlace();
  island_.there.poses = island_.current.poses;
  constexpr double kSmall = 0.3;  // rad: smaller steps are taken without a line search
  double size = 0;
  const double whole = std::min(1.0, kMostTurn / std::max(change_, 1e-300));
  double before = 0;
  if (whole * change_ >= kSmall)
    before =
        sweep_.potential(terms_, island_.current.rates, size) + coupling.potential() + coupling.penalty();
  for (double part = whole; part > 1e-3 * whole; part *= 0.5) {
    coupling.advance(part);
    advance(part);
    coupling.look();
    if (part * change_ < kSmall) return;
    double now = sweep_.potential(terms_, island_.current.rates, size);
    now += coupling.potential() + coupling.penalty();
    if (now <= before + 1e-10 * size) return;
  }
}

bool NewtonStep::solve() {
  for (const bool whole : {true, false}) {
    terms_.fullHessian = whole;
    sweep_.assembleNewton(terms_, island_.current.rates);
    if (sweep_.solve(island_.still, whole ? 0 : kLeastPivot)) return true;
  }
  return false;
}

bool NewtonStep::drivesNoRoot() const {
  for (std::size_t r = 0; r < count_; ++r) {
    const SceneRod& rod = sweep_.description(r);
    if (rod.root != Root::free || rod.drag.empty()) continue;
    const double way = sweep_.rootAcceleration(r).tail<3>().norm() / rod.arc.back();
    if (!(way * way < settings_.tolerance)) return false;
  }
  return true;
}

double NewtonStep::largestTurn() const {
  double most = 0;
  for (std::size_t r = 0; r < count_; ++r) {
    double turn = sweep_.rod(r).kinematics.largestTurn(sweep_.rod(r).elimination.accelerations());
    if (!(turn <= most)) most = turn;  // also NaN
    if (sweep_.description(r).root != Root::free) continue;
    turn = sweep_.rootAcceleration(r).head<3>().norm();
    if (!(turn <= most)) most = turn;
  }
  return most;
}

void NewtonStep::advance(double part) {
  for (std::size_t r = 0; r < count_; ++r) {
    const Pose& from = island_.there.poses[r];
    Pose& to = island_.current.poses[r];
    to.setChanged(from, sweep_.rod(r).elimination.accelerations(), part);
    island_.now[r].pose.findChanges(to, 1, island_.moved[r]);
    if (sweep_.description(r).root != Root::free) continue;
    const Vec6d& root = sweep_.rootAcceleration(r);
    to.root = {turnedAxes(part * root.head<3>(), from.root.axes), from.root.position + part * root.tail<3>()};
    island_.rootMoved[r] = to.root.position - island_.now[r].pose.root.position;
    island_.rootTurned[r] = turnBetween(island_.now[r].pose.root.axes, to.root.axes);
  }
  findPlacedRates();
  sweep_.setPose(island_.current.poses);
}

bool NewtonStep::lineSearch(double& potential) {
  island_.there.poses = island_.current.poses;
  const double whole = std::min(1.0, kMostTurn / std::max(change_, 1e-300));
  for (double part = whole; part > 1e-6 * whole; part *= 0.5) {
    advance(part);
    double size = 0;
    const double now = sweep_.potential(terms_, island_.current.rates, size);
    if (now <= potential + 1e-12 * size) {
      potential = now;
      return true;
    }
  }
  advance(0);
  return false;
}

void NewtonStep::findRates() {
  sweep_.setRates(island_.current.roots, island_.current.rates);
  sweep_.assembleRates(terms_);
  sweep_.solve(island_.still, kLeastPivot);
  for (std::size_t r = 0; r < count_; ++r) {
    const Vectors& change = sweep_.rod(r).elimination.accelerations();
    for (std::size_t k = 0; k < change.size(); ++k) island_.current.rates[r][k] += change[k];
    if (sweep_.description(r).root != Root::free) continue;
    island_.current.roots[r].spin += sweep_.rootAcceleration(r).head<3>();
    island_.current.roots[r].velocity += sweep_.rootAcceleration(r).tail<3>();
  }
  sweep_.setRates(island_.current.roots, island_.current.rates);
}

bool NewtonStep::isFinite() const {
  for (std::size_t r = 0; r < count_; ++r) {
    for (const Vector3d& rate : island_.current.rates[r])
      if (!rate.allFinite()) return false;
    const auto& root = island_.current.poses[r].root;
    if (!root.position.allFinite() || !root.axes.allFinite()) return false;
    if (!island_.current.roots[r].both().allFinite()) return false;
  }
  return island_.coupling.isFinite();
}

void NewtonStep::finish() {
  if (settings_.keepMomentum && sweep_.description(0).root == Root::free && island_.coupling.empty())
    giveMomentum();
  if (!island_.coupling.empty()) island_.coupling.finish(island_.constraintStates, island_.constraintResults);
  std::swap(island_.past, island_.now);
  for (std::size_t r = 0; r < count_; ++r) {
    island_.now[r].pose = island_.current.poses[r];
    island_.now[r].rates = island_.current.rates[r];
    island_.now[r].velocity = island_.current.roots[r].velocity;
    island_.now[r].spin = island_.current.roots[r].spin;
  }
  island_.pastStep = settings_.dt;
  island_.keptPast = island_.keptNow;
  island_.keptNow = true;
}

bool newtonStep(Island& island, const Scene& scene, const StepSettings& settings) {
  return NewtonStep(island, scene, settings).run();
}

}  // namespace tendril::solver
