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

template <class Solver, class F>
void ConstraintSolver::eachPearl(Solver& solver, const F& f) {
  for (auto& constraint : solver.active_)
    if (constraint.active && constraint.spec->type->carries) f(constraint);
}

// Pearls of a rod push each other, so they share a scheme: with BDF2 a force acts on in the next steps, and a
// pearl that has it and one that has not would not exchange the same momentum.
void ConstraintSolver::shareBeginnings() {
  beginning_.assign(rods_.size(), 0);
  eachPearl(*this, [&](ActiveConstraint& pearl) {
    if (pearl.beginsAnew) beginning_[static_cast<std::size_t>(pearl.rod[0])] = 1;
  });
  eachPearl(*this, [&](ActiveConstraint& pearl) {
    pearl.beginsAnew = beginning_[static_cast<std::size_t>(pearl.rod[0])] != 0;
  });
}

void ConstraintSolver::beginPearls(double historyWeight, bool second) {
  for (ActiveConstraint& pearl : active_) pearl.beginsAnew = !(pearl.now.moves && pearl.now.moved);
  shareBeginnings();
  for (ActiveConstraint& pearl : active_)  // also those that have left their rods
    if (pearl.spec->type->carries) beginPearl(pearl, historyWeight, second);
}

void ConstraintSolver::beginPearl(ActiveConstraint& constraint, double historyWeight, bool second) {
  ConstraintState& now = constraint.now;
  if (!now.moves) {  // it starts at the rod's pose and velocity
    const std::size_t r = static_cast<std::size_t>(constraint.rod[0]);
    const Hook& hook = rods_.rod(r).kinematics.hook(constraint.hook[0]);
    now.place = now.pastPlace = hook.world.position;
    now.velocity = now.pastVelocity = hook.motion.tail<3>();
    now.moved = false;
  }
  constraint.historyTerm = now.place;
  constraint.gamma = how_.gamma;
  Vector3d velocity = now.velocity;
  if (second && !constraint.beginsAnew) {
    constraint.historyTerm += historyWeight * (now.place - now.pastPlace);
    velocity += historyWeight * (now.velocity - now.pastVelocity);
  } else {  // implicit Euler
    constraint.gamma = dt_;
  }
  constraint.inertialTarget = constraint.historyTerm + constraint.gamma * velocity;
  constraint.target.position = constraint.inertialTarget;
  constraint.target.axes.setIdentity();
}

void ConstraintSolver::findRates() {
  eachPearl(*this, [](ActiveConstraint& pearl) {
    pearl.velocity = (pearl.at[0].frame.position - pearl.historyTerm) / pearl.gamma;
  });
}

void ConstraintSolver::addMomentum(When when, Momentum& sum) const {
  eachPearl(*this, [&](const ActiveConstraint& pearl) {
    const bool starts = when == When::start;
    const Vector3d &x = starts ? pearl.now.place : pearl.at[0].frame.position,
                   &v = starts ? pearl.now.velocity : pearl.velocity;
    const double mass = pearl.spec->mass;
    sum.mass += mass;
    sum.first += mass * x;
    sum.linear += mass * v;
    sum.angular += mass * x.cross(v);
    sum.inertia += mass * (x.squaredNorm() * Matrix3d::Identity() - x * x.transpose());
    sum.force += mass * how_.gravity;
    sum.torque += mass * x.cross(how_.gravity);
  });
}

void ConstraintSolver::addTurn(Matrix3d& sum) const {
  eachPearl(*this, [&](const ActiveConstraint& pearl) {
    sum += pearl.spec->mass * pearl.at[0].frame.position * pearl.now.place.transpose();
  });
}

void ConstraintSolver::move(const RigidMotion& by) {
  eachPearl(*this, [&](ActiveConstraint& pearl) {
    pearl.velocity = by.velocityOf(pearl.at[0].frame.position, pearl.velocity);
  });
  look();
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
  eachPearl(*this, [](ActiveConstraint& pearl) { pearl.bounce = 0, pearl.beginsAnew = false; });
  for (const Contact& contact : contacts_) {
    ActiveConstraint &a = active_[contact.first], &b = active_[contact.second];
    const double bounce = std::min(a.spec->restitution, b.spec->restitution);
    if (!contact.touches) continue;
    const double came = a.now.velocity.dot(a.at[0].tangent) - b.now.velocity.dot(b.at[0].tangent);
    const double rest = 2 * how_.gravity.norm() * dt_;  // gravity's gain in a step is no impact
    if (came > rest) met.push_back({&a, &b, came, bounce * came});
  }
  if (met.empty()) return;
  for (std::size_t turn = 0; turn < 4 * met.size() + 4; ++turn) {
    bool done = true;
    for (Met& pair : met) {
      const auto speed = [&](const ActiveConstraint& constraint) {
        return constraint.at[0].tangent.dot(constraint.velocity) + constraint.bounce;
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
  // the velocities jumped: no history from before
  eachPearl(*this, [](ActiveConstraint& pearl) { pearl.beginsAnew = pearl.bounce != 0; });
  shareBeginnings();
}

}  // namespace tendril::solver
