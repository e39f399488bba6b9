// Constraints within a step: its start, and their rows at the rods' pose.
#include "solver/coupling/constraint_solver.h"

#include <algorithm>
#include <cmath>

#include "solver/rods/model.h"

namespace tendril::solver {

namespace {

constexpr double kSame = 1e-12;  // of the size, rad: below, a target has not moved

// World curvature at an arc length of an element; `axes`: material frame there.
Vector3d curvatureAt(const SceneRod& rod, const Pose& pose, std::size_t e, double arc, const Matrix3d& axes) {
  return axes * modelType(rod.model).curvatureAt(pose, e, arc / rod.length(e));
}

}  // namespace

void ConstraintSolver::setConstraints(const std::vector<std::size_t>& constraints) {
  constraints_ = constraints;
  active_.assign(constraints_.size(), {});
  cutRows_.assign(rods_.size(), 0);
  for (std::size_t i = 0; i < active_.size(); ++i) {
    ActiveConstraint& constraint = active_[i];
    constraint.spec = &scene_.constraints[constraints_[i]];
    for (int k = 0; k < 2; ++k) {
      const ConstraintEnd& end = constraint.spec->ends[k];
      if (end.rod < 0) continue;
      const std::size_t r = rods_.find(static_cast<std::size_t>(end.rod));
      constraint.rod[k] = static_cast<int>(r);
      constraint.hook[k] = rods_.rod(r).kinematics.addGrip({end.arc, end.attachment});
    }
    constraint.two = constraint.rod[1] >= 0;
  }
}

void ConstraintSolver::begin(const std::vector<ConstraintState>& now,
                             const std::vector<Frame<double>>& targets, const StepTerms& how,
                             double historyWeight, bool second, double dt) {
  how_ = how;
  dt_ = dt;
  drives_ = false;
  double mass = 0, stiff = 0, shortest = 1e300, lightest = 1e300;
  size_ = 0;
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    const SceneRod& rod = rods_.description(r);
    size_ = std::max(size_, rod.arc.back());
    for (std::size_t e = 0; e < rod.elements(); ++e) {
      mass += rod.sections[e].mass * rod.length(e);
      lightest = std::min(lightest, rod.sections[e].mass * rod.length(e));
      shortest = std::min(shortest, rod.length(e));
      stiff = std::max(stiff, 12 * rod.sections[e].stiffness.maxCoeff() / std::pow(rod.length(e), 3));
    }
  }
  for (const ActiveConstraint& constraint : active_) mass += constraint.spec->mass;
  stiff_ = stiff + mass * (how.gravity.norm() / shortest + 1 / (how.gamma * how.gamma));
  if (looksBack(now)) {  // new pearls start on their rods
    for (std::size_t i = 0; i < active_.size(); ++i)
      if (!now[i].moves && active_[i].rod[0] >= 0)
        rods_.rod(static_cast<std::size_t>(active_[i].rod[0]))
            .kinematics.moveGrip(active_[i].hook[0], now[i].begun
                                                         ? now[i].arcs[0]
                                                         : scene_.constraints[constraints_[i]].ends[0].arc);
    for (std::size_t r = 0; r < rods_.size(); ++r) rods_.rod(r).kinematics.placeGrips();
  }
  noise_ = 1e-12 * stiff_ * size_;
  massStiffness_ = lightest / (how.gamma * how.gamma);
  for (std::size_t i = 0; i < active_.size(); ++i) {
    ActiveConstraint& constraint = active_[i];
    constraint.spec = &scene_.constraints[constraints_[i]];
    constraint.now = now[i];
    beginConstraint(constraint, targets[i]);
  }
  beginPearls(historyWeight, second);
  setCuts();
  findContacts();
  if (!looksBack(now)) return;
  for (std::size_t r = 0; r < rods_.size(); ++r) rods_.rod(r).kinematics.placeGrips();
  for (ActiveConstraint& constraint : active_) {
    if (!constraint.active || constraint.spec->compliance == 0) continue;
    const Frame<double> end = constraint.target;
    if (constraint.now.begun) constraint.target = constraint.now.target;
    lookAt(constraint, 0);
    lookAt(constraint, 1);
    findRows(constraint);
    constraint.before = constraint.rows.violation;
    constraint.target = end;
  }
}

bool ConstraintSolver::looksBack(const std::vector<ConstraintState>& now) const {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const SceneConstraint& is = scene_.constraints[constraints_[i]];
    if (is.active && (is.compliance > 0 || (is.type->carries && !now[i].moves))) return true;
  }
  return false;
}

void ConstraintSolver::beginConstraint(ActiveConstraint& constraint, const Frame<double>& target) {
  const SceneConstraint& is = *constraint.spec;
  constraint.target = target;
  constraint.active = is.active && !constraint.now.broken && !is.isContact();
  constraint.inactive = constraint.slipped = false;
  constraint.dissipated = constraint.push = constraint.contact = constraint.bounce = 0;
  for (int k = 0; k < 2; ++k) {
    if (!constraint.now.begun) constraint.now.arcs[k] = is.ends[k].arc;
    const bool slides = (is.type->slides >> k & 1) && (k == 0 || (is.slideBoth && constraint.two));
    constraint.arc[k] = slides ? constraint.now.arcs[k] : is.ends[k].arc;
    if (!slides) constraint.now.arcs[k] = is.ends[k].arc;
    constraint.step[k] = 0;
    if (constraint.rod[k] >= 0)
      rods_.rod(static_cast<std::size_t>(constraint.rod[k]))
          .kinematics.moveGrip(constraint.hook[k], constraint.arc[k]);
  }
  constraint.slide = Slide::none;
  constraint.switches = 0;
  constraint.corner = -1;
  if (is.type->slides & 1) {
    constraint.slide = !(is.friction > 0)         ? Slide::free
                       : constraint.now.push != 0 ? Slide::slipping
                                                  : Slide::stuck;
    if (constraint.slide == Slide::slipping) constraint.push = constraint.now.push;
  }
  constraint.goal = constraint.now.arcs[0];
  if (std::isfinite(is.slideRate) && (is.type->slides & 1)) {
    constraint.slide = Slide::given;
    const double length = rods_.description(static_cast<std::size_t>(constraint.rod[0])).arc.back();
    constraint.goal = std::clamp(constraint.now.arcs[0] + is.slideRate * dt_, 0.0, length);
    drives_ = drives_ || is.slideRate != 0;
  }
  constraint.compliant = is.compliance > 0 || is.type->carries || constraint.now.yields;
  constraint.lambda.setZero();
  constraint.lambdaNext.setZero();
  constraint.weight.setZero();
  if (!constraint.now.begun) constraint.now.force.setZero();
  if (!constraint.now.begun) constraint.now.own = {};
  if (!constraint.compliant && constraint.active) constraint.lambda = constraint.now.force;
  if (constraint.now.begun && !constraint.two && constraint.active && !is.type->carries &&
      ((constraint.now.target.position - target.position).norm() > kSame * size_ ||
       (constraint.now.target.axes - target.axes).norm() > kSame))
    drives_ = true;
  constraint.inactive = is.type->oneSided && !constraint.two && !(constraint.lambda[0] < 0);
  beginClosing(constraint);
}

void ConstraintSolver::lookAt(ActiveConstraint& constraint, int end) {
  EndAt& at = constraint.at[end];
  if (constraint.rod[end] < 0) {
    at.frame = constraint.target;
    at.tangent = constraint.target.axes.col(0);
    at.curvature.setZero();
    return;
  }
  const std::size_t r = static_cast<std::size_t>(constraint.rod[end]);
  const Hook& hook = rods_.rod(r).kinematics.hook(constraint.hook[end]);
  const Matrix3d axes = hook.world.axes * hook.attachment.axes.transpose();
  at.frame = hook.world;
  at.tangent = axes.col(0);
  if (constraint.slide != Slide::none)
    at.curvature = curvatureAt(rods_.description(r), rods_.pose(r), hook.element, hook.arc, axes);
}

void ConstraintSolver::findRows(ActiveConstraint& constraint) const {
  constraint.rows.clear();
  constraint.rows.state = constraint.now.own.data();
  constraint.spec->type->rows(*constraint.spec, constraint.at[0], constraint.at[1], constraint.rows);
  constraint.rows.violation -= constraint.gap;
  findGive(constraint);
}

// All bending of a chain is in its joints. Each has the halves of both links beside it, so what is held at a
// chain's tip turns with the middle of the last link, and half a link's compliance is missing (a free root:
// of the first link). Rows of rotations get it, by the sections' stiffness D in the material frame Q:
//
//   g = give lambda,  give = sum over ends of J Q (s D^-1) Q^T J^T      s: arc length from the middle, m
void ConstraintSolver::findGive(ActiveConstraint& constraint) const {
  constraint.gives = false;
  if (constraint.compliant || constraint.rows.places == constraint.rows.count) return;
  for (int k = 0; k < 2; ++k) {
    if (constraint.rod[k] < 0) continue;
    const std::size_t r = static_cast<std::size_t>(constraint.rod[k]);
    const SceneRod& rod = rods_.description(r);
    if (layoutOf(rod.model) != Layout::joints || !rod.halfFirst) continue;
    const Hook& hook = rods_.rod(r).kinematics.hook(constraint.hook[k]);
    const double half = 0.5 * rod.length(hook.element);
    double arc = 0;
    if (hook.element + 1 == rod.elements()) arc = std::max(arc, hook.arc - half);
    const bool atRoot = hook.element == 0 && rod.root == Root::free && half - hook.arc > arc;
    if (atRoot) arc = half - hook.arc;
    if (!(arc > 0)) continue;
    if (!constraint.gives) constraint.give.setZero();
    constraint.gives = true;
    const Matrix3d axes = hook.world.axes * hook.attachment.axes.transpose();
    const Vector3d& stiffness = (atRoot ? rod.sections.front() : rod.sections.back()).stiffness;
    const Matrix3d soft = axes * (arc * stiffness.cwiseInverse()).asDiagonal() * axes.transpose();
    for (int i = constraint.rows.places; i < constraint.rows.count; ++i)
      for (int j = constraint.rows.places; j < constraint.rows.count; ++j)
        constraint.give(i, j) += constraint.rows.by[k].row(i).head<3>().dot(
            Vector3d(soft * constraint.rows.by[k].row(j).head<3>().transpose()));
  }
}

void ConstraintSolver::look() {
  for (ActiveConstraint& constraint : active_) {
    if (!constraint.active) continue;
    lookAt(constraint, 0);
    lookAt(constraint, 1);
    findRows(constraint);
    if (!(constraint.two && constraint.spec->slideBoth && (constraint.spec->type->slides & 2)))
      constraint.rows.slide.col(1).setZero();
    // the second end does not slide at the ends of its rod
    const double end =
        constraint.two ? rods_.description(static_cast<std::size_t>(constraint.rod[1])).arc.back() : 0;
    if (constraint.arc[1] <= 0 || constraint.arc[1] >= end) constraint.rows.slide.col(1).setZero();
  }
}

void ConstraintSolver::freeze() {
  for (ActiveConstraint& constraint : active_) {
    if (constraint.slide == Slide::none) continue;
    constraint.slide = Slide::given;
    constraint.goal = constraint.arc[0];
  }
}

}  // namespace tendril::solver
