// A rod's solver: the potential of a step, for the line search.
#pragma once

#include "solver/elements/rod_solver_of.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

// Potential of the i-th force or target spring, with its hook at `at`.
template <class M>
double RodSolverOf<M>::hookPotential(std::size_t i, const Frame<double>& at) const {
  if (i < rod_.forces.size()) return -rod_.forces[i].force.dot(at.position);
  const TargetSpring& pull = rod_.targetSprings[i - rod_.forces.size()];
  return 0.5 * pull.stiffness * (pull.target.position - at.position).squaredNorm() +
         0.5 * pull.turnStiffness *
             (pull.turnAxis.isZero(0)
                  ? turnBetween(pull.target.axes, at.axes).squaredNorm()
                  : std::pow(pull.turnAxis.dot(turnBetween(pull.target.axes, at.axes)), 2));
}

template <class M>
double RodSolverOf<M>::potential(const StepTerms& how, const Vectors& rates, double& size) {
  if (!strained_ && how.gamma > 0 && (rod_.damping > 0 || rod_.goal.damping > 0)) updateElastic();
  double sum = 0;
  const auto take = [&](double part) {
    sum += part;
    size += std::abs(part);
  };
  for (std::size_t e = 0; e < all_.size(); ++e) {
    const Element& at = all_[e];
    take(M::energy(rod_, *pose_, e));
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Matrix3d place = placeOf(at, i);
      take(-masses_[i][0] * rod_.weight * how.gravity.dot(place.col(0)));
      if (!drag_.empty()) take(airPotential(i, place.col(0), how));
      if (how.gamma == 0) continue;
      const Matrix3d off = place - inertialTarget_[i], moved = place - historyTerm_[i];
      const Vector3d square = off.colwise().squaredNorm().transpose() / how.gamma +
                              rod_.massDamping * moved.colwise().squaredNorm().transpose();
      take(0.5 / how.gamma * masses_[i].dot(square));
      // rounding of positions far from the origin
      size += masses_[i][0] / (how.gamma * how.gamma) * place.col(0).norm() * off.col(0).norm();
    }
    if (how.gamma == 0) continue;
    if (rod_.damping > 0) {
      const RateVector<kEnds> eta = etaOf(rates, e);
      const auto own = eta.template head<kOwn>();
      take(0.5 * how.gamma * rod_.dampingOf(e) * own.dot(at.elastic.stiffness * own));
    }
    if (rod_.goal.damping > 0 && !rod_.goal.weight.empty()) {
      const auto lag = goalLag(etaOf(rates, e), e);
      take(0.5 * how.gamma * rod_.goal.damping * lag.dot(at.elastic.goal * lag));
    }
  }
  for (std::size_t i = forces_; i < grips_; ++i) take(hookPotential(i - forces_, hooks_[i].world));
  for (std::size_t i = targetSprings_; i < grips_ && how.gamma > 0; ++i) {
    const TargetSpring& pull = rod_.targetSprings[i - targetSprings_];
    const Vector3d velocity = (hooks_[i].world.position - historyTermOfHooks_[i - forces_]) / how.gamma;
    take(0.5 * how.gamma * pull.damping * (velocity - pull.velocity).squaredNorm());
  }
  return sum;
}

}  // namespace tendril::solver
