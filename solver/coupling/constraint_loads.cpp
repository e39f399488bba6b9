// Constraints within a step: their loads and matrices on rods, and their multipliers.
#include <algorithm>
#include <cmath>

#include "solver/coupling/constraint_solver.h"

namespace tendril::solver {
namespace {

constexpr double kHard = 1e6;   // of the rods' stiffness: penalty
constexpr double kYield = 100;  // of the same: stiffness of constraints that yield

}  // namespace

void ConstraintSolver::setWeights(ActiveConstraint& constraint) {
  const SceneConstraint& is = *constraint.spec;
  if (is.type->carries) {
    constraint.weight.setConstant(is.mass / (constraint.gamma * constraint.gamma));
    constraint.lambda.head<3>() = -is.mass * how_.gravity;
    return;
  }
  if (constraint.now.yields) {
    const double lever = size_ * size_;
    constraint.weight.setConstant(kYield * stiff_ * lever);
    constraint.weight.head(constraint.rows.places).setConstant(kYield * stiff_);
    return;
  }
  if (constraint.compliant) {
    const double late = is.damping / how_.gamma;
    constraint.weight.setConstant((1 + late) / is.compliance);
    constraint.lambda = -late / is.compliance * constraint.before;
    return;
  }
  const SceneRod& rod = rods_.description(static_cast<std::size_t>(constraint.rod[0]));
  const double lever = rod.arc.back() / static_cast<double>(rod.elements());
  constraint.weight.setConstant(kHard * stiff_ * lever * lever);
  constraint.weight.head(constraint.rows.places).setConstant(kHard * stiff_);
}

void ConstraintSolver::findSprings(const ActiveConstraint& constraint, Mat6d& stiffness, Vec6d& base) {
  stiffness = constraint.weight.asDiagonal();
  base = constraint.lambda;
  if (!constraint.gives) return;
  // the penalty and the rows' own compliance in series
  const int first = constraint.rows.places, n = constraint.rows.count - first;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6> soft =
      constraint.give.block(first, first, n, n);
  const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1> back =
      constraint.weight.segment(first, n).cwiseInverse();
  soft += back.asDiagonal();
  stiffness.block(first, first, n, n) = soft.inverse();
  base.segment(first, n) =
      stiffness.block(first, first, n, n) * back.cwiseProduct(constraint.lambda.segment(first, n));
}

Vec6d ConstraintSolver::forceOf(const ActiveConstraint& constraint) const {
  if (constraint.inactive) return Vec6d::Zero();
  if (!constraint.compliant) return constraint.lambda;
  Vec6d force = constraint.lambda + constraint.weight.cwiseProduct(constraint.rows.violation);
  if (constraint.spec->type->oneSided) force[0] = std::min(force[0], 0.0);
  return force;
}

Vec6d ConstraintSolver::reaction(const ConstraintRows& rows, int end, const Vec6d& force) {
  return -rows.by[end].topRows(rows.count).transpose() * force.head(rows.count);
}

void ConstraintSolver::computeLoads() {
  for (ActiveConstraint& constraint : active_) {
    for (int k = 0; k < 2; ++k)
      if (constraint.rod[k] >= 0)
        rods_.rod(static_cast<std::size_t>(constraint.rod[k]))
            .kinematics.setLoad(constraint.hook[k], Vec6d::Zero());
    if (!constraint.active) continue;
    setWeights(constraint);
    if (constraint.two) splitSlide(constraint);
    if (constraint.two) findGeometricStiffness(constraint);
    for (int k = 0; k < 2; ++k)
      if (constraint.rod[k] >= 0)
        rods_.rod(static_cast<std::size_t>(constraint.rod[k]))
            .kinematics.setLoad(constraint.hook[k], reaction(constraint.rows, k, forceOf(constraint)));
  }
}

void ConstraintSolver::load(bool whole) {
  whole_ = whole;
  for (ActiveConstraint& constraint : active_)
    if (constraint.active && !constraint.two && !constraint.inactive) loadOne(constraint);
}

// The terms lambda . (J dz + T du) + w/2 |g + J dz + T du|^2 + push du with the second derivatives of lambda
// . x(u), lambda . (spin x t) du + lambda . (curvature x t) du^2 / 2; then eliminates du.
void ConstraintSolver::loadOne(ActiveConstraint& constraint) {
  const int n = constraint.rows.count;
  const auto by = constraint.rows.by[0].topRows(n);
  Mat6d springs;
  Vec6d base;
  findSprings(constraint, springs, base);
  const auto weight = springs.topLeftCorner(n, n);
  const Vec6d known = forceOf(constraint);
  Vec6d violation = constraint.rows.violation;
  if (constraint.slide != Slide::none && !slidesFreely(constraint))
    violation += constraint.rows.slide.col(0) * wantOf(constraint);
  const Vec6d force = base + springs * violation;
  Mat6d stiffness = by.transpose() * weight * by;
  Vec6d gradient = by.transpose() * (force - known).head(n);
  if (constraint.rows.swingLength > 0 && (whole_ || known[0] > 0)) {
    const Vector3d along = constraint.rows.by[0].row(0).tail<3>();
    const double swing = known[0] / constraint.rows.swingLength;
    stiffness.bottomRightCorner<3, 3>() += swing * (Matrix3d::Identity() - along * along.transpose());
  }
  constraint.slideStiffness = 0;
  if (slidesFreely(constraint)) {
    const auto slide = constraint.rows.slide.col(0).head(n);
    const Vector3d pull = known.head<3>();
    const double own = slide.dot(weight * slide);
    double bend = pull.dot(constraint.at[0].curvature.cross(constraint.at[0].tangent));
    Vec6d coupling = by.transpose() * (weight * slide);
    if (whole_)
      coupling.head<3>() += constraint.at[0].tangent.cross(pull);
    else
      bend = std::max(bend, 0.0);
    constraint.slideBy = coupling;
    constraint.slideStiffness = std::max(own + bend, 0.3 * own);
    constraint.slideRest = slide.dot(force.head(n)) + constraint.push;
    stiffness -= coupling * coupling.transpose() / constraint.slideStiffness;
    gradient -= coupling * (constraint.slideRest / constraint.slideStiffness);
  }
  rods_.rod(static_cast<std::size_t>(constraint.rod[0]))
      .elimination.attach(constraint.hook[0], stiffness, gradient);
}

void ConstraintSolver::beginIteration() {
  switched_ = false;
}

// By the outcome of the linearisation: a row that would pull lets go, one that would be crossed pushes. A
// guess from the multiplier and the gap before the solution changes its mind in every other iteration.
bool ConstraintSolver::switchRowsToWorld() {
  bool changed = false;
  for (ActiveConstraint& constraint : active_) {
    if (!constraint.active || constraint.two || !constraint.spec->type->oneSided) continue;
    const Vec6d motion =
        rods_.rod(static_cast<std::size_t>(constraint.rod[0])).elimination.accelerationAt(constraint.hook[0]);
    const double gap = constraint.rows.violation[0] + constraint.rows.by[0].row(0).dot(motion);
    const bool off =
        constraint.inactive ? gap >= -1e-12 * size_ : constraint.lambda[0] + constraint.weight[0] * gap > 0;
    if (off == constraint.inactive) continue;
    constraint.inactive = off;
    if (!constraint.compliant) constraint.lambda.setZero();
    changed = switched_ = true;
  }
  return changed;
}

void ConstraintSolver::take() {
  for (ActiveConstraint& constraint : active_) {
    constraint.step[0] = constraint.step[1] = 0;
    if (!constraint.active || (constraint.inactive && !constraint.two)) continue;
    takeOne(constraint);
    if (constraint.slide != Slide::none) decideSlide(constraint);
  }
}

void ConstraintSolver::takeOne(ActiveConstraint& constraint) {
  const int n = constraint.rows.count;
  Vec6d motion[2] = {Vec6d::Zero(), Vec6d::Zero()};
  Vec6d moved = constraint.rows.violation;
  for (int k = 0; k < 2; ++k) {
    if (constraint.rod[k] < 0) continue;
    motion[k] =
        rods_.rod(static_cast<std::size_t>(constraint.rod[k])).elimination.accelerationAt(constraint.hook[k]);
    moved.head(n) += constraint.rows.by[k].topRows(n) * motion[k];
  }
  if (constraint.slide != Slide::none && !slidesFreely(constraint)) {
    constraint.step[0] = wantOf(constraint);
  } else if (constraint.slide != Slide::none && constraint.two) {
    const Eigen::Vector2d both =
        constraint.rows.slide.completeOrthogonalDecomposition().solve(Vec6d(-moved)).head<2>();
    for (int k = 0; k < 2; ++k) constraint.step[k] = both[k];
  } else if (constraint.slide != Slide::none) {
    constraint.step[0] = -(constraint.slideBy.dot(motion[0]) + constraint.slideRest + constraint.contact) /
                         constraint.slideStiffness;
  }
  moved += constraint.rows.slide * Eigen::Vector2d(constraint.step[0], constraint.step[1]);
  if (constraint.two) return;  // solveRows() has found lambdaNext
  Mat6d springs;
  Vec6d base;
  findSprings(constraint, springs, base);
  constraint.lambdaNext = base + springs * moved;
  constraint.lambdaNext.tail(6 - n).setZero();
  if (constraint.spec->type->oneSided && !constraint.compliant && constraint.lambdaNext[0] > 0) {
    constraint.lambdaNext[0] = 0;
    switched_ = true;
  }
}

void ConstraintSolver::keepPlace() {
  for (ActiveConstraint& constraint : active_) {
    constraint.lambdaStart = constraint.lambda;
    for (int k = 0; k < 2; ++k) constraint.arcThere[k] = constraint.arc[k];
  }
}

void ConstraintSolver::advance(double part) {
  for (ActiveConstraint& constraint : active_) {
    if (!constraint.active) continue;
    if (!constraint.compliant && !(constraint.inactive && !constraint.two))
      constraint.lambda = constraint.lambdaStart + part * (constraint.lambdaNext - constraint.lambdaStart);
    for (int k = 0; k < 2; ++k) {
      if (constraint.step[k] == 0 || constraint.rod[k] < 0) continue;
      const std::size_t r = static_cast<std::size_t>(constraint.rod[k]);
      constraint.arc[k] = std::clamp(constraint.arcThere[k] + part * constraint.step[k], 0.0,
                                     rods_.description(r).arc.back());
      rods_.rod(r).kinematics.moveGrip(constraint.hook[k], constraint.arc[k]);
    }
  }
}

}  // namespace tendril::solver
