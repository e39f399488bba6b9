// Constraints that are off when they begin to act: how far, and how their gaps close.
#include <algorithm>
#include <cmath>

#include "solver/coupling/constraint_solver.h"

namespace tendril::solver {

namespace {

constexpr double kGap = 1e-7;  // of the size, rad: less closes within the step

// Of a gap, by the part of its time that is left: it begins and ends to close without a jerk.
double openPart(double left) {
  const double p = std::clamp(left, 0.0, 1.0);
  return p * p * (3 - 2 * p);
}

}  // namespace

bool ConstraintSolver::begins(const SceneConstraint& is, const ConstraintState& now) const {
  return is.active && !is.isContact() && !now.broken && !now.acts && !now.yields && is.compliance == 0 &&
         !is.type->carries;
}

bool ConstraintSolver::begins(const std::vector<ConstraintState>& now) const {
  for (std::size_t i = 0; i < active_.size(); ++i)
    if (begins(scene_.constraints[constraints_[i]], now[i])) return true;
  return false;
}

// Violations that count, and the largest in parts of the size, or rad.
double ConstraintSolver::gapOf(const ActiveConstraint& constraint, Vec6d& gap) const {
  gap.setZero();
  double most = 0;
  for (int i = 0; i < constraint.rows.count; ++i) {
    const double g = constraint.rows.violation[i];
    gap[i] = constraint.spec->type->oneSided ? std::min(0.0, g) : g;
    most = std::max(most, std::abs(gap[i]) / (i < constraint.rows.places ? size_ : 1));
  }
  return most;
}

bool ConstraintSolver::openGaps(std::vector<ConstraintState>& now) {
  bool atOnce = false;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    ActiveConstraint& constraint = active_[i];
    const SceneConstraint& is = *constraint.spec;
    constraint.active = constraint.active && !constraint.compliant;
    if (!constraint.active || !begins(is, now[i])) continue;
    Vec6d gap;
    if (!(gapOf(constraint, gap) > kGap)) continue;
    double square = 0;  // m2; rad2
    for (int k = 0; k < constraint.rows.count; ++k)
      if (k < constraint.rows.places || is.type->turns) square += gap[k] * gap[k];
    const double way = std::sqrt(square);
    const double time = std::max(is.closeTime, is.closeSpeed > 0 ? way / is.closeSpeed : 0);
    if (!(time > 0)) {
      atOnce = true;
      continue;
    }
    constraint.active = false;
    now[i].gap = gap;
    now[i].closing = now[i].closeTime = time;
  }
  return atOnce;
}

void ConstraintSolver::closeGaps(std::vector<ConstraintState>& now) const {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const ActiveConstraint& constraint = active_[i];
    if (!constraint.active || !begins(*constraint.spec, now[i])) continue;
    if (!now[i].begun) {
      now[i].own = {};
      now[i].push = 0;
    }
    now[i].begun = now[i].acts = true;
    now[i].target = constraint.target;
    now[i].force.setZero();
    for (int k = 0; k < 2; ++k) now[i].arcs[k] = constraint.arc[k];
  }
}

void ConstraintSolver::keepForces() {
  for (ActiveConstraint& constraint : active_) constraint.lambda = constraint.lambdaStart;
}

void ConstraintSolver::beginClosing(ActiveConstraint& constraint) {
  constraint.gap.setZero();
  const ConstraintState& now = constraint.now;
  if (!(now.closing > 0) || !constraint.active) return;
  constraint.gap =
      now.gap * (openPart((now.closing - dt_) / now.closeTime) / openPart(now.closing / now.closeTime));
  drives_ = true;
}

void ConstraintSolver::finishClosing(const ActiveConstraint& constraint, ConstraintState& now) const {
  now.acts = constraint.active;
  now.gap = constraint.gap;
  now.closing = constraint.active ? std::max(0.0, constraint.now.closing - dt_) : 0;
}

}  // namespace tendril::solver
