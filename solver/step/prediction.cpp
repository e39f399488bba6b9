// The start of a tree's step: scheme, predictor, material points and their inertial targets.
#include <algorithm>

#include "solver/step/tree.h"

namespace tendril::solver {

void Tree::start(const StepSettings& settings, const Vector3d& gravity) {
  second = settings.scheme == Scheme::smooth && pastStep > 0;
  ratio = second ? settings.dt / pastStep : 0;
  terms = {};
  terms.gamma = settings.dt * (1 + ratio) / (1 + 2 * ratio);
  terms.gravity = gravity;
  historyWeight = ratio * ratio / (1 + 2 * ratio);
  contacts.forgetStart();
  contacts.clear();
  stage_ = Stage::started;
}

void Tree::predict(double part) {
  ASSERT(stage_ == Stage::started);
  stage_ = Stage::predicted;
  const double gamma = terms.gamma;
  sweep.each([&](std::size_t r) {
    Vectors &history = historyTerm[r], &by = moved[r];
    if (second)
      past[r].pose.findChanges(now[r].pose, historyWeight, history);
    else
      std::fill(history.begin(), history.end(), Vector3d::Zero());
    for (std::size_t k = 0; k < by.size(); ++k) {
      by[k] = history[k] + gamma * now[r].rates[k];
      if (second) by[k] += gamma * ratio * (now[r].rates[k] - past[r].rates[k]);
    }
    const double turn = sweep.rod(r).kinematics.largestTurn(by);
    if (turn > kMostTurn)
      for (Vector3d& change : by) change *= kMostTurn / turn;
    const SceneRod& rod = sweep.description(r);
    if (!rod.goal.locked.empty()) goTowardsGoal(r, part);
    current.poses[r].setChanged(now[r].pose, by, 1);
    if (rod.root == Root::clamped) current.poses[r].root = targets[r].pose;
    if (rod.root == Root::free) predictRoot(r);
    findPlacedRates(r);
  });
}

// Locked coordinates take the goal's values.
void Tree::goTowardsGoal(std::size_t r, double part) {
  const Goal& goal = sweep.description(r).goal;
  now[r].pose.findChanges(goal.shape, part, gains_[r]);
  for (std::size_t k = 0; k < gains_[r].size(); ++k)
    if (goal.locked[k]) moved[r][k] = gains_[r][k];
}

void Tree::predictRoot(std::size_t r) {
  const RodState &is = now[r], &was = past[r];
  Vector3d velocity = is.velocity, spin = is.spin;
  rootMovedHistory[r] = rootTurnedHistory[r] = Vector3d::Zero();
  if (second) {
    rootMovedHistory[r] = historyWeight * (is.pose.root.position - was.pose.root.position);
    rootTurnedHistory[r] = historyWeight * turnBetween(was.pose.root.axes, is.pose.root.axes);
    velocity += ratio * (is.velocity - was.velocity);
    spin += ratio * (is.spin - was.spin);
  }
  rootMoved[r] = rootMovedHistory[r] + terms.gamma * velocity;
  rootTurned[r] = rootTurnedHistory[r] + terms.gamma * spin;
  current.poses[r].root = {turnedAxes(rootTurned[r], is.pose.root.axes),
                           is.pose.root.position + rootMoved[r]};
}

// Rates from the coordinates' own difference formula.
void Tree::findPlacedRates(std::size_t r) {
  for (std::size_t k = 0; k < moved[r].size(); ++k)
    current.rates[r][k] = (moved[r][k] - historyTerm[r][k]) / terms.gamma;
  if (sweep.description(r).root == Root::clamped) current.roots[r] = targets[r].motion;
  if (sweep.description(r).root == Root::free)
    current.roots[r] = {(rootTurned[r] - rootTurnedHistory[r]) / terms.gamma,
                        (rootMoved[r] - rootMovedHistory[r]) / terms.gamma};
}

// Points of `now` and `past`, at the same stations.
bool Tree::findPoints() {
  ASSERT(stage_ == Stage::predicted);
  stage_ = Stage::points;
  bool allowed = true;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    RodKinematics& rod = sweep.rod(r).kinematics;
    allowed = rod.reserveStations(now[r].pose, true) && allowed;
    if (second) allowed = rod.reserveStations(past[r].pose, false) && allowed;
    allowed = rod.reserveStations(current.poses[r], false) && allowed;
  }
  if (!allowed) return false;
  if (!sweep.applyStations()) forget();
  if (keptNow && (keptPast || !second)) return true;
  if (second) storeStates(past);
  storeStates(now);
  keptNow = true;
  keptPast = second;
  return true;
}

void Tree::storeStates(const std::vector<RodState>& states) {
  for (std::size_t r = 0; r < rods.size(); ++r) {
    there.poses[r] = states[r].pose;
    there.rates[r] = states[r].rates;
    there.roots[r] = {states[r].spin, states[r].velocity};
  }
  sweep.setPose(there.poses);
  sweep.setRates(there.roots, there.rates);
  sweep.each([&](std::size_t r) { sweep.rod(r).kinematics.storePoints(); });
}

// Goes to the predicted pose: inertial targets, refined by the coordinates' accelerations, and the wind
// there.
void Tree::prepare(const Surroundings& surroundings, double time) {
  ASSERT(stage_ == Stage::points);
  stage_ = Stage::ready;
  for (std::size_t r = 0; r < rods.size() && second; ++r) findAccelerations(r);
  const bool carried = second && findCarrier();
  sweep.startStep({historyWeight, terms.gamma, second, surroundings, time, carried ? &carrier_ : nullptr},
                  current, gains_, rootGains_);
}

// False: the root is free, or has stood still.
bool Tree::findCarrier() {
  if (sweep.description(0).root != Root::clamped) return false;
  const auto set = [&](Carrier::When when, const Frame<double>& pose, const RootMotion& motion) {
    carrier_.pose[when] = pose;
    carrier_.motion[when] = motion;
  };
  set(Carrier::before, past[0].pose.root, {past[0].spin, past[0].velocity});
  set(Carrier::now, now[0].pose.root, {now[0].spin, now[0].velocity});
  set(Carrier::end, current.poses[0].root, current.roots[0]);
  carrier_.gain = rootGains_[0];
  for (const RootMotion& motion : carrier_.motion)
    if (!motion.both().isZero(0)) return true;
  return false;
}

// Accelerations that lead to the predicted rates.
void Tree::findAccelerations(std::size_t r) {
  const RodState &is = now[r], &was = past[r];
  const RootMotion& placed = current.roots[r];
  if (sweep.description(r).root != Root::attached)
    rootGains_[r] << (placed.spin - is.spin - historyWeight * (is.spin - was.spin)) / terms.gamma,
        (placed.velocity - is.velocity - historyWeight * (is.velocity - was.velocity)) / terms.gamma;
  if (sweep.description(r).root == Root::clamped && !(is.spin.isZero(0) && was.spin.isZero(0))) {
    // v' = R u' + omega x v, u = R^T v: exact where the root goes round in a circle
    const auto own = [](const Frame<double>& root, const Vector3d& velocity) {
      return Vector3d(root.axes.transpose() * velocity);
    };
    const Frame<double>& end = current.poses[r].root;
    const Vector3d u = own(is.pose.root, is.velocity), before = own(was.pose.root, was.velocity);
    rootGains_[r].tail<3>() =
        end.axes * (own(end, placed.velocity) - u - historyWeight * (u - before)) / terms.gamma +
        placed.spin.cross(placed.velocity);
  }
  Vectors& gains = gains_[r];
  for (std::size_t k = 0; k < gains.size(); ++k)
    gains[k] =
        (current.rates[r][k] - is.rates[k] - historyWeight * (is.rates[k] - was.rates[k])) / terms.gamma;
}

}  // namespace tendril::solver
