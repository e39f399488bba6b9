// Loads on a rod's points, directors and hooks, and their resultants along the rod.
#pragma once

#include "solver/elements/rod_terms.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

template <class E>
void RodTermsOf<E>::sampleWind(const Wind& wind, double time) {
  if (beginWind(wind)) sampleWind(p_.whole(), wind, time);
}

// False: there is no air.
template <class E>
bool RodTermsOf<E>::beginWind(const Wind& wind) {
  p_.drag.resize(p_.rod.drag.empty() ? 0 : p_.stations.size());
  p_.drives = wind.blows();
  return !p_.drag.empty();
}

// Wind is sampled at the knots and is linear between; eddies smaller than an element are not resolved.
template <class E>
void RodTermsOf<E>::sampleWind(ElementRange range, const Wind& wind, double time) {
  const bool blows = wind.blows();
  const auto windAt = [&](const Vector3d& place) {
    return blows ? wind.at(place, time) : Vector3d(Vector3d::Zero());
  };
  Vector3d before = windAt(p_.all[range.first].world.position);
  for (std::size_t e = range.first; e < range.end; ++e) {
    const Element& at = p_.all[e];
    const Vector3d after = windAt(at.world.position + at.end.position);
    const Drag &a = p_.rod.drag[e], &b = p_.rod.drag[e + 1];
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const double u = p_.stations[i].arc / at.end.arc, length = p_.stations[i].weight;
      const double left = (1 - u) * length, right = u * length;
      Drag drag;
      drag.linear = left * a.linear + right * b.linear;
      drag.square = left * a.square + right * b.square;
      drag.load = left * a.load + right * b.load;
      drag.grip = left * a.grip + right * b.grip;
      // each knot drags towards its own target velocity
      if (drag.grip > 0) drag.target = (left * a.grip * a.target + right * b.grip * b.target) / drag.grip;
      p_.drives = p_.drives || drag.grip > 0;
      p_.drag[i] = DragAt(drag, p_.stations[i].axes, (1 - u) * before + u * after);
    }
    before = after;
  }
}

// Drag at the point's mean velocity over the step. Equilibria take the load alone (settle() in statics.h).
template <class E>
Vector3d RodTermsOf<E>::airForce(std::size_t i, const Vector3d& place, const StepTerms& how) const {
  if (how.gamma == 0) return p_.drag[i].drag.load;
  return p_.drag[i].drag.load + p_.drag[i].force((place - p_.historyTerm[i].col(0)) / how.gamma);
}

// Loads on the point (column 0) and on its directors: gravity, inertia, mass damping, drag.
template <class E>
Matrix3d RodTermsOf<E>::loadAt(const Element& at, std::size_t i, const StepTerms& how) const {
  Matrix3d load = Matrix3d::Zero();
  if (how.gamma > 0) {
    const Matrix3d place = p_.placeOf(at, i);
    const double back = 1 / (how.gamma * how.gamma), damped = p_.rod.massDamping / how.gamma;
    load = (back * (p_.inertialTarget[i] - place) + damped * (p_.historyTerm[i] - place)) *
           p_.masses[i].asDiagonal();
  }
  load.col(0) += p_.masses[i][0] * p_.rod.weight * how.gravity;
  if (!p_.drag.empty()) load.col(0) += airForce(i, at.world.position + p_.stations[i].position, how);
  return load;
}

template <class E>
void RodTermsOf<E>::takeForces() {
  for (std::size_t i = p_.forces; i < p_.targetSprings; ++i)
    p_.hooks[i].load << Vector3d::Zero(), p_.rod.forces[i - p_.forces].force;
  for (std::size_t i = p_.targetSprings; i < p_.grips; ++i) {
    const TargetSpring& pull = p_.rod.targetSprings[i - p_.targetSprings];
    const Frame<double>& at = p_.hooks[i].world;
    const Vector3d turn = turnBetween(pull.target.axes, at.axes);
    Vector3d moment = turn;
    if (!pull.turnAxis.isZero(0))
      moment = turnRateInverse(turn).transpose() * pull.turnAxis * pull.turnAxis.dot(turn);
    p_.hooks[i].load << -pull.turnStiffness * moment, pull.stiffness * (pull.target.position - at.position);
  }
}

template <class E>
void RodTermsOf<E>::addSpringDamping(const StepTerms& how) {
  if (how.gamma == 0) return;
  for (std::size_t i = p_.targetSprings; i < p_.grips; ++i) {
    const TargetSpring& pull = p_.rod.targetSprings[i - p_.targetSprings];
    if (pull.damping == 0) continue;
    const Vector3d velocity = (p_.hooks[i].world.position - p_.historyTermOfHooks[i - p_.forces]) / how.gamma;
    p_.hooks[i].load.template tail<3>() -= pull.damping * (velocity - pull.velocity);
  }
}

template <class E>
void RodTermsOf<E>::computeLoads(const StepTerms& how) {
  how_ = how;
  takeForces();
  addSpringDamping(how);
  wrench_.setZero();
  Scratch& scratch = Scratch::here();
  for (std::size_t e = p_.all.size(); e-- > 0;) spreadNewton(e, scratch);
  rootWrench_ = -wrench_;
}

// Loads of an element and their resultants, after those beyond it.
template <class E>
void RodTermsOf<E>::spreadNewton(std::size_t e, Scratch& scratch) {
  wrench_ =
      spread(e, wrench_, scratch, [&](const Element& at, std::size_t i, Vector3d& force, Vector3d& couple) {
        Matrix3d& load = scratch.load[i - at.first];
        load = loadAt(at, i, how_);
        force = load.col(0);
        couple =
            p_.stations[i].axes.col(1).cross(load.col(1)) + p_.stations[i].axes.col(2).cross(load.col(2));
      });
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
  if (scratch.load.size() < at.count) {
    scratch.load.resize(at.count);
    scratch.beyond.resize(at.count);
  }
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
      scratch.beyond[first + k - at.first] = {rest, about - p_.stations[first + k].position.cross(rest)};
    }
    force += all.template head<3>().matrix();
    moment += all.template segment<3>(4).matrix();
  }
  if (at.firstHook < at.lastHook) addHookLoads(at, -1, force, moment);
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
  for (std::size_t e = p_.all.size(); e-- > 0;) {
    const Element& at = p_.all[e];
    ElementTerms sum;
    sum.begin();
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Matrix3d load = loadAt(at, i, how_);
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
