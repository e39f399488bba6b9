// Pearls: masses that slide on a rod.
//
// A pearl of mass m at x(u) has the step's inertial potential like every material point,
//
//   m/2 |x(u) - a|^2 / gamma^2 - m g . x(u),    a = xh + gamma vh   (solver/step/step.h)
//
// With u free, the rod feels it across the tangent only.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "solver/coupling/constraint_solver.h"

namespace tendril::solver {

void ConstraintSolver::beginPearl(ActiveConstraint& constraint, double historyWeight, bool second) {
  ConstraintState& now = constraint.now;
  if (!now.moves) {  // it starts at the rod's pose and velocity
    const std::size_t r = static_cast<std::size_t>(constraint.rod[0]);
    const Hook& hook = rods_.rod(r).kinematics.hook(constraint.hook[0]);
    now.place = hook.world.position;
    now.velocity = hook.motion.tail<3>();
    now.moved = false;
  }
  constraint.historyTerm = now.place;
  Vector3d velocity = now.velocity;
  if (second && now.moved) {
    constraint.historyTerm += historyWeight * (now.place - now.pastPlace);
    velocity += historyWeight * (now.velocity - now.pastVelocity);
    constraint.inertialTarget = constraint.historyTerm + how_.gamma * velocity;
  } else if (second) {  // its first step is implicit Euler over dt, written with the others' shorter gamma
    constraint.historyTerm = now.place + (dt_ - how_.gamma) * velocity;
    constraint.inertialTarget = constraint.historyTerm + how_.gamma * velocity;
  } else {
    constraint.inertialTarget = constraint.historyTerm + how_.gamma * velocity;
  }
  constraint.target.position = constraint.inertialTarget;
  constraint.target.axes.setIdentity();
}

// Neighbouring pearls on a rod, by arc length.
void ConstraintSolver::findContacts() {
  contacts_.clear();
  std::vector<std::size_t>& pearls = pearls_;
  pearls.clear();
  for (std::size_t i = 0; i < active_.size(); ++i)
    if (active_[i].active && active_[i].spec->type->carries && active_[i].spec->radius > 0)
      pearls.push_back(i);
  std::sort(pearls.begin(), pearls.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(active_[a].rod[0], active_[a].arc[0], a) <
           std::tuple(active_[b].rod[0], active_[b].arc[0], b);
  });
  for (std::size_t i = 0; i + 1 < pearls.size(); ++i)
    if (active_[pearls[i]].rod[0] == active_[pearls[i + 1]].rod[0])
      contacts_.push_back({pearls[i], pearls[i + 1]});
}

// Impacts: pearls that met in this step part with `restitution` times their approach speed. Impulses along
// the rod, pair by pair, until none approaches.
void ConstraintSolver::collide() {
  struct Met {
    ActiveConstraint *a, *b;
    double came, speed;  // approach and separation speed, m/s
    bool settled = false, counted = false;
  };
  std::vector<Met> met;
  for (const Contact& contact : contacts_) {
    ActiveConstraint &a = active_[contact.first], &b = active_[contact.second];
    const double bounce = std::min(a.spec->restitution, b.spec->restitution);
    if (!contact.touches) continue;
    const double came = a.now.velocity.dot(a.at[0].tangent) - b.now.velocity.dot(b.at[0].tangent);
    const double rest = 2 * how_.gravity.norm() * dt_;  // gravity's gain in a step is no impact
    if (came > rest) met.push_back({&a, &b, came, bounce * came});
  }
  if (met.empty()) return;
  for (ActiveConstraint& constraint : active_) constraint.bounce = 0;
  for (std::size_t turn = 0; turn < 4 * met.size() + 4; ++turn) {
    bool done = true;
    for (Met& pair : met) {
      const auto speed = [&](const ActiveConstraint& constraint) {
        return constraint.at[0].tangent.dot(
                   Vector3d((constraint.at[0].frame.position - constraint.historyTerm) / how_.gamma)) +
               constraint.bounce;
      };
      const double ma = pair.a->spec->mass, mb = pair.b->spec->mass;
      const double lack = pair.speed - (speed(*pair.b) - speed(*pair.a));
      // first the prescribed speed; later a pair must only not approach because of other impulses
      if (lack <= 1e-12 * pair.came && pair.settled) continue;
      pair.settled = true;
      done = false;
      const double impulse = lack * ma * mb / (ma + mb);
      // the lost kinetic energy, half to each
      const double before = pair.came, after = pair.speed,
                   lost = 0.25 * ma * mb / (ma + mb) * (before * before - after * after);
      if (!pair.counted) {
        pair.a->dissipated += lost;
        pair.b->dissipated += lost;
      }
      pair.counted = true;
      pair.a->bounce -= impulse / ma;
      pair.b->bounce += impulse / mb;
      break;
    }
    if (done) break;
  }
}

}  // namespace tendril::solver
