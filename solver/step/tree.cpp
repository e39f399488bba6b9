// A tree of rods within a step: what Newton's method does to it, and its end.
#include "solver/step/tree.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "solver/base/error.h"

namespace tendril::solver {

Tree::Tree(const Scene& scene, std::vector<std::size_t> its)
    : rods(std::move(its)),
      sweep(scene, rods),
      contacts(sweep, scene.colliders),
      now(rods.size()),
      past(rods.size()),
      targets(rods.size()),
      moved(rods.size()),
      historyTerm(rods.size()),
      still_(rods.size(), Vec6d::Zero()),
      gains_(rods.size()),
      rootGains_(rods.size(), Vec6d::Zero()) {
  for (ForestState* placement : {&current, &there}) {
    placement->poses.resize(rods.size());
    placement->roots.resize(rods.size());
    placement->rates.resize(rods.size());
  }
  for (auto* list : {&rootMoved, &rootTurned, &rootMovedHistory, &rootTurnedHistory})
    list->resize(rods.size(), Vector3d::Zero());
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const std::size_t count = sweep.description(r).coordinates();
    for (auto* list : {&moved[r], &historyTerm[r], &current.rates[r], &there.rates[r], &gains_[r]})
      list->resize(count);
    elements_ += sweep.description(r).elements();
  }
}

void Tree::checkHooks() const {
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (sweep.rod(r).kinematics.hooksOfForces() !=
        sweep.description(r).forces.size() + sweep.description(r).targetSprings.size())
      throw Error("rod " + std::to_string(rods[r]) +
                  " has another number of forces or target springs than when its workspace was made");
}

void Tree::take(const State& state, const StepSettings& settings) {
  pastStep = state.pastStep[rods[0]];
  for (std::size_t r = 0; r < rods.size(); ++r) {
    // where the state is what the last step left, the stored points are reused
    keptNow = keptNow && now[r] == state.rods[rods[r]];
    keptPast = keptPast && past[r] == state.past[rods[r]];
    now[r] = state.rods[rods[r]];
    past[r] = state.past[rods[r]];
    turnWithRoot(r, now[r]);
    turnWithRoot(r, past[r]);
    targets[r] = settings.roots ? (*settings.roots)[rods[r]] : RootTarget{now[r].pose.root, RootMotion()};
    if (sweep.description(r).root == Root::clamped && !targets[r].knowsMotion()) deriveMotion(r, settings.dt);
  }
  stage_ = Stage::idle;
}

// A free chain turns with its first link: the rate of the joint before that is the root's spin.
void Tree::turnWithRoot(std::size_t r, RodState& state) const {
  if (!state.pose.areJoints() || sweep.description(r).root != Root::free || state.rates.empty()) return;
  if (state.rates[0].isZero(0)) return;
  state.spin += state.pose.root.axes * state.pose.joints[0].toRotationMatrix() * state.rates[0];
  state.rates[0].setZero();
}

// The motion at the end of the step along the parabola through the last poses; without a past, the line.
void Tree::deriveMotion(std::size_t r, double dt) {
  const Frame<double>&from = now[r].pose.root, &to = targets[r].pose;
  RootMotion& motion = targets[r].motion;
  motion = {turnBetween(from.axes, to.axes) / dt, (to.position - from.position) / dt};
  if (!(pastStep > 0)) return;
  const Frame<double>& before = past[r].pose.root;
  const double part = dt / (dt + pastStep);
  motion.velocity += part * (motion.velocity - (from.position - before.position) / pastStep);
  motion.spin += part * (motion.spin - turnBetween(before.axes, from.axes) / pastStep);
}

void Tree::give(State& state) const {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    state.rods[rods[r]] = now[r];
    state.past[rods[r]] = past[r];
    state.pastStep[rods[r]] = pastStep;
  }
}

bool Tree::hasGoodTargets() const {
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (sweep.description(r).root == Root::clamped && !isFrame(targets[r].pose)) return false;
  return true;
}

bool Tree::isLed() const {
  for (std::size_t r = 0; r < rods.size(); ++r)
    if (sweep.description(r).goal.isLed()) return true;
  return false;
}

ForceTraits Tree::forceTraits() const {
  ForceTraits all;
  for (std::size_t r = 0; r < rods.size(); ++r) all.add(sweep.rod(r).terms.forceTraits());
  return all;
}

bool Tree::solve(bool full) {
  ASSERT(stage_ == Stage::ready || stage_ == Stage::solved);
  terms.fullHessian = full;
  sweep.assembleNewton(terms, current.rates);
  if (!sweep.eliminate(full ? 0 : kLeastPivot)) return false;
  stage_ = Stage::solved;
  return true;
}

double Tree::largestTurn() const {
  double most = 0;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    double turn = sweep.rod(r).kinematics.largestTurn(sweep.rod(r).elimination.accelerations());
    if (!(turn <= most)) most = turn;  // also NaN
    if (sweep.description(r).root != Root::free) continue;
    turn = sweep.rootAcceleration(r).head<3>().norm();
    if (!(turn <= most)) most = turn;
  }
  return most;
}

bool Tree::drivesNoRoot(double tolerance) const {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const SceneRod& rod = sweep.description(r);
    if (rod.root != Root::free || !sweep.rod(r).terms.forceTraits().resists) continue;
    const double way = sweep.rootAcceleration(r).tail<3>().norm() / rod.arc.back();
    if (!(way * way < tolerance)) return false;
  }
  return true;
}

double Tree::advance(double part, bool withPotential, double& size) {
  ASSERT(stage_ == Stage::solved);
  double sum = 0;
  sweep.moveTo(terms, current, withPotential, sum, size, [&](std::size_t r) {
    const Pose& from = there.poses[r];
    Pose& to = current.poses[r];
    to.setChanged(from, sweep.rod(r).elimination.accelerations(), part);
    now[r].pose.findChanges(to, 1, moved[r]);
    if (sweep.description(r).root == Root::free) {
      const Vec6d& root = sweep.rootAcceleration(r);
      to.root = {turnedAxes(part * root.head<3>(), from.root.axes),
                 from.root.position + part * root.tail<3>()};
      rootMoved[r] = to.root.position - now[r].pose.root.position;
      rootTurned[r] = turnBetween(now[r].pose.root.axes, to.root.axes);
    }
    findPlacedRates(r);
  });
  return sum;
}

void Tree::nudge() {
  constexpr double kTurn = 1e-6;                  // rad
  constexpr double kGolden = 0.6180339887498949;  // fractions of its multiples never repeat
  keepPose();
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const SceneRod& rod = sweep.description(r);
    for (std::size_t k = 0; k < rod.coordinates(); ++k) {
      if (sweep.rod(r).terms.isLocked(k)) continue;
      const double place = kGolden * static_cast<double>(k + 1), other = kGolden * (place + 1);
      const double turn =
          there.poses[r].areJoints() ? kTurn : kTurn / rod.length(std::min(k, rod.elements() - 1));
      there.poses[r].change(
          k, turn * Vector3d(0, place - std::floor(place) - 0.3, other - std::floor(other) - 0.3));
    }
  }
  double size = 0;
  advance(0, false, size);
}

void Tree::findRates() {
  ASSERT(stage_ == Stage::solved);
  sweep.setRates(current.roots, current.rates);
  sweep.assembleRates(terms);
  // absurd numbers may leave no pivot
  hasRates_ = sweep.eliminate(kLeastPivot);
  if (hasRates_) sweep.finishRates(still_, current);
}

void Tree::slowDown(double factor) {
  for (Vectors& rates : current.rates)
    for (Vector3d& rate : rates) rate *= factor;
  sweep.setRates(current.roots, current.rates);
  for (std::size_t r = 0; r < rods.size(); ++r) sweep.rod(r).kinematics.replacePoints();
}

bool Tree::isFinite() const {
  if (!hasRates_) return false;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    for (const Vector3d& rate : current.rates[r])
      if (!rate.allFinite()) return false;
    const Frame<double>& root = current.poses[r].root;
    if (!root.position.allFinite() || !root.axes.allFinite()) return false;
    if (!current.roots[r].both().allFinite()) return false;
  }
  return true;
}

void Tree::finish(double dt) {
  ASSERT(stage_ == Stage::solved);
  std::swap(past, now);
  for (std::size_t r = 0; r < rods.size(); ++r) {
    now[r].pose = current.poses[r];
    now[r].rates = current.rates[r];
    now[r].velocity = current.roots[r].velocity;
    now[r].spin = current.roots[r].spin;
  }
  pastStep = dt;
  keptPast = keptNow;
  keptNow = true;
  stage_ = Stage::idle;
}

bool Tree::standAtStart(const StepTerms& how) {
  terms = how;
  historyWeight = 0;
  second = false;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    current.poses[r] = now[r].pose;
    std::fill(historyTerm[r].begin(), historyTerm[r].end(), Vector3d::Zero());
    rootMovedHistory[r] = rootTurnedHistory[r] = Vector3d::Zero();
  }
  if (!sweep.reserveStations(current.poses, true)) return false;
  sweep.applyStations();
  stand();
  return true;
}

void Tree::stand() {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    std::fill(current.rates[r].begin(), current.rates[r].end(), Vector3d::Zero());
    current.roots[r] = {};
  }
  sweep.setPose(current.poses);
  sweep.setRates(current.roots, current.rates);
  sweep.each([&](std::size_t r) {
    sweep.rod(r).kinematics.storePoints();
    sweep.rod(r).terms.setInertialTarget(0, terms.gamma);
  });
  sweep.startForces({terms.gravity, {}}, 0);  // in calm air: nothing moves
  stage_ = Stage::ready;
}

void Tree::keepStand() {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    Pose &is = now[r].pose, &was = past[r].pose;
    if (pastStep > 0) {  // the past moves along, so that its difference remains
      is.findChanges(current.poses[r], 1, gains_[r]);
      was.setChanged(Pose(was), gains_[r], 1);
      const Matrix3d turn = current.poses[r].root.axes * is.root.axes.transpose();
      was.root.position = current.poses[r].root.position + turn * (was.root.position - is.root.position);
      was.root.axes = turnedAxes(turnBetween(Matrix3d::Identity(), turn), was.root.axes);
    }
    is = current.poses[r];
  }
}

bool Tree::rest() {
  forget();
  pastStep = 0;
  stage_ = Stage::idle;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    std::fill(now[r].rates.begin(), now[r].rates.end(), Vector3d::Zero());
    now[r].velocity = now[r].spin = Vector3d::Zero();
    if (sweep.description(r).root == Root::clamped && isFrame(targets[r].pose))
      now[r].pose.root = targets[r].pose;
    current.poses[r] = now[r].pose;
    current.rates[r] = now[r].rates;
    current.roots[r] = {};
  }
  if (!sweep.reserveStations(current.poses, true)) return false;
  sweep.applyStations();
  sweep.setPose(current.poses);  // attached rods follow their parents
  for (std::size_t r = 0; r < rods.size(); ++r) now[r].pose.root = current.poses[r].root;
  sweep.setRates(current.roots, current.rates);  // for the energies in result()
  return true;
}

}  // namespace tendril::solver
