// The potential of a step, for the line search.
#pragma once

#include "solver/elements/rod_terms.h"

namespace tendril::solver {

template <class E>
ForceTraits RodTermsOf<E>::forceTraits() const {
  ForceTraits all;
  for (const auto& force : p_.along) all.add(force->traits());
  for (const auto& at : p_.atHooks) all.add(at.force->traits());
  return all;
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
  if (!p_.strained && how.gamma > 0 && (p_.rod.damping > 0 || (p_.goal && p_.goal->damping > 0)))
    p_.updateElastic();
}

template <class E>
void RodTermsOf<E>::addPotential(ElementRange range, const StepTerms& how, const Vectors& rates,
                                 PotentialSum& sum) {
  const auto take = [&](double part) { sum.take(part); };
  Scratch& scratch = Scratch::here();
  for (std::size_t e = range.first; e < range.end; ++e) {
    const Element& at = p_.all[e];
    take(p_.energy(*p_.pose, e));
    const ForcePoints points = p_.pointsOf(at, how, scratch);
    if (scratch.potentials.size() < at.count * p_.along.size())
      scratch.potentials.resize(at.count * p_.along.size());
    for (std::size_t f = 0; f < p_.along.size(); ++f)
      p_.along[f]->setPotentials(points, &scratch.potentials[f * at.count]);
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      for (std::size_t f = 0; f < p_.along.size(); ++f) take(scratch.potentials[f * at.count + i - at.first]);
      if (how.gamma == 0) continue;
      const Matrix3d place = p_.placeOf(at, i);
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
      take(0.5 * how.gamma * p_.rod.dampingOf(e) * own.dot(p_.elastic(e, scratch.elastic).stiffness * own));
    }
    if (p_.goal && p_.goal->damping > 0) {
      const auto lag = p_.goalLag(Parts::etaOf(rates, e), e);
      take(0.5 * how.gamma * p_.goal->damping * lag.dot(p_.elastic(e, scratch.elastic).goal * lag));
    }
  }
}

template <class E>
void RodTermsOf<E>::addPotentialOfHooks(const StepTerms& how, PotentialSum& sum) {
  p_.eachForceHook([&](const HookForce& force, std::size_t i, std::size_t hook) {
    sum.take(force.energy(i, p_.hooks[hook].world));
  });
  if (how.gamma == 0) return;
  p_.eachForceHook([&](const HookForce& force, std::size_t i, std::size_t hook) {
    if (force.isDamped(i)) sum.take(how.gamma * force.dissipation(i, velocityOf(hook, how)));
  });
}

}  // namespace tendril::solver
