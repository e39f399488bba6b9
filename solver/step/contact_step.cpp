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

constexpr int kFirstFindings = 4;    // iterations that look for contacts
constexpr int kMostFindings = 14;    // of them at most, with those after convergence
constexpr double kGapMet = 1e-3;     // of the clearance
constexpr double kGapEnough = 0.2;   // of the clearance, after the last iteration
constexpr double kTurnCalm = 0.05;   // rad, after the last iteration
constexpr double kTurnSmall = 0.02;  // rad: smaller changes are taken without a line search

}  // namespace

void Tree::findContacts(const ContactTerms& how) {
  if (!contacts.hasStart()) {
    for (std::size_t r = 0; r < rods.size(); ++r) there.poses[r] = now[r].pose;
    sweep.setPose(there.poses);
    contacts.keepStart();
    sweep.setPose(current.poses);
  }
  contacts.find(how);
}

bool Tree::solveContacts(bool full) {
  constexpr int kTurns = 16;
  substitute();
  if (contacts.empty()) return true;
  if (contacts.solve(false)) {
    substitute();
    return true;
  }
  contacts.beginSprings();
  bool good = true;
  for (int turn = 0; turn < kTurns && good; ++turn) {
    contacts.setSprings();
    good = solve(full) || solve(false);
    if (!good) break;
    substitute();
    if (contacts.takeSprings()) return true;
  }
  if (good) contacts.takeForces();
  contacts.load();
  if (!solve(full) && !solve(false)) return false;
  substitute();
  contacts.solve(true);
  substitute();
  return true;
}

ContactTerms NewtonStep::contactTerms() const {
  return {island_.partOf(settings_), settings_.dt, island_.scene_.gravity.norm()};
}

bool NewtonStep::findContacts() {
  if (island_.scene_.colliders.empty()) return false;
  const ContactTerms how = contactTerms();
  island_.each([&](Tree& tree) {
    if (tree.contacts.mayTouch(how))
      tree.findContacts(how);
    else
      tree.contacts.clear();
  });
  return touches();
}

bool NewtonStep::touches() const {
  return std::any_of(island_.trees_.begin(), island_.trees_.end(),
                     [](const Tree* tree) { return !tree->contacts.empty(); });
}

bool NewtonStep::lands() const {
  return std::any_of(island_.trees_.begin(), island_.trees_.end(),
                     [](const Tree* tree) { return tree->contacts.lands(); });
}

double NewtonStep::contactError() const {
  double most = 0;
  for (const Tree* tree : island_.trees_) most = std::max(most, tree->contacts.error());
  return most;
}

double NewtonStep::contactWork() const {
  double sum = 0;
  for (const Tree* tree : island_.trees_) sum += tree->contacts.work();
  return sum;
}

bool NewtonStep::iterateTouching() {
  touched_ = true;
  constexpr int kMore = 24;
  const int most = settings_.iterations + kMore;
  int findings = kMostFindings;
  const ContactTerms how = contactTerms();
  const auto find = [&] {
    --findings;
    island_.each([&](Tree& tree) {
      if (tree.contacts.mayTouch(how)) tree.findContacts(how);
    });
  };
  for (int i = 0; i < most; ++i) {
    if (!iterateTouchingOnce()) return false;
    ++island_.report_.sweeps;
    island_.report_.change = change_;
    if (!std::isfinite(change_)) return false;
    touchingLineSearch();
    const bool finds = i + 1 < kFirstFindings;
    if (finds)
      find();
    else
      island_.each([](Tree& tree) { tree.contacts.look(true); });
    if (!(change_ * change_ < settings_.tolerance && contactError() < kGapMet)) continue;
    if (finds) return true;
    if (findings <= 0) return false;
    find();  // elsewhere, too?
    if (contactError() < kGapMet) return true;
  }
  if (!(change_ < kTurnCalm && contactError() < kGapEnough)) return false;
  find();
  return contactError() < kGapEnough;
}

bool NewtonStep::iterateTouchingOnce() {
  island_.each([](Tree& tree) { tree.contacts.load(); });
  if (!solve()) return false;
  const bool full = full_;
  if (!island_.all([&](Tree& tree) { return tree.solveContacts(full); })) return false;
  change_ = largestTurn();
  return true;
}

// Steps that turn rods far must lower the potential and the penalties.
void NewtonStep::touchingLineSearch() {
  const auto penalties = [&] {
    double sum = 0;
    for (const Tree* tree : island_.trees_) sum += tree->contacts.potential();
    return sum;
  };
  island_.each([](Tree& tree) { tree.keepPose(); });
  double size = 0, before = 0;
  const double whole = std::min(1.0, kMostTurn / std::max(change_, 1e-300));
  if (whole * change_ >= kTurnSmall) before = potential(size) + penalties();
  for (double part = whole; part > 1e-3 * whole; part *= 0.5) {
    const bool small = part * change_ < kTurnSmall;
    const double now = advance(part, !small, size);
    if (small) return;
    island_.each([](Tree& tree) { tree.contacts.look(true); });
    if (now + penalties() <= before + 1e-10 * size) return;
  }
}

}  // namespace tendril::solver
