// The potential of a step, for the line search.
#pragma once

#include "solver/elements/rod_terms.h"

namespace tendril::solver {

template <class E>
double RodTermsOf<E>::airPotential(std::size_t i, const Vector3d& place, const StepTerms& how) const {
  const double pull = -p_.drag[i].drag.load.dot(place);
  if (how.gamma == 0) return pull;
  return how.gamma * p_.drag[i].dissipation((place - p_.historyTerm[i].col(0)) / how.gamma) + pull;
}

template <class E>
double RodTermsOf<E>::potential(const StepTerms& how, const Vectors& rates, double& size) {
  PotentialSum sum{0, size};
  beginPotential(how);
  addPotential(p_.whole(), how, rates, sum);
  addPotentialOfHooks(how, sum);
  size = sum.size;
  return sum.value;
}

template <class E>
void RodTermsOf<E>::beginPotential(const StepTerms& how) {
  if (!p_.strained && how.gamma > 0 && (p_.rod.damping > 0 || p_.rod.goal.damping > 0)) p_.updateElastic();
}

template <class E>
void RodTermsOf<E>::addPotential(ElementRange range, const StepTerms& how, const Vectors& rates,
                                 PotentialSum& sum) {
  const auto take = [&](double part) { sum.take(part); };
  Elastic<kEnds>& scratch = Scratch::here().elastic;
  for (std::size_t e = range.first; e < range.end; ++e) {
    const Element& at = p_.all[e];
    take(p_.model.energy(p_.rod, *p_.pose, e));
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Matrix3d place = p_.placeOf(at, i);
      take(-p_.masses[i][0] * p_.rod.weight * how.gravity.dot(place.col(0)));
      if (!p_.drag.empty()) take(airPotential(i, place.col(0), how));
      if (how.gamma == 0) continue;
      const Matrix3d off = place - p_.inertialTarget[i], moved = place - p_.historyTerm[i];
      const Vector3d square = off.colwise().squaredNorm().transpose() / how.gamma +
                              p_.rod.massDamping * moved.colwise().squaredNorm().transpose();
      take(0.5 / how.gamma * p_.masses[i].dot(square));
      // rounding of positions far from the origin
      sum.size += p_.masses[i][0] / (how.gamma * how.gamma) * place.col(0).norm() * off.col(0).norm();
    }
    if (how.gamma == 0) continue;
    if (p_.rod.damping > 0) {
      const RateVector<kEnds> eta = Parts::etaOf(rates, e);
      const auto own = eta.template head<kOwn>();
      take(0.5 * how.gamma * p_.rod.dampingOf(e) * own.dot(p_.elastic(e, scratch).stiffness * own));
    }
    if (p_.rod.goal.damping > 0 && !p_.rod.goal.weight.empty()) {
      const auto lag = p_.goalLag(Parts::etaOf(rates, e), e);
      take(0.5 * how.gamma * p_.rod.goal.damping * lag.dot(p_.elastic(e, scratch).goal * lag));
    }
  }
}

template <class E>
void RodTermsOf<E>::addPotentialOfHooks(const StepTerms& how, PotentialSum& sum) {
  const auto take = [&](double part) { sum.take(part); };
  for (std::size_t i = p_.forces; i < p_.grips; ++i) take(p_.hookPotential(i - p_.forces, p_.hooks[i].world));
  for (std::size_t i = p_.targetSprings; i < p_.grips && how.gamma > 0; ++i) {
    const TargetSpring& pull = p_.rod.targetSprings[i - p_.targetSprings];
    const Vector3d velocity = (p_.hooks[i].world.position - p_.historyTermOfHooks[i - p_.forces]) / how.gamma;
    take(0.5 * how.gamma * pull.damping * (velocity - pull.velocity).squaredNorm());
  }
}

}  // namespace tendril::solver
