// Constraints within a step: violations, energies, and the results at its end.
#include <algorithm>
#include <cmath>

#include "solver/coupling/constraint_solver.h"

namespace tendril::solver {
namespace {

constexpr double kExactly = 1e-9;  // of the size, rad: accepted violation
constexpr double kMet = 1e-7;      // of the size: larger violations are contradictory
constexpr double kReach = 0.2;     // of the size: a one-sided row that is nearer may soon touch
constexpr double kBack = 2e-3;     // of the size: a yielding constraint holds again below

}  // namespace

bool ConstraintSolver::isFinite() const {
  for (const ActiveConstraint& constraint : active_)
    if (!(std::isfinite(constraint.arc[0] + constraint.arc[1]) && constraint.lambda.allFinite() &&
          constraint.lambdaNext.allFinite()))
      return false;
  return true;
}

bool ConstraintSolver::yield(std::vector<ConstraintState>& now) const {
  bool any = false;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const ActiveConstraint& constraint = active_[i];
    if (!constraint.active || constraint.compliant || !(offOf(constraint) > kMet)) continue;
    any = now[i].yields = true;
  }
  return any;
}

double ConstraintSolver::largestTurn() const {
  double most = 0;
  for (const ActiveConstraint& constraint : active_)
    for (int k = 0; k < 2; ++k) {
      const double turn = std::abs(constraint.step[k]) * constraint.at[k].curvature.norm();
      if (!constraint.active) continue;
      if (std::isnan(turn)) return turn;
      most = std::max(most, turn);
    }
  return most;
}

double ConstraintSolver::offOf(const ActiveConstraint& constraint) const {
  double most = 0;
  const Vec6d lack = lackOf(constraint);
  for (int i = 0; i < constraint.rows.count; ++i) {
    const double g = lack[i];
    const double off = (constraint.spec->type->oneSided ? std::max(0.0, -g) : std::abs(g)) /
                       (i < constraint.rows.places ? size_ : 1);
    if (std::isnan(off)) return off;
    most = std::max(most, off);
  }
  return most;
}

double ConstraintSolver::residual() const {
  double most = 0;
  for (const ActiveConstraint& constraint : active_) {
    if (!constraint.active || constraint.compliant) continue;
    const double off = offOf(constraint);
    if (std::isnan(off)) return off;
    most = std::max(most, off);
  }
  return most;
}

double ConstraintSolver::potential() const {
  double sum = 0;
  for (const ActiveConstraint& constraint : active_) {
    if (!constraint.active) continue;
    if (constraint.slide == Slide::slipping)
      sum += constraint.push * (constraint.arc[0] - constraint.now.arcs[0]);
    if (!constraint.compliant) continue;
    for (int i = 0; i < constraint.rows.count; ++i) {
      const double g = constraint.rows.violation[i];
      if (constraint.spec->type->oneSided && g > 0) continue;
      sum += (0.5 * constraint.weight[i] * g + constraint.lambda[i]) * g;
    }
  }
  return sum;
}

double ConstraintSolver::penalty() const {
  double sum = 0;
  for (const ActiveConstraint& constraint : active_) {
    if (!constraint.active || constraint.compliant) continue;
    const double most = 2 * std::max(constraint.lambdaNext.cwiseAbs().maxCoeff(),
                                     constraint.lambdaStart.cwiseAbs().maxCoeff());
    const Vec6d lack = lackOf(constraint);
    for (int i = 0; i < constraint.rows.count; ++i) {
      const double g = lack[i];
      sum += most * (constraint.spec->type->oneSided ? std::max(0.0, -g) : std::abs(g));
    }
  }
  return sum;
}

bool ConstraintSolver::impacts() const {
  bool any = false;
  for (const ActiveConstraint& constraint : active_) {
    if (!constraint.active) continue;
    if (!constraint.now.begun && !constraint.spec->type->oneSided) return false;
    any = any || constraint.spec->type->oneSided;
  }
  return any;
}

bool ConstraintSolver::tiesToWorld() const {
  return std::any_of(active_.begin(), active_.end(), [&](const ActiveConstraint& constraint) {
    if (!constraint.active || constraint.two || constraint.spec->type->carries) return false;
    return !constraint.inactive || constraint.rows.violation[0] < kReach * size_;
  });
}

double ConstraintSolver::slack() const {
  double sum = 0;
  for (const ActiveConstraint& constraint : active_)
    if (constraint.active && !constraint.compliant) sum += constraint.lambda.cwiseAbs().maxCoeff();
  return 4 * kExactly * size_ * sum;
}

double ConstraintSolver::energy(bool before) const {
  double sum = 0;
  for (const ActiveConstraint& constraint : active_) {
    if (!constraint.active) continue;
    if (constraint.spec->type->carries) {
      const Vector3d place = before ? constraint.now.place : constraint.at[0].frame.position;
      const Vector3d& velocity = before ? constraint.now.velocity : constraint.velocity;
      sum += 0.5 * constraint.spec->mass * velocity.squaredNorm() -
             constraint.spec->mass * how_.gravity.dot(place);
    } else {
      sum += springEnergyOf(constraint, before);
    }
  }
  return sum;
}

// Of compliant rows, and of exact rows that give.
double ConstraintSolver::springEnergyOf(const ActiveConstraint& constraint, bool before) {
  if (constraint.compliant && !constraint.now.yields) {
    const Vec6d& g = before ? constraint.before : constraint.rows.violation;
    // a one-sided row holds no energy where it does not touch
    if (constraint.spec->type->oneSided && g[0] > 0) return 0;
    return 0.5 / constraint.spec->compliance * g.head(constraint.rows.count).squaredNorm();
  }
  if (!constraint.gives) return 0;
  const Vec6d& force = before ? constraint.now.force : constraint.lambda;
  return 0.5 * force.dot(constraint.give * force);
}

void ConstraintSolver::finish(std::vector<ConstraintState>& now, std::vector<ConstraintResult>& found) {
  collide();
  for (std::size_t i = 0; i < active_.size(); ++i) finishConstraint(active_[i], now[i], found[i]);
}

void ConstraintSolver::finishConstraint(ActiveConstraint& constraint, ConstraintState& now,
                                        ConstraintResult& found) {
  const double slid = found.slide, lost = found.dissipated;  // of the first part of a halved step
  found = {};
  found.slide = slid;
  found.dissipated = lost;
  now = constraint.now;
  now.begun = true;
  now.target = constraint.target;
  finishClosing(constraint, now);
  if (!constraint.active) {
    now.force.setZero();
    now.push = 0;
    now.broken = now.broken || constraint.slipped;
    if (!now.broken) now.moves = now.moved = false;  // it will start anew from the rod's pose
    if (constraint.spec->type->carries && now.broken && constraint.now.moves) {  // the pearl flies freely
      now.moved = true;
      now.pastPlace = constraint.now.place;
      now.pastVelocity = constraint.now.velocity;
      now.place = constraint.inertialTarget + constraint.gamma * constraint.gamma * how_.gravity;
      now.velocity = (now.place - constraint.historyTerm) / constraint.gamma;
    }
    return;
  }
  const Vec6d force = forceOf(constraint);
  const Vec6d back = reaction(constraint.rows, 0, force);
  found.force = back.tail<3>();
  found.torque = back.head<3>();
  if (!constraint.spec->type->carries) found.energy = springEnergyOf(constraint, false);
  const double slide = constraint.arc[0] - constraint.now.arcs[0];
  found.slide += slide;
  found.dissipated += constraint.dissipated + std::abs(constraint.push * slide);
  const Vec6d lack = lackOf(constraint);
  if (!constraint.spec->type->carries)
    for (int k = 0; k < constraint.rows.count; ++k)
      found.residual = std::max(
          found.residual, constraint.spec->type->oneSided ? std::max(0.0, -lack[k]) : std::abs(lack[k]));
  if (constraint.spec->compliance == 0 && !constraint.spec->type->carries && offOf(constraint) > kMet)
    found.impossible = true;
  if (constraint.now.yields && offOf(constraint) < kBack) now.yields = false;
  now.push = constraint.slide == Slide::slipping ? constraint.push : 0;
  now.force = constraint.compliant || found.impossible ? Vec6d(Vec6d::Zero()) : force;
  for (int k = 0; k < 2; ++k) now.arcs[k] = constraint.arc[k];
  if (constraint.spec->type->advance)
    constraint.spec->type->advance(*constraint.spec, constraint.at[0], constraint.at[1], now);
  const double most = constraint.rows.places > 0 ? found.force.norm() : found.torque.norm();
  if (constraint.spec->maxForce > 0 && most > constraint.spec->maxForce) {
    now.broken = true;
    now.breakForce = most;
  }
  if (!constraint.spec->type->carries) return;
  now.moved = constraint.now.moves && !constraint.beginsAnew;
  now.pastPlace = constraint.now.place;
  now.pastVelocity = constraint.now.velocity;
  now.moves = true;
  now.place = constraint.at[0].frame.position;
  now.velocity = constraint.velocity + constraint.bounce * constraint.at[0].tangent;
}

}  // namespace tendril::solver
