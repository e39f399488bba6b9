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

Ties::Ties(const Scene& scene, const std::vector<std::size_t>& rods, Sweep& sweep,
           std::vector<std::size_t> constraints)
    : scene_(scene),
      sweep_(sweep),
      constraints_(std::move(constraints)),
      ties_(constraints_.size()),
      cutRows_(rods.size()),
      cuts_(rods.size()) {
  for (std::size_t i = 0; i < ties_.size(); ++i) {
    Tie& tie = ties_[i];
    tie.is = &scene.constraints[constraints_[i]];
    for (int k = 0; k < 2; ++k) {
      if (tie.is->ends[k].rod < 0) continue;
      const auto found =
          std::lower_bound(rods.begin(), rods.end(), static_cast<std::size_t>(tie.is->ends[k].rod));
      tie.rod[k] = static_cast<int>(found - rods.begin());
      tie.hook[k] = sweep.grip(i, k);
    }
    tie.two = tie.rod[1] >= 0;
  }
}

void Ties::begin(const std::vector<ConstraintState>& now, const std::vector<Frame<double>>& targets,
                 const Newton& how, double carried, bool second, double dt) {
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
  for (const Tie& tie : ties_) mass += tie.is->mass;
  stiff_ = stiff + mass * (how.gravity.norm() / shortest + 1 / (how.gamma * how.gamma));
  if (looksBack(now)) {  // new pearls begin where their places are
    for (std::size_t i = 0; i < ties_.size(); ++i)
      if (!now[i].moves && ties_[i].rod[0] >= 0)
        sweep_.rod(static_cast<std::size_t>(ties_[i].rod[0]))
            .moveGrip(ties_[i].hook[0],
                      now[i].begun ? now[i].arcs[0] : scene_.constraints[constraints_[i]].ends[0].arc);
    for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).placeGrips();
  }
  noise_ = 1e-12 * stiff_ * size_;
  massStiffness_ = lightest / (how.gamma * how.gamma);
  for (std::size_t i = 0; i < ties_.size(); ++i) {
    Tie& tie = ties_[i];
    tie.is = &scene_.constraints[constraints_[i]];
    tie.now = now[i];
    beginTie(tie, targets[i], carried, second);
  }
  setCuts();
  findContacts();
  if (!looksBack(now)) return;
  for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).placeGrips();
  for (Tie& tie : ties_) {
    if (!tie.active || tie.is->compliance == 0) continue;
    const Frame<double> end = tie.target;
    if (tie.now.begun) tie.target = tie.now.target;
    lookAt(tie, 0);
    lookAt(tie, 1);
    tie.rows.clear();
    tie.is->type->rows(*tie.is, tie.at[0], tie.at[1], tie.rows);
    tie.before = tie.rows.violation;
    tie.target = end;
  }
}

bool Ties::looksBack(const std::vector<ConstraintState>& now) const {
  for (std::size_t i = 0; i < ties_.size(); ++i) {
    const SceneConstraint& is = scene_.constraints[constraints_[i]];
    if (is.active && (is.compliance > 0 || (is.type->carries && !now[i].moves))) return true;
  }
  return false;
}

bool Ties::isFinite() const {
  for (const Tie& tie : ties_)
    if (!(std::isfinite(tie.arc[0] + tie.arc[1]) && tie.base.allFinite() && tie.next.allFinite()))
      return false;
  return true;
}

void Ties::beginTie(Tie& tie, const Frame<double>& target, double carried, bool second) {
  const SceneConstraint& is = *tie.is;
  tie.target = target;
  tie.active = is.active && !tie.now.broken;
  tie.keptOff = tie.slipped = false;
  tie.dissipated = tie.push = tie.contact = tie.bounce = 0;
  for (int k = 0; k < 2; ++k) {
    if (!tie.now.begun) tie.now.arcs[k] = is.ends[k].arc;
    const bool slides = (is.type->slides >> k & 1) && (k == 0 || (is.slideBoth && tie.two));
    tie.arc[k] = slides ? tie.now.arcs[k] : is.ends[k].arc;
    if (!slides) tie.now.arcs[k] = is.ends[k].arc;
    tie.step[k] = 0;
    if (tie.rod[k] >= 0) sweep_.rod(static_cast<std::size_t>(tie.rod[k])).moveGrip(tie.hook[k], tie.arc[k]);
  }
  tie.slide = Slide::none;
  tie.switches = 0;
  tie.corner = -1;
  if (is.type->slides & 1) {
    tie.slide = !(is.friction > 0) ? Slide::free : tie.now.push != 0 ? Slide::slipping : Slide::stuck;
    if (tie.slide == Slide::slipping) tie.push = tie.now.push;
  }
  tie.goal = tie.now.arcs[0];
  if (std::isfinite(is.slideRate) && (is.type->slides & 1)) {
    tie.slide = Slide::given;
    const double length = sweep_.description(static_cast<std::size_t>(tie.rod[0])).arc.back();
    tie.goal = std::clamp(tie.now.arcs[0] + is.slideRate * dt_, 0.0, length);
    drives_ = drives_ || is.slideRate != 0;
  }
  tie.soft = is.compliance > 0 || is.type->carries || tie.now.yields;
  tie.base.setZero();
  tie.next.setZero();
  tie.weight.setZero();
  if (!tie.now.begun) tie.now.force.setZero();
  if (!tie.soft && tie.active) tie.base = tie.now.force;
  if (tie.now.begun && !tie.two && tie.active && !is.type->carries &&
      ((tie.now.target.position - target.position).norm() > kSame * size_ ||
       (tie.now.target.axes - target.axes).norm() > kSame))
    drives_ = true;
  if (is.type->carries) beginPearl(tie, carried, second);
}

void Ties::lookAt(Tie& tie, int end) {
  EndAt& at = tie.at[end];
  if (tie.rod[end] < 0) {
    at.frame = tie.target;
    at.tangent = tie.target.axes.col(0);
    at.curvature.setZero();
    return;
  }
  const std::size_t r = static_cast<std::size_t>(tie.rod[end]);
  const Hook& hook = sweep_.rod(r).hook(tie.hook[end]);
  const Matrix3d axes = hook.world.axes * hook.attachment.axes.transpose();
  at.frame = hook.world;
  at.tangent = axes.col(0);
  if (tie.slide != Slide::none)
    at.curvature = curvatureAt(sweep_.description(r), sweep_.pose(r), hook.element, hook.arc, axes);
}

void Ties::look() {
  for (Tie& tie : ties_) {
    if (!tie.active) continue;
    lookAt(tie, 0);
    lookAt(tie, 1);
    tie.rows.clear();
    tie.is->type->rows(*tie.is, tie.at[0], tie.at[1], tie.rows);
    if (!(tie.two && tie.is->slideBoth && (tie.is->type->slides & 2))) tie.rows.slide.col(1).setZero();
    // at its end the second stays
    const double end = tie.two ? sweep_.description(static_cast<std::size_t>(tie.rod[1])).arc.back() : 0;
    if (tie.arc[1] <= 0 || tie.arc[1] >= end) tie.rows.slide.col(1).setZero();
  }
}

void Ties::setWeights(Tie& tie) {
  const SceneConstraint& is = *tie.is;
  if (is.type->carries) {
    tie.weight.setConstant(is.mass / (how_.gamma * how_.gamma));
    tie.base.head<3>() = -is.mass * how_.gravity;
    return;
  }
  if (tie.now.yields) {
    const double lever = size_ * size_;
    tie.weight.setConstant(kYield * stiff_ * lever);
    tie.weight.head(tie.rows.places).setConstant(kYield * stiff_);
    return;
  }
  if (tie.soft) {
    const double late = is.damping / how_.gamma;
    tie.weight.setConstant((1 + late) / is.compliance);
    tie.base = -late / is.compliance * tie.before;
    return;
  }
  const SceneRod& rod = sweep_.description(static_cast<std::size_t>(tie.rod[0]));
  const double lever = rod.arc.back() / static_cast<double>(rod.elements());
  tie.weight.setConstant(kHard * stiff_ * lever * lever);
  tie.weight.head(tie.rows.places).setConstant(kHard * stiff_);
}

Vec6d Ties::forceOf(const Tie& tie) const {
  if (tie.keptOff) return Vec6d::Zero();
  if (!tie.soft) return tie.base;
  Vec6d force = tie.base + tie.weight.cwiseProduct(tie.rows.violation);
  if (tie.is->type->oneSided) force[0] = std::min(force[0], 0.0);
  return force;
}

void Ties::weigh() {
  switched_ = false;
  for (Tie& tie : ties_) {
    for (int k = 0; k < 2; ++k)
      if (tie.rod[k] >= 0)
        sweep_.rod(static_cast<std::size_t>(tie.rod[k])).setLoad(tie.hook[k], Vec6d::Zero());
    if (!tie.active) continue;
    setWeights(tie);
    if (tie.two) splitSlide(tie);
    if (tie.two) findSwing(tie);
    if (tie.is->type->oneSided && !tie.two) {
      const bool off = tie.base[0] + tie.weight[0] * tie.rows.violation[0] >= 0;
      if (off != tie.keptOff) switched_ = true;
      tie.keptOff = off;
      if (off && !tie.soft) tie.base.setZero();
    }
    for (int k = 0; k < 2; ++k)
      if (tie.rod[k] >= 0)
        sweep_.rod(static_cast<std::size_t>(tie.rod[k]))
            .setLoad(tie.hook[k], reaction(tie.rows, k, forceOf(tie)));
  }
}

void Ties::load(bool whole) {
  whole_ = whole;
  for (Tie& tie : ties_)
    if (tie.active && !tie.two && !tie.keptOff) loadOne(tie);
}

// lambda . (J dz + T du) + w/2 |g + J dz + T du|^2 + push du, and of lambda . x(u) the second derivatives
// lambda . (spin x t) du + lambda . (curvature x t) du^2 / 2; then without du.
void Ties::loadOne(Tie& tie) {
  const int n = tie.rows.count;
  const auto by = tie.rows.by[0].topRows(n);
  const auto weight = tie.weight.head(n);
  const Vec6d known = forceOf(tie);
  Vec6d violation = tie.rows.violation;
  if (tie.slide != Slide::none && !slidesFreely(tie)) violation += tie.rows.slide.col(0) * wantOf(tie);
  Vec6d force = tie.base + tie.weight.cwiseProduct(violation);
  Mat6d stiffness = by.transpose() * weight.asDiagonal() * by;
  Vec6d gradient = by.transpose() * (force - known).head(n);
  if (tie.rows.swing > 0 && (whole_ || known[0] > 0)) {
    const Vector3d along = tie.rows.by[0].row(0).tail<3>();
    const double swing = known[0] / tie.rows.swing;
    stiffness.bottomRightCorner<3, 3>() += swing * (Matrix3d::Identity() - along * along.transpose());
  }
  tie.slideStiffness = 0;
  if (slidesFreely(tie)) {
    const auto slide = tie.rows.slide.col(0).head(n);
    const Vector3d pull = known.head<3>();
    const double own = slide.dot(weight.asDiagonal() * slide);
    double bend = pull.dot(tie.at[0].curvature.cross(tie.at[0].tangent));
    Vec6d coupling = by.transpose() * (weight.asDiagonal() * slide);
    if (whole_)
      coupling.head<3>() += tie.at[0].tangent.cross(pull);
    else
      bend = std::max(bend, 0.0);
    tie.slideBy = coupling;
    tie.slideStiffness = std::max(own + bend, 0.3 * own);
    tie.slideRest = slide.dot(force.head(n)) + tie.push;
    stiffness -= coupling * coupling.transpose() / tie.slideStiffness;
    gradient -= coupling * (tie.slideRest / tie.slideStiffness);
  }
  sweep_.rod(static_cast<std::size_t>(tie.rod[0])).hang(tie.hook[0], stiffness, gradient);
}

void Ties::take() {
  for (Tie& tie : ties_) {
    tie.step[0] = tie.step[1] = 0;
    if (!tie.active || (tie.keptOff && !tie.two)) continue;
    takeOne(tie);
    if (tie.slide != Slide::none) decideSlide(tie);
  }
}

void Ties::takeOne(Tie& tie) {
  const int n = tie.rows.count;
  Vec6d motion[2] = {Vec6d::Zero(), Vec6d::Zero()};
  Vec6d moved = tie.rows.violation;
  for (int k = 0; k < 2; ++k) {
    if (tie.rod[k] < 0) continue;
    motion[k] = sweep_.rod(static_cast<std::size_t>(tie.rod[k])).accelerationAt(tie.hook[k]);
    moved.head(n) += tie.rows.by[k].topRows(n) * motion[k];
  }
  if (tie.slide != Slide::none && !slidesFreely(tie)) {
    tie.step[0] = wantOf(tie);
  } else if (tie.slide != Slide::none && tie.two) {
    const Eigen::Vector2d both =
        tie.rows.slide.completeOrthogonalDecomposition().solve(Vec6d(-moved)).head<2>();
    for (int k = 0; k < 2; ++k) tie.step[k] = both[k];
  } else if (tie.slide != Slide::none) {
    tie.step[0] = -(tie.slideBy.dot(motion[0]) + tie.slideRest + tie.contact) / tie.slideStiffness;
  }
  moved += tie.rows.slide * Eigen::Vector2d(tie.step[0], tie.step[1]);
  if (tie.two) return;  // what was found for it is `next` already
  tie.next = tie.base + tie.weight.cwiseProduct(moved);
  tie.next.tail(6 - n).setZero();
  if (tie.is->type->oneSided && !tie.soft && tie.next[0] > 0) {
    tie.next[0] = 0;
    switched_ = true;
  }
}

void Ties::keepPlace() {
  for (Tie& tie : ties_) {
    tie.there = tie.base;
    for (int k = 0; k < 2; ++k) tie.arcThere[k] = tie.arc[k];
  }
}

void Ties::advance(double part) {
  for (Tie& tie : ties_) {
    if (!tie.active) continue;
    if (!tie.soft && !(tie.keptOff && !tie.two)) tie.base = tie.there + part * (tie.next - tie.there);
    for (int k = 0; k < 2; ++k) {
      if (tie.step[k] == 0 || tie.rod[k] < 0) continue;
      const std::size_t r = static_cast<std::size_t>(tie.rod[k]);
      tie.arc[k] = std::clamp(tie.arcThere[k] + part * tie.step[k], 0.0, sweep_.description(r).arc.back());
      sweep_.rod(r).moveGrip(tie.hook[k], tie.arc[k]);
    }
  }
}

bool Ties::yield(std::vector<ConstraintState>& now) const {
  bool any = false;
  for (std::size_t i = 0; i < ties_.size(); ++i) {
    const Tie& tie = ties_[i];
    if (!tie.active || tie.soft || !(offOf(tie) > kMet)) continue;
    any = now[i].yields = true;
  }
  return any;
}

void Ties::freeze() {
  for (Tie& tie : ties_) {
    if (tie.slide == Slide::none) continue;
    tie.slide = Slide::given;
    tie.goal = tie.arc[0];
  }
}

double Ties::largestTurn() const {
  double most = 0;
  for (const Tie& tie : ties_)
    for (int k = 0; k < 2; ++k) {
      const double turn = std::abs(tie.step[k]) * tie.at[k].curvature.norm();
      if (!tie.active) continue;
      if (std::isnan(turn)) return turn;
      most = std::max(most, turn);
    }
  return most;
}

double Ties::offOf(const Tie& tie) const {
  double most = 0;
  for (int i = 0; i < tie.rows.count; ++i) {
    const double g = tie.rows.violation[i];
    const double off =
        (tie.is->type->oneSided ? std::max(0.0, -g) : std::abs(g)) / (i < tie.rows.places ? size_ : 1);
    if (std::isnan(off)) return off;
    most = std::max(most, off);
  }
  return most;
}

double Ties::residual() const {
  double most = 0;
  for (const Tie& tie : ties_) {
    if (!tie.active || tie.soft) continue;
    const double off = offOf(tie);
    if (std::isnan(off)) return off;
    most = std::max(most, off);
  }
  return most;
}

double Ties::potential() const {
  double sum = 0;
  for (const Tie& tie : ties_) {
    if (!tie.active) continue;
    if (tie.slide == Slide::slipping) sum += tie.push * (tie.arc[0] - tie.now.arcs[0]);
    if (!tie.soft) continue;
    for (int i = 0; i < tie.rows.count; ++i) {
      const double g = tie.rows.violation[i];
      if (tie.is->type->oneSided && g > 0) continue;
      sum += (0.5 * tie.weight[i] * g + tie.base[i]) * g;
    }
  }
  return sum;
}

double Ties::penalty() const {
  double sum = 0;
  for (const Tie& tie : ties_) {
    if (!tie.active || tie.soft) continue;
    const double most = 2 * std::max(tie.next.cwiseAbs().maxCoeff(), tie.there.cwiseAbs().maxCoeff());
    for (int i = 0; i < tie.rows.count; ++i) {
      const double g = tie.rows.violation[i];
      sum += most * (tie.is->type->oneSided ? std::max(0.0, -g) : std::abs(g));
    }
  }
  return sum;
}

double Ties::slack() const {
  double sum = 0;
  for (const Tie& tie : ties_)
    if (tie.active && !tie.soft) sum += tie.base.cwiseAbs().maxCoeff();
  return 4 * kExactly * size_ * sum;
}

double Ties::energy(bool before) const {
  double sum = 0;
  for (const Tie& tie : ties_) {
    if (!tie.active) continue;
    if (tie.is->type->carries) {
      const Vector3d place = before ? tie.now.place : tie.at[0].frame.position;
      const Vector3d velocity = before ? tie.now.velocity : Vector3d((place - tie.hat) / how_.gamma);
      sum += 0.5 * tie.is->mass * velocity.squaredNorm() - tie.is->mass * how_.gravity.dot(place);
    } else if (tie.soft && !tie.now.yields) {
      const Vec6d& g = before ? tie.before : tie.rows.violation;
      sum += 0.5 / tie.is->compliance * g.head(tie.rows.count).squaredNorm();
    }
  }
  return sum;
}

void Ties::finish(std::vector<ConstraintState>& now, std::vector<ConstraintFound>& found) {
  collide();
  for (std::size_t i = 0; i < ties_.size(); ++i) finishTie(ties_[i], now[i], found[i]);
}

void Ties::finishTie(Tie& tie, ConstraintState& now, ConstraintFound& found) {
  const double slid = found.slide, lost = found.dissipated;  // in the first part of a step done in parts
  found = {};
  found.slide = slid;
  found.dissipated = lost;
  now = tie.now;
  now.begun = true;
  now.target = tie.target;
  if (!tie.active) {
    now.force.setZero();
    now.push = 0;
    now.broken = now.broken || tie.slipped;
    if (!now.broken) now.moves = now.moved = false;              // it begins anew where the rod is then
    if (tie.is->type->carries && now.broken && tie.now.moves) {  // it flies
      now.moved = true;
      now.pastPlace = tie.now.place;
      now.pastVelocity = tie.now.velocity;
      now.place = tie.aim + how_.gamma * how_.gamma * how_.gravity;
      now.velocity = (now.place - tie.hat) / how_.gamma;
    }
    return;
  }
  const Vec6d force = forceOf(tie);
  const Vec6d back = reaction(tie.rows, 0, force);
  found.force = back.tail<3>();
  found.torque = back.head<3>();
  const double slide = tie.arc[0] - tie.now.arcs[0];
  found.slide += slide;
  found.dissipated += tie.dissipated + std::abs(tie.push * slide);
  if (!tie.is->type->carries)
    for (int k = 0; k < tie.rows.count; ++k)
      found.residual = std::max(found.residual, tie.is->type->oneSided ? std::max(0.0, -tie.rows.violation[k])
                                                                       : std::abs(tie.rows.violation[k]));
  if (tie.is->compliance == 0 && !tie.is->type->carries && offOf(tie) > kMet) found.impossible = true;
  if (tie.now.yields && offOf(tie) < kBack) now.yields = false;
  now.push = tie.slide == Slide::slipping ? tie.push : 0;
  now.force = tie.soft || found.impossible ? Vec6d(Vec6d::Zero()) : force;
  for (int k = 0; k < 2; ++k) now.arcs[k] = tie.arc[k];
  const double most = tie.rows.places > 0 ? found.force.norm() : found.torque.norm();
  if (tie.is->maxForce > 0 && most > tie.is->maxForce) now.broken = true;
  if (!tie.is->type->carries) return;
  now.moved = tie.now.moves;
  now.pastPlace = tie.now.place;
  now.pastVelocity = tie.now.velocity;
  now.moves = true;
  now.place = tie.at[0].frame.position;
  now.velocity = (now.place - tie.hat) / how_.gamma;
  if (tie.bounce == 0) return;
  now.velocity += tie.bounce * tie.at[0].tangent;
  now.moved = false;  // how it came says nothing of how it goes
}

}  // namespace tendril::solver
