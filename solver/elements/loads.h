// Loads on a rod's points, directors and hooks, and their resultants along the rod.
#pragma once

#include "solver/elements/rod_terms.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

template <class E>
void RodTermsOf<E>::startForces(const Surroundings& surroundings, double time) {
  beginForces();
  startForces(p_.whole(), surroundings, time);
}

template <class E>
void RodTermsOf<E>::beginForces() {
  for (const auto& force : p_.along) force->begin(p_.stations.size());
}

template <class E>
void RodTermsOf<E>::startForces(ElementRange range, const Surroundings& surroundings, double time) {
  std::vector<ForceStart::At>& starts = Scratch::here().starts;
  for (std::size_t e = range.first; e < range.end && !p_.along.empty(); ++e) {
    const Element& at = p_.all[e];
    starts.resize(at.count);
    for (std::size_t k = 0; k < at.count; ++k) {
      const typename E::StationType& station = p_.stations[at.first + k];
      starts[k] = {station.arc, station.weight, &station.axes};
    }
    const ForceStart from{e,
                          at.first,
                          at.count,
                          starts.data(),
                          at.end.arc,
                          at.world.position,
                          at.world.position + at.end.position,
                          surroundings,
                          time};
    for (const auto& force : p_.along) force->start(from);
  }
}

// Inertia and mass damping of the point (column 0) and its directors.
template <class E>
Matrix3d RodTermsOf<E>::inertialLoadAt(const Element& at, std::size_t i, const StepTerms& how) const {
  if (how.gamma == 0) return Matrix3d::Zero();
  const Matrix3d place = p_.placeOf(at, i);
  const double back = 1 / (how.gamma * how.gamma), damped = p_.rod.massDamping / how.gamma;
  return (back * (p_.inertialTarget[i] - place) + damped * (p_.historyTerm[i] - place)) *
         p_.masses[i].asDiagonal();
}

// Loads of an element's stations: inertia, then all forces.
template <class E>
void RodTermsOf<E>::findElementLoads(const Element& at, const StepTerms& how, Scratch& scratch) const {
  if (scratch.load.size() < at.count) {
    scratch.load.resize(at.count);
    scratch.beyond.resize(at.count);
  }
  for (std::size_t k = 0; k < at.count; ++k) scratch.load[k] = inertialLoadAt(at, at.first + k, how);
  const ForcePoints points = p_.pointsOf(at, how, scratch);
  for (const auto& force : p_.along) force->addLoads(points, scratch.load.data());
}

template <class E>
void RodTermsOf<E>::findHookLoads() {
  p_.eachForceHook([&](const HookForce& force, std::size_t i, std::size_t hook) {
    p_.hooks[hook].load = force.load(i, p_.hooks[hook].world);
  });
}

template <class E>
void RodTermsOf<E>::addHookResistance(const StepTerms& how) {
  if (how.gamma == 0) return;
  p_.eachForceHook([&](const HookForce& force, std::size_t i, std::size_t hook) {
    if (force.isDamped(i))
      p_.hooks[hook].load.template tail<3>() += force.resistance(i, velocityOf(hook, how));
  });
}

// Over the step so far.
template <class E>
Vector3d RodTermsOf<E>::velocityOf(std::size_t hook, const StepTerms& how) const {
  return (p_.hooks[hook].world.position - p_.historyTermOfHooks[hook - p_.forces]) / how.gamma;
}

template <class E>
void RodTermsOf<E>::computeLoads(const StepTerms& how) {
  how_ = how;
  findHookLoads();
  addHookResistance(how);
  wrench_.setZero();
  Scratch& scratch = Scratch::here();
  for (std::size_t e = p_.all.size(); e-- > 0;) spreadNewton(e, scratch);
  rootWrench_ = -wrench_;
}

// Loads of an element and their resultants, after those beyond it.
template <class E>
void RodTermsOf<E>::spreadNewton(std::size_t e, Scratch& scratch) {
  findElementLoads(p_.all[e], how_, scratch);
  const auto loads = [&](const Element& at, std::size_t i, Vector3d& force, Vector3d& couple) {
    const Matrix3d &load = scratch.load[i - at.first], &axes = p_.stations[i].axes;
    force = load.col(0);
    couple = axes.col(1).cross(load.col(1)) + axes.col(2).cross(load.col(2));
  };
  wrench_ = spread(e, wrench_, scratch, loads);
}

// Resultants of all, from loads(element, i, force, couple) on the stations.
template <class E>
template <class F>
void RodTermsOf<E>::spreadAll(const F& loads) {
  Vec6d wrench = Vec6d::Zero();  // of all loads beyond, about the element's end
  Scratch& scratch = Scratch::here();
  for (std::size_t e = p_.all.size(); e-- > 0;) wrench = spread(e, wrench, scratch, loads);
  rootWrench_ = -wrench;
}

template <class E>
template <class F>
Vec6d RodTermsOf<E>::spread(std::size_t e, const Vec6d& beyond, Scratch& scratch, const F& loads) {
  using Load = Eigen::Array<double, 8, 1>;  // force, couple about the element's start; padded
  constexpr auto& gauss = kGauss<static_cast<int>(kPoints)>;
  Element& at = p_.all[e];
  if (scratch.beyond.size() < at.count) scratch.beyond.resize(at.count);
  Vector3d force = beyond.template tail<3>();
  Vector3d moment = beyond.template head<3>() + at.end.position.cross(force);  // about the start
  std::array<Load, kPoints> load;
  for (std::size_t first = at.first + at.count; first > at.first;) {
    first -= kPoints;
    Load all = Load::Zero();
    for (std::size_t k = 0; k < kPoints; ++k) {
      Vector3d own, couple;
      loads(at, first + k, own, couple);
      couple += p_.stations[first + k].position.cross(own);
      load[k] << own, 0, couple, 0;
      all += load[k];
      load[k] *= 1 / gauss.weight[k];
    }
    for (std::size_t k = 0; k < kPoints; ++k) {
      Load past = all;
      for (std::size_t j = 0; j < kPoints; ++j) past -= load[j] * gauss.upTo[k][j];
      Vector3d rest = force + past.template head<3>().matrix(),
               about = moment + past.template segment<3>(4).matrix();
      if (at.firstHook < at.lastHook) addHookLoads(at, p_.stations[first + k].arc, rest, about);
      if (at.firstTouch < at.lastTouch) addTouchLoads(at, p_.stations[first + k].arc, rest, about);
      scratch.beyond[first + k - at.first] = {rest, about - p_.stations[first + k].position.cross(rest)};
    }
    force += all.template head<3>().matrix();
    moment += all.template segment<3>(4).matrix();
  }
  if (at.firstHook < at.lastHook) addHookLoads(at, -1, force, moment);
  if (at.firstTouch < at.lastTouch) addTouchLoads(at, -1, force, moment);
  scratch.momentAtStart = moment;
  Vec6d wrench;
  wrench << moment, force;
  return wrench;
}

// Adds the loads of hooks at arc lengths of `from` or more, about the element's start.
template <class E>
void RodTermsOf<E>::addHookLoads(const Element& at, double from, Vector3d& force, Vector3d& moment) const {
  for (std::size_t o = at.firstHook; o < at.lastHook; ++o) {
    const Hook& hook = p_.hooks[p_.order[o]];
    if (hook.arc < from) continue;
    const Vector3d pull = hook.load.template tail<3>();
    force += pull;
    moment += hook.load.template head<3>() + (hook.world.position - at.world.position).cross(pull);
  }
}

// The same of contact forces.
template <class E>
void RodTermsOf<E>::addTouchLoads(const Element& at, double from, Vector3d& force, Vector3d& moment) const {
  for (std::size_t i = at.firstTouch; i < at.lastTouch; ++i) {
    const LoadedPoint& touch = p_.touches[i];
    if (touch.arc < from) continue;
    const Vector3d push = touch.load.template tail<3>();
    force += push;
    moment += touch.load.template head<3>() + p_.lever(touch).cross(push);
  }
}

template <class E>
void RodTermsOf<E>::findLoads() {
  spreadAll([&](const Element& at, std::size_t i, Vector3d& force, Vector3d& couple) {
    const typename E::StationType& station = p_.stations[i];
    const StationMotion& motion = p_.motion(i);
    RateVector<kEnds> eta = RateVector<kEnds>::Zero();
    eta.template head<kOwn>() = at.acceleration.template segment<kOwn>(6);
    Vector3d spin = at.acceleration.template head<3>(), velocity = at.acceleration.template segment<3>(3);
    velocity += spin.cross(station.position) + E::shiftedBy(station, eta);
    spin += E::turnedBy(station, eta);
    velocity += velocityBiasOf(station.position, motion, at.omega());
    spin += spinBiasOf(motion, at.omega());
    const Matrix3d rotary = p_.rotaryInertia(i);
    const Vector3d turned = at.omega() + motion.spin;
    force = -p_.masses[i][0] * velocity;
    couple = -rotary * spin - turned.cross(Vector3d(rotary * turned));
  });
}

template <class E>
void RodTermsOf<E>::findLoadGradient(Vectors& to) const {
  to.assign(p_.rod.coordinates(), Vector3d::Zero());
  Vec6d beyond = Vec6d::Zero();
  Scratch& scratch = Scratch::here();
  for (std::size_t e = p_.all.size(); e-- > 0;) {
    const Element& at = p_.all[e];
    findElementLoads(at, how_, scratch);
    ElementTerms sum;
    sum.begin();
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Matrix3d& load = scratch.load[i - at.first];
      const Matrix3d& axes = p_.stations[i].axes;
      sum.addLoad(p_.stations[i], -load.col(0),
                  -axes.col(1).cross(load.col(1)) - axes.col(2).cross(load.col(2)));
    }
    sum.finish();
    typename E::Left left;
    left.setVector(beyond);
    at.pushBackVector(at.end, left, nullptr, sum);
    for (std::size_t o = at.firstHook; o < at.lastHook; ++o) {
      const Hook& hook = p_.hooks[p_.order[o]];
      sum.addAt(hook, p_.lever(hook), Vec6d(-hook.load));
    }
    const ElementVector vector = sum.wholeVector(at.end);
    beyond = vector.template head<6>();
    for (std::size_t k = 0; k < kEnds; ++k)
      to[e + k] += vector.template segment<3>(6 + 3 * static_cast<int>(k));
  }
}

}  // namespace tendril::solver
