// Element matrices and vectors: accelerations, Newton's method, rates.
#pragma once

#include "solver/elements/rod_terms.h"

namespace tendril::solver {

template <class E>
void RodTermsOf<E>::assembleAccelerations() {
  system_ = System::accelerations;
  if (!p_.strained) p_.updateElastic();
  findHookLoads();
}

template <class E>
void RodTermsOf<E>::assembleNewton(const StepTerms& how, const Vectors& rates) {
  system_ = System::newton;
  how_ = how;
  rates_ = &rates;
  if (!p_.strained) p_.updateElastic();
  findHookLoads();
  addHookResistance(how);
}

template <class E>
void RodTermsOf<E>::assembleRates(const StepTerms& how) {
  system_ = System::rates;
  how_ = how;
}

template <class E>
void RodTermsOf<E>::assemble(ElementRange range, Scratch& scratch) {
  scratch.block.resize(Parts::kBlock);
  if (range.end == p_.all.size()) wrench_.setZero();
  for (std::size_t e = range.end; e-- > range.first;) {
    if (system_ == System::newton) {
      spreadNewton(e, scratch);
      assembleNewton(e, scratch);
    } else if (system_ == System::rates) {
      assembleRates(e, scratch);
    } else {
      assembleAccelerations(e, scratch);
    }
  }
  if (range.first == 0 && system_ == System::newton) rootWrench_ = -wrench_;
}

template <class E>
void RodTermsOf<E>::elementTerms(std::vector<ElementMatrix>& matrices, std::vector<ElementVector>& vectors) {
  matrices.resize(p_.all.size());
  vectors.resize(p_.all.size());
  Scratch& scratch = Scratch::here();
  p_.eachBlockFromTip([&](ElementRange range) {
    assemble(range, scratch);
    for (std::size_t e = range.first; e < range.end; ++e) {
      Element& at = p_.all[e];
      for (std::size_t o = at.firstHook; o < at.lastHook && hasGrips(); ++o)
        if (const Hook& hook = p_.hooks[p_.order[o]]; p_.order[o] >= p_.grips && hook.hasInertia) {
          of(e, scratch).addAt(hook, p_.lever(hook), hook.inertia);
          of(e, scratch).addAt(hook, p_.lever(hook), hook.inertiaBias);
        }
      matrices[e] = of(e, scratch).whole(at.end);
      vectors[e] = of(e, scratch).wholeVector(at.end);
    }
    return true;
  });
}

template <class E>
void RodTermsOf<E>::assembleAccelerations(std::size_t e, Scratch& scratch) {
  Element& at = p_.all[e];
  ElementTerms& sum = of(e, scratch);
  sum.begin();
  for (std::size_t i = at.first; i < at.first + at.count; ++i) {
    const typename E::StationType& station = p_.stations[i];
    const StationMotion& motion = p_.motion(i);
    const Matrix3d rotary = p_.rotaryInertia(i);
    const Vector3d turned = at.omega() + motion.spin;
    sum.addMass(station, p_.masses[i][0], rotary);
    sum.addLoad(station, p_.masses[i][0] * velocityBiasOf(station.position, motion, at.omega()),
                rotary * spinBiasOf(motion, at.omega()) + turned.cross(Vector3d(rotary * turned)));
  }
  sum.finish();
  const Elastic<kEnds>& elastic = p_.elastic(e, scratch.elastic);
  typename E::Own gradient =
      elastic.gradient + elastic.stiffness * at.eta.template head<kOwn>() * p_.rod.dampingOf(e);
  if (p_.goal && p_.goal->damping > 0) gradient += elastic.goal * p_.goalLag(at.eta, e) * p_.goal->damping;
  sum.addMassDamping(at.end, at.motion, at.eta, p_.rod.massDamping);
  sum.setOwn(gradient);
  addForces(e, sum);
}

template <class E>
void RodTermsOf<E>::assembleNewton(std::size_t e, Scratch& scratch) {
  Element& at = p_.all[e];
  ElementTerms& sum = of(e, scratch);
  const double back = how_.gamma > 0 ? (1 / how_.gamma + p_.rod.massDamping) / how_.gamma : 0;
  sum.begin();
  for (std::size_t i = at.first; i < at.first + at.count; ++i) {
    const typename E::StationType& station = p_.stations[i];
    const Vector3d t = station.axes.col(0), n1 = station.axes.col(1), n2 = station.axes.col(2);
    const Matrix3d& load = scratch.load[i - at.first];
    const Beyond& beyond = scratch.beyond[i - at.first];
    if (how_.gradient) sum.addLoad(station, -load.col(0), -n1.cross(load.col(1)) - n2.cross(load.col(2)));
    const double pull = beyond.force.dot(t), weight = station.weight;
    Matrix3d turning = p_.rotaryInertia(i) * back;
    if (!how_.fullHessian) {
      if (pull > 0) {
        turning -= t * (weight * pull * t).transpose();
        turning.diagonal().array() += weight * pull;
      }
      sum.addMass(station, p_.masses[i][0] * back, turning);
      continue;
    }
    const Matrix3d mixed = (-0.5 * weight * t) * beyond.force.transpose() -
                           (0.5 * n1) * load.col(1).transpose() - (0.5 * n2) * load.col(2).transpose();
    turning += mixed + mixed.transpose();
    turning.diagonal().array() += weight * pull + n1.dot(load.col(1)) + n2.dot(load.col(2));
    sum.addMass(station, p_.masses[i][0] * back, turning, station.arc / p_.rod.length(e),
                -0.5 * weight * beyond.moment);
  }
  sum.finish();
  const double damping = p_.rod.dampingOf(e);
  const Elastic<kEnds>& elastic = p_.elastic(e, scratch.elastic);
  typename E::OwnMatrix own = elastic.stiffness * (how_.gamma > 0 ? 1 + damping / how_.gamma : 1);
  if (how_.fullHessian) own += elastic.beyond;
  typename E::Own gradient = elastic.gradient;
  if (how_.gamma > 0 && damping > 0)
    gradient += elastic.stiffness * Parts::etaOf(*rates_, e).template head<kOwn>() * damping;
  if (p_.goal) {
    own += elastic.goal * (how_.gamma > 0 ? 1 + p_.goal->damping / how_.gamma : 1);
    if (how_.gamma > 0 && p_.goal->damping > 0)
      gradient += elastic.goal * p_.goalLag(Parts::etaOf(*rates_, e), e) * p_.goal->damping;
  }
  if (!how_.gradient) gradient.setZero();
  sum.setOwn(own);
  sum.setOwn(gradient);
  if (how_.fullHessian) sum.addMoment(at.end, scratch.momentAtStart);
  addSlopes(e, scratch, sum);
  if (how_.fullHessian) addLevers(e, sum);
  addHookSlopes(e, sum);
  if (how_.gradient) addForces(e, sum);
}

template <class E>
void RodTermsOf<E>::assembleRates(std::size_t e, Scratch& scratch) {
  Element& at = p_.all[e];
  ElementTerms& sum = of(e, scratch);
  const double back = 1 / (how_.gamma * how_.gamma);
  constexpr double kStiff = 0.1;  // of the stiffness matrix: enough where the mass is next to nothing
  sum.begin();
  for (std::size_t i = at.first; i < at.first + at.count; ++i) {
    const Matrix3d speed = (p_.placeOf(at, i) - p_.historyTerm[i]) / how_.gamma - p_.speedOf(at, i);
    const Matrix3d lacks = speed * (-back * p_.masses[i]).asDiagonal();
    const typename E::StationType& station = p_.stations[i];
    sum.addMass(station, p_.masses[i][0] * back, p_.rotaryInertia(i) * back);
    sum.addLoad(station, lacks.col(0),
                station.axes.col(1).cross(lacks.col(1)) + station.axes.col(2).cross(lacks.col(2)));
  }
  sum.finish();
  sum.setOwn(typename E::OwnMatrix(kStiff * p_.elastic(e, scratch.elastic).stiffness));
}

// B^T slope B. The loads have left the points of this element in the scratch.
template <class E>
void RodTermsOf<E>::addSlopes(std::size_t e, Scratch& scratch, ElementTerms& to) {
  const Element& at = p_.all[e];
  const ForcePoints points{at.first,
                           at.count,
                           scratch.places.data(),
                           how_.gamma > 0 ? scratch.velocities.data() : nullptr,
                           &p_.masses[at.first],
                           how_.gravity,
                           how_.gamma};
  for (const auto& force : p_.along)
    if (force->setSlopes(points, scratch.slopes.data()))
      for (std::size_t k = 0; k < at.count; ++k) to.addSlope(p_.stations[at.first + k], scratch.slopes[k]);
}

// A load beside the centreline has a lever that turns with the rod.
template <class E>
void RodTermsOf<E>::addLevers(std::size_t e, ElementTerms& to) {
  const Element& at = p_.all[e];
  for (std::size_t o = at.firstHook; o < at.lastHook; ++o) {
    const Hook& hook = p_.hooks[p_.order[o]];
    if (hook.offset.isZero(0)) continue;
    const Vector3d pull = hook.load.template tail<3>();
    const Matrix3d mixed = -0.5 * hook.offset * pull.transpose();
    Matrix3d lever = mixed + mixed.transpose();
    lever.diagonal().array() += hook.offset.dot(pull);
    Mat6d turning = Mat6d::Zero();
    turning.topLeftCorner<3, 3>() = lever;
    to.addAt(hook, p_.lever(hook), turning);
  }
}

template <class E>
void RodTermsOf<E>::addHookSlopes(std::size_t e, ElementTerms& to) {
  const Element& at = p_.all[e];
  Mat6d slope;
  for (std::size_t o = at.firstHook; o < at.lastHook; ++o) {
    const std::size_t h = p_.order[o];
    if (h < p_.forces || h >= p_.grips) continue;
    const Hook& hook = p_.hooks[h];
    std::size_t i = 0;
    if (p_.forceOf(h, i).slope(i, hook.world, how_.gamma, slope)) to.addAt(hook, p_.lever(hook), slope);
  }
}

// Loads of forces at hooks and of constraints; attached rods come with their elimination.
template <class E>
void RodTermsOf<E>::addForces(std::size_t e, ElementTerms& to) {
  const Element& at = p_.all[e];
  for (std::size_t o = at.firstHook; o < at.lastHook; ++o) {
    const Hook& hook = p_.hooks[p_.order[o]];
    if (p_.order[o] >= p_.forces) to.addAt(hook, p_.lever(hook), Vec6d(-hook.load));
  }
  for (std::size_t i = at.firstTouch; i < at.lastTouch; ++i)
    to.addAt(p_.touches[i], p_.lever(p_.touches[i]), Vec6d(-p_.touches[i].load));
}

}  // namespace tendril::solver
