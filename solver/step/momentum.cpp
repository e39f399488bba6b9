// Momentum of free trees: restores what the scheme and rounding lost.
#include "solver/step/newton_step.h"

#include <cmath>

namespace tendril::solver {

void NewtonStep::giveMomentum(Tree& tree) {
  const double damping = tree.sweep.description(0).massDamping;
  if (!tree.forceTraits().isSteady) return;  // there is no closed form
  for (std::size_t r = 0; r < tree.rods.size(); ++r)
    if (tree.sweep.description(r).massDamping != damping) return;
  Momentum before, after;
  for (std::size_t r = 0; r < tree.rods.size(); ++r) {
    tree.sweep.rod(r).results.addMomentum(true, tree.terms.gravity, before);
    tree.sweep.rod(r).results.addMomentum(false, tree.terms.gravity, after);
  }
  const double left = std::exp(-damping * settings_.dt);
  const double dt = settings_.dt, turns = damping * dt;
  const double time = turns > 1e-5 ? -std::expm1(-turns) / damping : dt * (1 - 0.5 * turns);
  // angular momentum about the centre of mass
  const auto centre = [](const Momentum& of) { return Vector3d(of.first / of.mass); };
  const auto angular = [&](const Momentum& of) { return Vector3d(of.angular - centre(of).cross(of.linear)); };
  const auto torque = [&](const Momentum& of) { return Vector3d(of.torque - centre(of).cross(of.force)); };
  const Vector3d linearLack = left * before.linear + 0.5 * time * (before.force + after.force) - after.linear,
                 angularLack =
                     left * angular(before) + 0.5 * time * (torque(before) + torque(after)) - angular(after);
  const Vector3d c = centre(after);
  Matrix3d inertia = after.inertia + after.mass * c * c.transpose();
  inertia.diagonal().array() -= after.mass * c.squaredNorm();
  const Vector3d spin = inertia.ldlt().solve(angularLack), velocity = linearLack / after.mass;
  if (!spin.allFinite() || !velocity.allFinite()) return;
  RootMotion& root = tree.current.roots[0];
  root.spin += spin;
  root.velocity += velocity + spin.cross(tree.current.poses[0].root.position - c);
  // the centre of mass moves as these forces carry it
  const double square = turns > 1e-5 ? (dt - time) / damping : dt * dt * (0.5 - turns / 6);
  const Vector3d way = (time * before.linear + 0.5 * square * (before.force + after.force)) / before.mass;
  tree.current.poses[0].root.position += centre(before) + way - c;
  tree.sweep.setPose(tree.current.poses);
  tree.sweep.setRates(tree.current.roots, tree.current.rates);
  for (std::size_t r = 0; r < tree.rods.size(); ++r) tree.sweep.rod(r).kinematics.replacePoints();
}

}  // namespace tendril::solver
