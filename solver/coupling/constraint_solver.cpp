// Constraints inside a step.
#include "solver/coupling/constraint_solver.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {

namespace {

constexpr double kHard = 1e6;      // of the rods' own stiffness
constexpr double kExactly = 1e-9;  // of the size, rad: what rows may be off by
constexpr double kSame = 1e-12;    // of the size, rad: a target that has not moved
constexpr double kMet = 1e-7;      // of the size: what is farther off is against something
constexpr double kYield = 100;     // the same of constraints that cannot hold
constexpr double kBack = 2e-3;     // of the size: so near it can hold again

// Of the material frame at an arc length of an element: curvature there, in the world.
Vector3d curvatureAt(const SceneRod& rod, const Pose& pose, std::size_t e, double arc, const Matrix3d& axes) {
  if (rod.model == Model::chain) return Vector3d::Zero();
  if (rod.model == Model::helix) return axes * pose.kappa[e];
  const double u = arc / rod.length(e);
  return axes * ((1 - u) * pose.kappa[e] + u * pose.kappa[e + 1]);
}

Vec6d reaction(const ConstraintRows& rows, int end, const Vec6d& force) {
  return -rows.by[end].topRows(rows.count).transpose() * force.head(rows.count);
}

}  // namespace

ConstraintSolver::ConstraintSolver(const Scene& scene, const std::vector<std::size_t>& rods, Sweep& sweep,
           std::vector<std::size_t> constraints)
    : scene_(scene),
      sweep_(sweep),
      constraints_(std::move(constraints)),
      active_(constraints_.size()),
      cutRows_(rods.size()),
      cuts_(rods.size()) {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    ActiveConstraint& constraint = active_[i];
    constraint.spec = &scene.constraints[constraints_[i]];
    for (int k = 0; k < 2; ++k) {
      if (constraint.spec->ends[k].rod < 0) continue;
      const auto found =
          std::lower_bound(rods.begin(), rods.end(), static_cast<std::size_t>(constraint.spec->ends[k].rod));
      constraint.rod[k] = static_cast<int>(found - rods.begin());
      constraint.hook[k] = sweep.grip(i, k);
    }
    constraint.two = constraint.rod[1] >= 0;
  }
}

void ConstraintSolver::begin(const std::vector<ConstraintState>& now, const std::vector<Frame<double>>& targets,
                 const StepTerms& how, double historyWeight, bool second, double dt) {
  how_ = how;
  dt_ = dt;
  drives_ = false;
  double mass = 0, stiff = 0, shortest = 1e300, lightest = 1e300;
  size_ = 0;
  for (std::size_t r = 0; r < sweep_.size(); ++r) {
    const SceneRod& rod = sweep_.description(r);
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
  if (looksBack(now)) {  // new pearls begin where their places are
    for (std::size_t i = 0; i < active_.size(); ++i)
      if (!now[i].moves && active_[i].rod[0] >= 0)
        sweep_.rod(static_cast<std::size_t>(active_[i].rod[0]))
            .moveGrip(active_[i].hook[0],
                      now[i].begun ? now[i].arcs[0] : scene_.constraints[constraints_[i]].ends[0].arc);
    for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).placeGrips();
  }
  noise_ = 1e-12 * stiff_ * size_;
  massStiffness_ = lightest / (how.gamma * how.gamma);
  for (std::size_t i = 0; i < active_.size(); ++i) {
    ActiveConstraint& constraint = active_[i];
    constraint.spec = &scene_.constraints[constraints_[i]];
    constraint.now = now[i];
    beginTie(constraint, targets[i], historyWeight, second);
  }
  setCuts();
  findContacts();
  if (!looksBack(now)) return;
  for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).placeGrips();
  for (ActiveConstraint& constraint : active_) {
    if (!constraint.active || constraint.spec->compliance == 0) continue;
    const Frame<double> end = constraint.target;
    if (constraint.now.begun) constraint.target = constraint.now.target;
    lookAt(constraint, 0);
    lookAt(constraint, 1);
    constraint.rows.clear();
    constraint.spec->type->rows(*constraint.spec, constraint.at[0], constraint.at[1], constraint.rows);
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

bool ConstraintSolver::isFinite() const {
  for (const ActiveConstraint& constraint : active_)
    if (!(std::isfinite(constraint.arc[0] + constraint.arc[1]) && constraint.lambda.allFinite() && constraint.lambdaNext.allFinite()))
      return false;
  return true;
}

void ConstraintSolver::beginTie(ActiveConstraint& constraint, const Frame<double>& target, double historyWeight, bool second) {
  const SceneConstraint& is = *constraint.spec;
  constraint.target = target;
  constraint.active = is.active && !constraint.now.broken;
  constraint.inactive = constraint.slipped = false;
  constraint.dissipated = constraint.push = constraint.contact = constraint.bounce = 0;
  for (int k = 0; k < 2; ++k) {
    if (!constraint.now.begun) constraint.now.arcs[k] = is.ends[k].arc;
    const bool slides = (is.type->slides >> k & 1) && (k == 0 || (is.slideBoth && constraint.two));
    constraint.arc[k] = slides ? constraint.now.arcs[k] : is.ends[k].arc;
    if (!slides) constraint.now.arcs[k] = is.ends[k].arc;
    constraint.step[k] = 0;
    if (constraint.rod[k] >= 0) sweep_.rod(static_cast<std::size_t>(constraint.rod[k])).moveGrip(constraint.hook[k], constraint.arc[k]);
  }
  constraint.slide = Slide::none;
  constraint.switches = 0;
  constraint.corner = -1;
  if (is.type->slides & 1) {
    constraint.slide = !(is.friction > 0) ? Slide::free : constraint.now.push != 0 ? Slide::slipping : Slide::stuck;
    if (constraint.slide == Slide::slipping) constraint.push = constraint.now.push;
  }
  constraint.goal = constraint.now.arcs[0];
  if (std::isfinite(is.slideRate) && (is.type->slides & 1)) {
    constraint.slide = Slide::given;
    const double length = sweep_.description(static_cast<std::size_t>(constraint.rod[0])).arc.back();
    constraint.goal = std::clamp(constraint.now.arcs[0] + is.slideRate * dt_, 0.0, length);
    drives_ = drives_ || is.slideRate != 0;
  }
  constraint.compliant = is.compliance > 0 || is.type->carries || constraint.now.yields;
  constraint.lambda.setZero();
  constraint.lambdaNext.setZero();
  constraint.weight.setZero();
  if (!constraint.now.begun) constraint.now.force.setZero();
  if (!constraint.compliant && constraint.active) constraint.lambda = constraint.now.force;
  if (constraint.now.begun && !constraint.two && constraint.active && !is.type->carries &&
      ((constraint.now.target.position - target.position).norm() > kSame * size_ ||
       (constraint.now.target.axes - target.axes).norm() > kSame))
    drives_ = true;
  if (is.type->carries) beginPearl(constraint, historyWeight, second);
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
  const Hook& hook = sweep_.rod(r).hook(constraint.hook[end]);
  const Matrix3d axes = hook.world.axes * hook.attachment.axes.transpose();
  at.frame = hook.world;
  at.tangent = axes.col(0);
  if (constraint.slide != Slide::none)
    at.curvature = curvatureAt(sweep_.description(r), sweep_.pose(r), hook.element, hook.arc, axes);
}

void ConstraintSolver::look() {
  for (ActiveConstraint& constraint : active_) {
    if (!constraint.active) continue;
    lookAt(constraint, 0);
    lookAt(constraint, 1);
    constraint.rows.clear();
    constraint.spec->type->rows(*constraint.spec, constraint.at[0], constraint.at[1], constraint.rows);
    if (!(constraint.two && constraint.spec->slideBoth && (constraint.spec->type->slides & 2))) constraint.rows.slide.col(1).setZero();
    // at its end the second stays
    const double end = constraint.two ? sweep_.description(static_cast<std::size_t>(constraint.rod[1])).arc.back() : 0;
    if (constraint.arc[1] <= 0 || constraint.arc[1] >= end) constraint.rows.slide.col(1).setZero();
  }
}

void ConstraintSolver::setWeights(ActiveConstraint& constraint) {
  const SceneConstraint& is = *constraint.spec;
  if (is.type->carries) {
    constraint.weight.setConstant(is.mass / (how_.gamma * how_.gamma));
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
  const SceneRod& rod = sweep_.description(static_cast<std::size_t>(constraint.rod[0]));
  const double lever = rod.arc.back() / static_cast<double>(rod.elements());
  constraint.weight.setConstant(kHard * stiff_ * lever * lever);
  constraint.weight.head(constraint.rows.places).setConstant(kHard * stiff_);
}

Vec6d ConstraintSolver::forceOf(const ActiveConstraint& constraint) const {
  if (constraint.inactive) return Vec6d::Zero();
  if (!constraint.compliant) return constraint.lambda;
  Vec6d force = constraint.lambda + constraint.weight.cwiseProduct(constraint.rows.violation);
  if (constraint.spec->type->oneSided) force[0] = std::min(force[0], 0.0);
  return force;
}

void ConstraintSolver::computeLoads() {
  switched_ = false;
  for (ActiveConstraint& constraint : active_) {
    for (int k = 0; k < 2; ++k)
      if (constraint.rod[k] >= 0)
        sweep_.rod(static_cast<std::size_t>(constraint.rod[k])).setLoad(constraint.hook[k], Vec6d::Zero());
    if (!constraint.active) continue;
    setWeights(constraint);
    if (constraint.two) splitSlide(constraint);
    if (constraint.two) findGeometricStiffness(constraint);
    if (constraint.spec->type->oneSided && !constraint.two) {
      const bool off = constraint.lambda[0] + constraint.weight[0] * constraint.rows.violation[0] >= 0;
      if (off != constraint.inactive) switched_ = true;
      constraint.inactive = off;
      if (off && !constraint.compliant) constraint.lambda.setZero();
    }
    for (int k = 0; k < 2; ++k)
      if (constraint.rod[k] >= 0)
        sweep_.rod(static_cast<std::size_t>(constraint.rod[k]))
            .setLoad(constraint.hook[k], reaction(constraint.rows, k, forceOf(constraint)));
  }
}

void ConstraintSolver::load(bool whole) {
  whole_ = whole;
  for (ActiveConstraint& constraint : active_)
    if (constraint.active && !constraint.two && !constraint.inactive) loadOne(constraint);
}

// lambda . (J dz + T du) + w/2 |g + J dz + T du|^2 + push du, and of lambda . x(u) the second derivatives
// lambda . (spin x t) du + lambda . (curvature x t) du^2 / 2; then without du.
void ConstraintSolver::loadOne(ActiveConstraint& constraint) {
  const int n = constraint.rows.count;
  const auto by = constraint.rows.by[0].topRows(n);
  const auto weight = constraint.weight.head(n);
  const Vec6d known = forceOf(constraint);
  Vec6d violation = constraint.rows.violation;
  if (constraint.slide != Slide::none && !slidesFreely(constraint)) violation += constraint.rows.slide.col(0) * wantOf(constraint);
  Vec6d force = constraint.lambda + constraint.weight.cwiseProduct(violation);
  Mat6d stiffness = by.transpose() * weight.asDiagonal() * by;
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
    const double own = slide.dot(weight.asDiagonal() * slide);
    double bend = pull.dot(constraint.at[0].curvature.cross(constraint.at[0].tangent));
    Vec6d coupling = by.transpose() * (weight.asDiagonal() * slide);
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
  sweep_.rod(static_cast<std::size_t>(constraint.rod[0])).addInertiaAt(constraint.hook[0], stiffness, gradient);
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
    motion[k] = sweep_.rod(static_cast<std::size_t>(constraint.rod[k])).accelerationAt(constraint.hook[k]);
    moved.head(n) += constraint.rows.by[k].topRows(n) * motion[k];
  }
  if (constraint.slide != Slide::none && !slidesFreely(constraint)) {
    constraint.step[0] = wantOf(constraint);
  } else if (constraint.slide != Slide::none && constraint.two) {
    const Eigen::Vector2d both =
        constraint.rows.slide.completeOrthogonalDecomposition().solve(Vec6d(-moved)).head<2>();
    for (int k = 0; k < 2; ++k) constraint.step[k] = both[k];
  } else if (constraint.slide != Slide::none) {
    constraint.step[0] = -(constraint.slideBy.dot(motion[0]) + constraint.slideRest + constraint.contact) / constraint.slideStiffness;
  }
  moved += constraint.rows.slide * Eigen::Vector2d(constraint.step[0], constraint.step[1]);
  if (constraint.two) return;  // what was found for it is `next` already
  constraint.lambdaNext = constraint.lambda + constraint.weight.cwiseProduct(moved);
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
    if (!constraint.compliant && !(constraint.inactive && !constraint.two)) constraint.lambda = constraint.lambdaStart + part * (constraint.lambdaNext - constraint.lambdaStart);
    for (int k = 0; k < 2; ++k) {
      if (constraint.step[k] == 0 || constraint.rod[k] < 0) continue;
      const std::size_t r = static_cast<std::size_t>(constraint.rod[k]);
      constraint.arc[k] = std::clamp(constraint.arcThere[k] + part * constraint.step[k], 0.0, sweep_.description(r).arc.back());
      sweep_.rod(r).moveGrip(constraint.hook[k], constraint.arc[k]);
    }
  }
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

void ConstraintSolver::freeze() {
  for (ActiveConstraint& constraint : active_) {
    if (constraint.slide == Slide::none) continue;
    constraint.slide = Slide::given;
    constraint.goal = constraint.arc[0];
  }
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
  for (int i = 0; i < constraint.rows.count; ++i) {
    const double g = constraint.rows.violation[i];
    const double off =
        (constraint.spec->type->oneSided ? std::max(0.0, -g) : std::abs(g)) / (i < constraint.rows.places ? size_ : 1);
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
    if (constraint.slide == Slide::slipping) sum += constraint.push * (constraint.arc[0] - constraint.now.arcs[0]);
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
    const double most = 2 * std::max(constraint.lambdaNext.cwiseAbs().maxCoeff(), constraint.lambdaStart.cwiseAbs().maxCoeff());
    for (int i = 0; i < constraint.rows.count; ++i) {
      const double g = constraint.rows.violation[i];
      sum += most * (constraint.spec->type->oneSided ? std::max(0.0, -g) : std::abs(g));
    }
  }
  return sum;
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
      const Vector3d velocity = before ? constraint.now.velocity : Vector3d((place - constraint.historyTerm) / how_.gamma);
      sum += 0.5 * constraint.spec->mass * velocity.squaredNorm() - constraint.spec->mass * how_.gravity.dot(place);
    } else if (constraint.compliant && !constraint.now.yields) {
      const Vec6d& g = before ? constraint.before : constraint.rows.violation;
      sum += 0.5 / constraint.spec->compliance * g.head(constraint.rows.count).squaredNorm();
    }
  }
  return sum;
}

void ConstraintSolver::finish(std::vector<ConstraintState>& now, std::vector<ConstraintResult>& found) {
  collide();
  for (std::size_t i = 0; i < active_.size(); ++i) finishTie(active_[i], now[i], found[i]);
}

void ConstraintSolver::finishTie(ActiveConstraint& constraint, ConstraintState& now, ConstraintResult& found) {
  const double slid = found.slide, lost = found.dissipated;  // in the first part of a step done in parts
  found = {};
  found.slide = slid;
  found.dissipated = lost;
  now = constraint.now;
  now.begun = true;
  now.target = constraint.target;
  if (!constraint.active) {
    now.force.setZero();
    now.push = 0;
    now.broken = now.broken || constraint.slipped;
    if (!now.broken) now.moves = now.moved = false;              // it begins anew where the rod is then
    if (constraint.spec->type->carries && now.broken && constraint.now.moves) {  // it flies
      now.moved = true;
      now.pastPlace = constraint.now.place;
      now.pastVelocity = constraint.now.velocity;
      now.place = constraint.inertialTarget + how_.gamma * how_.gamma * how_.gravity;
      now.velocity = (now.place - constraint.historyTerm) / how_.gamma;
    }
    return;
  }
  const Vec6d force = forceOf(constraint);
  const Vec6d back = reaction(constraint.rows, 0, force);
  found.force = back.tail<3>();
  found.torque = back.head<3>();
  const double slide = constraint.arc[0] - constraint.now.arcs[0];
  found.slide += slide;
  found.dissipated += constraint.dissipated + std::abs(constraint.push * slide);
  if (!constraint.spec->type->carries)
    for (int k = 0; k < constraint.rows.count; ++k)
      found.residual = std::max(found.residual, constraint.spec->type->oneSided ? std::max(0.0, -constraint.rows.violation[k])
                                                                       : std::abs(constraint.rows.violation[k]));
  if (constraint.spec->compliance == 0 && !constraint.spec->type->carries && offOf(constraint) > kMet) found.impossible = true;
  if (constraint.now.yields && offOf(constraint) < kBack) now.yields = false;
  now.push = constraint.slide == Slide::slipping ? constraint.push : 0;
  now.force = constraint.compliant || found.impossible ? Vec6d(Vec6d::Zero()) : force;
  for (int k = 0; k < 2; ++k) now.arcs[k] = constraint.arc[k];
  const double most = constraint.rows.places > 0 ? found.force.norm() : found.torque.norm();
  if (constraint.spec->maxForce > 0 && most > constraint.spec->maxForce) now.broken = true;
  if (!constraint.spec->type->carries) return;
  now.moved = constraint.now.moves;
  now.pastPlace = constraint.now.place;
  now.pastVelocity = constraint.now.velocity;
  now.moves = true;
  now.place = constraint.at[0].frame.position;
  now.velocity = (now.place - constraint.historyTerm) / how_.gamma;
  if (constraint.bounce == 0) return;
  now.velocity += constraint.bounce * constraint.at[0].tangent;
  now.moved = false;  // how it came says nothing of how it goes
}

}  // namespace tendril::solver
