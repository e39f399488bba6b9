// The energy guard: a step gains no more energy than moving roots, wind and goals bring in.
#include "solver/step/newton_step.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {

namespace {

constexpr double kGain = 1e-3;    // of the kinetic energy: rounding and truncation error stay below
constexpr double kNoise = 1e-13;  // of a rod's place: a motion in a step that may be rounding

// What an energy balance adds up over rods.
struct Balance {
  double before = 0, after = 0;  // J, with the work done on the rods
  double kinetic = 0, now = 0;   // kinetic energy at both ends; at the end
  double size = 0;
  double noise = 0;                 // kinetic energy of motions that may be rounding
  bool air = false, closed = true;  // closed: nothing does work on them
  bool alone = false;               // nothing but its root holds a tree

  void add(Tree& tree, std::size_t r, double dt);
  void addRootWork(const Tree& tree, std::size_t r, double dt);
  void addImpulseWork(const Tree& tree, const Vector3d& push, const Vector3d& moment, double dt);
};

void Balance::add(Tree& tree, std::size_t r, double dt) {
  const SceneRod& rod = tree.sweep.description(r);
  RodResults& results = tree.sweep.rod(r).results;
  double moving = 0;
  const double was = results.keptEnergy(true, tree.now[r].pose, tree.terms.gravity, moving);
  before += was + moving;
  kinetic += moving;
  moving = 0;
  const double is = results.keptEnergy(false, tree.current.poses[r], tree.terms.gravity, moving);
  after += is + moving;
  kinetic += moving;
  now += moving;
  size += std::abs(was) + std::abs(is);
  const double length = rod.arc.back(), way = kNoise * (length + tree.now[r].pose.root.position.norm());
  noise += rod.sections[0].mass * length * way * way / (dt * dt);
  const double driven = results.drivenWork(dt);
  before += driven;
  closed = closed && driven == 0 && rod.root != Root::free;
  air = air || tree.sweep.rod(r).terms.forceTraits().resists;
  if (rod.root == Root::clamped && !alone) addRootWork(tree, r, dt);
}

// Work of a moving root by its wrench, which is known at the end only: half its size is added as a margin.
void Balance::addRootWork(const Tree& tree, std::size_t r, double dt) {
  const Vec6d start = RootMotion{tree.now[r].spin, tree.now[r].velocity}.both(),
              end = tree.targets[r].motion.both();
  const Vec6d motion = 0.5 * (start + end);
  closed = closed && start.isZero(0) && end.isZero(0);
  const Vec6d& wrench = tree.sweep.rod(r).terms.rootWrench();
  before += dt * (wrench.dot(motion) + 0.5 * wrench.cwiseAbs().dot(motion.cwiseAbs()));
}

// Work of the moving root of a tree that only colliders touch, by what the tree's momentum gained beyond the
// impulses of external forces and contacts: exact where the root's motion does not change. Elastic forces do
// no work on the root's rigid motion.
// `push`, `moment`: of what other trees do.
void Balance::addImpulseWork(const Tree& tree, const Vector3d& push, const Vector3d& moment, double dt) {
  const RootMotion start = {tree.now[0].spin, tree.now[0].velocity}, end = tree.targets[0].motion;
  if (start.both().isZero(0) && end.both().isZero(0)) return;
  closed = false;
  Momentum first, last;
  for (std::size_t r = 0; r < tree.rods.size(); ++r) {
    const RodResults& results = tree.sweep.rod(r).results;
    results.addMomentum(true, first);
    results.addMomentum(false, last);
    results.addResultant(true, tree.terms.gravity, first);
    results.addResultant(false, tree.terms.gravity, last);
  }
  Vector3d impulse = last.linear - first.linear - 0.5 * dt * (first.force + last.force);
  Vector3d angular = last.angular - first.angular - 0.5 * dt * (first.torque + last.torque);
  impulse -= dt * push;
  angular -= dt * moment;
  for (const TreeContacts::Touch& touch : tree.contacts.touches()) {
    impulse -= dt * touch.force;
    angular -= dt * touch.at.world.position.cross(touch.force);
  }
  const Vector3d about = tree.now[0].pose.root.position;
  const Vector3d turning = angular - about.cross(impulse);
  const Vector3d away = about - tree.targets[0].pose.position;
  const Vector3d spin = 0.5 * (start.spin + end.spin),
                 velocity = 0.5 * (start.velocity + end.velocity + end.spin.cross(away));
  before += impulse.dot(velocity) + turning.dot(spin) +
            0.5 * (impulse.cwiseAbs().dot(velocity.cwiseAbs()) + turning.cwiseAbs().dot(spin.cwiseAbs()));
}

// The work of these is not accounted for.
bool isDrivenUnseen(const Tree& tree) {
  return tree.isLed() || tree.forceTraits().worksUnseen;
}

// No springs to places in the world.
bool holdsByRootOnly(const Tree* tree) {
  for (std::size_t r = 0; r < tree->rods.size(); ++r)
    if (!tree->sweep.description(r).targetSprings.empty()) return false;
  return true;
}

}  // namespace

bool NewtonStep::passesEnergyGuard() {
  if (coupling_.drives()) return true;
  for (const Tree* tree : island_.trees_)
    if (isDrivenUnseen(*tree)) return true;
  Balance sum;
  sum.alone = coupling_.empty() && std::all_of(island_.trees_.begin(), island_.trees_.end(), holdsByRootOnly);
  for (std::size_t r = 0; r < island_.rods_.size(); ++r) {
    const auto [t, i] = island_.treeOfRod_[r];
    sum.add(*island_.trees_[t], i, settings_.dt);
  }
  for (std::size_t t = 0; t < island_.trees_.size(); ++t) {
    const Tree& tree = *island_.trees_[t];
    if (!sum.alone || tree.sweep.description(0).root != Root::clamped) continue;
    Vector3d push = Vector3d::Zero(), moment = Vector3d::Zero();
    island_.pairs_.addResultant(t, push, moment);
    sum.addImpulseWork(tree, push, moment, settings_.dt);
  }
  sum.before += coupling_.energy(true);
  sum.after += coupling_.energy(false);
  const double pushed = contactWork();
  sum.before += pushed;
  sum.closed = sum.closed && pushed == 0;
  const double gain = sum.after - sum.before;
  // energy that violations of the rows may hide
  const double rows = coupling_.empty() ? 0 : coupling_.slack();
  if (!(gain <= kGain * sum.kinetic + 1e-11 * sum.size + sum.noise + rows)) return false;  // false for NaN
  if (!sum.air || !sum.closed || gain <= 0) return true;
  if (gain >= sum.now) return gain <= 1e-11 * sum.size;
  const double factor = std::sqrt(1 - gain / sum.now);
  island_.each([&](Tree& tree) { tree.slowDown(factor); });
  return true;
}

}  // namespace tendril::solver
