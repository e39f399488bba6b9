// Newton iterations of a step in which rods touch colliders.
//
// Each iteration linearises gaps and slides at the pose, solves the step with the forces so far, and lets
// Coulomb's law change forces and solution. Where contacts are is found anew in the first iterations; then
// their places and normals stay, or normals could cycle.
#include <algorithm>
#include <cmath>

#include "solver/step/newton_step.h"

namespace tendril::solver {
namespace {

constexpr int kFirstFindings = 4;   // iterations that look for contacts
constexpr int kMostFindings = 14;   // of them at most, with those after convergence
constexpr double kGapMet = 1e-3;    // of the clearance
constexpr double kGapFound = 0.02;  // of the clearance, at places that are new when no more are looked for
constexpr double kGapEnough = 0.2;  // of the clearance, after the last iteration
// between rods: where a rod's end meets another one, normals turn from iteration to iteration
constexpr double kPairFound = 0.1, kPairDeep = 0.15;
constexpr double kPairEnough = 0.05;  // the same between rods, which have no thickness to hide in
constexpr double kTurnSmall = 0.02;   // rad: smaller changes are taken without a line search

}  // namespace

void Tree::keepStart() {
  if (contacts.hasStart()) return;
  for (std::size_t r = 0; r < rods.size(); ++r) there.poses[r] = now[r].pose;
  sweep.setPose(there.poses);
  contacts.keepStart();
  sweep.setPose(current.poses);
}

void Tree::findContacts(const ContactTerms& how) {
  keepStart();
  contacts.find(how);
}

void Tree::solveContacts() {
  substitute();
  if (contacts.empty()) return;
  contacts.solve();
  substitute();
}

bool Tree::giveWay(const ContactTerms& how) {
  constexpr int kMost = 8;
  contacts.clear();
  contacts.forgetStart();
  if (sweep.description(0).root == Root::free) {
    const Vector3d from = now[0].pose.root.position;
    for (int i = 0; i < kMost && contacts.mayTouch(how); ++i) {
      if (i == 0) contacts.keepStart();
      contacts.find(how);
      const Vector3d out = contacts.wayOut();
      if (out.isZero(0)) break;
      now[0].pose.root.position += out;
      if (!rest()) return false;
    }
    now[0].velocity = (now[0].pose.root.position - from) / how.dt;
    contacts.clear();
    contacts.forgetStart();
  }
  return true;
}

ContactTerms NewtonStep::contactTerms() const {
  return {island_.partOf(settings_), settings_.dt, island_.scene_.gravity.norm()};
}

// One-sided constraints with friction are contacts.
void NewtonStep::placePlanes() {
  planes_ = 0;
  island_.each([](Tree& tree) { tree.contacts.letPlanesGo(); });
  const std::vector<std::size_t>& constraints = coupling_.constraints();
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const SceneConstraint& is = island_.scene_.constraints[constraints[i]];
    const ConstraintState& now = island_.constraintStates_[i];
    if (!is.isContact() || !is.active || now.broken) continue;
    const auto [t, r] = island_.treeOfRod_[island_.rods_.find(static_cast<std::size_t>(is.ends[0].rod))];
    PlanePoint point;
    point.constraint = i;
    point.rod = r;
    point.arc = is.ends[0].arc;
    point.offset = is.ends[0].attachment.position;
    point.normal = is.normal;
    point.to = island_.constraintTargets_[i];
    point.from = now.begun ? now.target : point.to;
    point.friction = is.friction;
    island_.trees_[t]->contacts.add(point);
    ++planes_;
  }
}

// What contacts did to the constraints that they are.
void NewtonStep::takePlanes() {
  for (const Tree* tree : island_.trees_)
    for (const TreeContacts::Touch& touch : tree->contacts.touches()) {
      const PlanePoint* point = tree->contacts.planeOf(touch);
      if (!point) continue;
      ConstraintResult& found = island_.constraintResults_[point->constraint];
      found.force = touch.force;
      found.torque = (touch.at.world.axes * point->offset).cross(touch.force);
      found.residual = std::max(0.0, touch.rest - touch.gap);
      found.dissipated -= std::min(0.0, touch.force.dot(touch.slide));
      ConstraintState& now = island_.constraintStates_[point->constraint];
      const double most = island_.scene_.constraints[coupling_.constraints()[point->constraint]].maxForce;
      if (!(most > 0 && found.force.norm() > most)) continue;
      now.broken = true;
      now.breakForce = found.force.norm();
    }
}

bool NewtonStep::findContacts() {
  if (island_.scene_.colliders.empty() && planes_ == 0 && !island_.pairs_.any()) return false;
  if (!coupling_.empty()) {
    coupling_.look();
    island_.each([](Tree& tree) { tree.contacts.letGo(); });
    coupling_.eachHeld([&](std::size_t rod, double arc) {
      const auto [t, r] = island_.treeOfRod_[rod];
      island_.trees_[t]->contacts.hold(r, arc);
    });
    island_.pairs_.letGo();
    coupling_.eachJoint([&](std::size_t rod, double arc, std::size_t other, double otherArc) {
      const auto [t, r] = island_.treeOfRod_[rod];
      const auto [u, s] = island_.treeOfRod_[other];
      island_.pairs_.add(RodPairs::Joint{{t, u}, {r, s}, {arc, otherArc}});
    });
  }
  const ContactTerms how = contactTerms();
  island_.each([&](Tree& tree) {
    if (tree.contacts.mayTouch(how))
      tree.findContacts(how);
    else
      tree.contacts.clear();
  });
  findPairs(how);
  return touches();
}

// Contacts of the island's rods with each other, at the pose.
void NewtonStep::findPairs(const ContactTerms& how) {
  if (!island_.pairs_.any()) return;
  if (!island_.pairs_.mayTouch(how)) return island_.pairs_.clear();
  island_.each([](Tree& tree) { tree.keepStart(); });
  island_.pairs_.find(how);
}

bool NewtonStep::touches() const {
  return !island_.pairs_.empty() || std::any_of(island_.trees_.begin(), island_.trees_.end(),
                                                [](const Tree* tree) { return !tree->contacts.empty(); });
}

bool NewtonStep::lands() const {
  return island_.pairs_.lands() || std::any_of(island_.trees_.begin(), island_.trees_.end(),
                                               [](const Tree* tree) { return tree->contacts.lands(); });
}

bool NewtonStep::hasCrossed() {
  if (!island_.scene_.colliders.empty() &&
      !island_.all([](Tree& tree) { return !tree.contacts.hasCrossed(); }))
    return true;
  return island_.pairs_.isNear() && island_.pairs_.hasCrossed();
}

double NewtonStep::contactError() const {
  double most = island_.pairs_.error();
  for (const Tree* tree : island_.trees_) most = std::max(most, tree->contacts.error());
  return most;
}

// Penalties of the merit function.
double NewtonStep::contactPotential() const {
  double sum = island_.pairs_.potential();
  for (const Tree* tree : island_.trees_) sum += tree->contacts.potential();
  return sum;
}

double NewtonStep::contactWork() const {
  double sum = island_.pairs_.work();
  for (const Tree* tree : island_.trees_) sum += tree->contacts.work();
  return sum;
}

void NewtonStep::findMoreContacts() {
  const ContactTerms how = contactTerms();
  --findings_;
  island_.each([&](Tree& tree) {
    if (tree.contacts.mayTouch(how)) tree.findContacts(how);
  });
  findPairs(how);
}

// At the same places.
void NewtonStep::lookAtContacts() {
  island_.each([](Tree& tree) { tree.contacts.look(true); });
  island_.pairs_.look();
}

void NewtonStep::loadContacts() {
  if (!island_.pairs_.empty()) {
    std::vector<TreeContacts*> trees;
    for (Tree* tree : island_.trees_) trees.push_back(&tree->contacts);
    island_.pairs_.addLoads(trees);
  }
  island_.each([](Tree& tree) { tree.contacts.load(); });
}

// After an iteration: elsewhere in the first ones, else at the same places.
void NewtonStep::lookAtContacts(int iteration) {
  if (iteration + 1 < kFirstFindings)
    findMoreContacts();
  else
    lookAtContacts();
}

NewtonStep::Met NewtonStep::contactsMet(int iteration) {
  if (!touched_) {
    touched_ = findContacts() && contactError() > 0;
    if (touched_) coupling_.leaveWhole();
    return touched_ ? Met::no : Met::yes;
  }
  if (!(contactError() < kGapMet)) return Met::no;
  if (iteration + 1 < kFirstFindings) return Met::yes;
  if (findings_ <= 0 && island_.pairs_.empty()) return Met::never;
  findMoreContacts();  // elsewhere, too?
  if (contactError() < kGapMet) return Met::yes;
  if (findings_ > 0 || island_.pairs_.empty()) return Met::no;
  // places on rods that come and go never end
  double most = 0;
  for (const Tree* tree : island_.trees_) most = std::max(most, tree->contacts.error());
  const RodPairs& pairs = island_.pairs_;
  return most < kGapFound && pairs.error() < kPairFound && pairs.depth() < kPairDeep ? Met::yes : Met::never;
}

// After the last iteration.
bool NewtonStep::contactsNearlyMet() {
  if (!touched_) return true;
  const auto met = [&] { return contactError() < kGapEnough && island_.pairs_.error() < kPairEnough; };
  if (!met()) return false;
  findMoreContacts();
  return met();
}

void NewtonStep::beginTouching() {
  findings_ = kMostFindings;
}

bool NewtonStep::iterateTouching() {
  constexpr int kMore = 24;
  const int most = settings_.iterations + kMore;
  beginTouching();
  for (int i = 0; i < most; ++i) {
    if (!iterateTouchingOnce()) return false;
    ++island_.report_.sweeps;
    island_.report_.change = change_;
    if (!std::isfinite(change_)) return false;
    touchingLineSearch();
    lookAtContacts(i);
    if (!(change_ * change_ < settings_.tolerance)) continue;
    const Met met = contactsMet(i);
    if (met != Met::no) return met == Met::yes;
  }
  return change_ < kTurnCalm && contactsNearlyMet();
}

bool NewtonStep::iterateTouchingOnce() {
  loadContacts();
  if (!solve()) return false;
  if (island_.pairs_.empty()) {
    island_.each([](Tree& tree) { tree.solveContacts(); });
  } else {
    island_.each([](Tree& tree) { tree.substitute(); });
    island_.contacts_.solve(island_.trees_, coupling_, island_.treeOfRod_, island_.pairs_);
    island_.contacts_.apply(island_.trees_);
    island_.each([](Tree& tree) { tree.substitute(); });
  }
  change_ = largestTurn();
  return true;
}

// Steps that turn rods far must lower the potential and the penalties.
void NewtonStep::touchingLineSearch() {
  island_.each([](Tree& tree) { tree.keepPose(); });
  double size = 0, before = 0;
  const double whole = std::min(1.0, kMostTurn / std::max(change_, 1e-300));
  if (whole * change_ >= kTurnSmall) before = potential(size) + contactPotential();
  for (double part = whole; part > 1e-3 * whole; part *= 0.5) {
    const bool small = part * change_ < kTurnSmall;
    const double now = advance(part, !small, size);
    if (small) return;
    lookAtContacts();
    if (now + contactPotential() <= before + 1e-10 * size) return;
  }
}

// With constraints. Rows to the world are part of the sweep's matrices. Rows between rods hold in the
// contacts' responses; forces become loads, and the rows are solved again.
bool NewtonStep::solveConstrainedTouching() {
  const auto solveWithForces = [&] {
    loadContacts();
    return solveConstrained();
  };
  if (!solveWithForces()) return false;
  island_.contacts_.solve(island_.trees_, coupling_, island_.treeOfRod_, island_.pairs_);
  return solveWithForces();
}

}  // namespace tendril::solver
