// Predictor, and the inertial targets of material points.
#include "solver/step/newton_step.h"

namespace tendril::solver {

void NewtonStep::predict() {
  const double gamma = terms_.gamma;
  for (std::size_t r = 0; r < count_; ++r) {
    const RodState &now = island_.now[r], &past = island_.past[r];
    Vectors &historyTerm = island_.historyTerm[r], &moved = island_.moved[r];
    if (second_)
      past.pose.findChanges(now.pose, historyWeight_, historyTerm);
    else
      std::fill(historyTerm.begin(), historyTerm.end(), Vector3d::Zero());
    for (std::size_t k = 0; k < moved.size(); ++k) {
      moved[k] = historyTerm[k] + gamma * now.rates[k];
      if (second_) moved[k] += gamma * ratio_ * (now.rates[k] - past.rates[k]);
    }
    const double turn = sweep_.rod(r).kinematics.largestTurn(moved);
    if (turn > kMostTurn)
      for (Vector3d& by : moved) by *= kMostTurn / turn;
    const SceneRod& rod = sweep_.description(r);
    if (isLed(rod)) goTowardsGoal(r);
    island_.current.poses[r].setChanged(now.pose, moved, 1);
    if (rod.root == Root::clamped) island_.current.poses[r].root = island_.targets[r].pose;
    if (rod.root == Root::free) predictRoot(r);
  }
  findPlacedRates();
}

void NewtonStep::goTowardsGoal(std::size_t r) {
  const Goal& goal = sweep_.description(r).goal;
  island_.gains.resize(island_.moved[r].size());
  island_.now[r].pose.findChanges(goal.shape, settings_.part, island_.gains);
  for (std::size_t k = 0; k < island_.gains.size(); ++k)
    if (goal.locked[k]) island_.moved[r][k] = island_.gains[k];
}

void NewtonStep::predictRoot(std::size_t r) {
  const RodState &now = island_.now[r], &past = island_.past[r];
  Vector3d velocity = now.velocity, spin = now.spin;
  island_.rootMovedHistory[r] = island_.rootTurnedHistory[r] = Vector3d::Zero();
  if (second_) {
    island_.rootMovedHistory[r] = historyWeight_ * (now.pose.root.position - past.pose.root.position);
    island_.rootTurnedHistory[r] = historyWeight_ * turnBetween(past.pose.root.axes, now.pose.root.axes);
    velocity += ratio_ * (now.velocity - past.velocity);
    spin += ratio_ * (now.spin - past.spin);
  }
  island_.rootMoved[r] = island_.rootMovedHistory[r] + terms_.gamma * velocity;
  island_.rootTurned[r] = island_.rootTurnedHistory[r] + terms_.gamma * spin;
  island_.current.poses[r].root = {turnedAxes(island_.rootTurned[r], now.pose.root.axes),
                                   now.pose.root.position + island_.rootMoved[r]};
}

void NewtonStep::findPlacedRates() {
  for (std::size_t r = 0; r < count_; ++r) {
    for (std::size_t k = 0; k < island_.moved[r].size(); ++k)
      island_.current.rates[r][k] = (island_.moved[r][k] - island_.historyTerm[r][k]) / terms_.gamma;
    if (sweep_.description(r).root == Root::clamped) island_.current.roots[r] = island_.targets[r].motion;
    if (sweep_.description(r).root == Root::free)
      island_.current.roots[r] = {(island_.rootTurned[r] - island_.rootTurnedHistory[r]) / terms_.gamma,
                                  (island_.rootMoved[r] - island_.rootMovedHistory[r]) / terms_.gamma};
  }
}

bool NewtonStep::findPoints() {
  bool allowed = true;
  for (std::size_t r = 0; r < count_; ++r) {
    allowed = sweep_.rod(r).kinematics.reserveStations(island_.now[r].pose, true) && allowed;
    if (second_) allowed = sweep_.rod(r).kinematics.reserveStations(island_.past[r].pose, false) && allowed;
    allowed = sweep_.rod(r).kinematics.reserveStations(island_.current.poses[r], false) && allowed;
  }
  if (!allowed) return false;
  if (!sweep_.applyStations()) island_.keptNow = island_.keptPast = false;
  if (island_.keptNow && (island_.keptPast || !second_)) return true;
  if (second_) storeStates(island_.past);
  storeStates(island_.now);
  island_.keptNow = true;
  island_.keptPast = second_;
  return true;
}

void NewtonStep::storeStates(const std::vector<RodState>& states) {
  for (std::size_t r = 0; r < count_; ++r) {
    island_.there.poses[r] = states[r].pose;
    island_.there.rates[r] = states[r].rates;
    island_.there.roots[r] = {states[r].spin, states[r].velocity};
  }
  sweep_.setPose(island_.there.poses);
  sweep_.setRates(island_.there.roots, island_.there.rates);
  for (std::size_t r = 0; r < count_; ++r) sweep_.rod(r).kinematics.storePoints();
}

void NewtonStep::findInertialTargets() {
  for (std::size_t r = 0; r < count_; ++r)
    sweep_.rod(r).terms.setInertialTarget(historyWeight_, terms_.gamma);
  if (!island_.coupling.empty())
    island_.coupling.begin(island_.constraintStates, island_.constraintTargets, terms_, historyWeight_,
                           second_, settings_.dt);
  sweep_.setPose(island_.current.poses);
  sweep_.sampleWind(scene_.wind, settings_.time);
  if (!second_) return;
  sweep_.setRates(island_.current.roots, island_.current.rates);
  sweep_.computeBias();
  for (std::size_t r = 0; r < count_; ++r) refineInertialTarget(r);
}

void NewtonStep::refineInertialTarget(std::size_t r) {
  const RodState &now = island_.now[r], &past = island_.past[r];
  Vec6d root;
  if (sweep_.description(r).root == Root::attached) {
    root = sweep_.predictedRoot(r);
  } else {
    const RootMotion& placed = island_.current.roots[r];
    root << (placed.spin - now.spin - historyWeight_ * (now.spin - past.spin)) / terms_.gamma,
        (placed.velocity - now.velocity - historyWeight_ * (now.velocity - past.velocity)) / terms_.gamma;
  }
  island_.gains.resize(now.rates.size());
  for (std::size_t k = 0; k < now.rates.size(); ++k)
    island_.gains[k] =
        (island_.current.rates[r][k] - now.rates[k] - historyWeight_ * (now.rates[k] - past.rates[k])) /
        terms_.gamma;
  sweep_.rod(r).terms.refineInertialTarget(terms_.gamma, root, island_.gains);
}

}  // namespace tendril::solver
