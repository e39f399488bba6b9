// Inertial targets and history terms of a rod's points.
#pragma once

#include "solver/elements/rod_terms.h"

namespace tendril::solver {

template <class E>
void RodTermsOf<E>::setInertialTarget(double historyWeight, double gamma) {
  setTargets(p_.whole(), historyWeight, gamma);
  setTargetsOfHooks(historyWeight);
}

template <class E>
void RodTermsOf<E>::setTargets(ElementRange range, double historyWeight, double gamma) {
  const Element &first = p_.all[range.first], &last = p_.all[range.end - 1];
  for (std::size_t i = first.first; i < last.first + last.count; ++i) {
    const Point &before = p_.kept[0][i], &now = p_.kept[1][i];
    p_.historyTerm[i] = now.place;
    Matrix3d speed = now.speed;
    if (historyWeight > 0) {
      p_.historyTerm[i] += historyWeight * (now.place - before.place);
      speed += historyWeight * (now.speed - before.speed);
    }
    p_.inertialTarget[i] = p_.historyTerm[i] + gamma * speed;
  }
}

template <class E>
void RodTermsOf<E>::setTargetsOfHooks(double historyWeight) {
  for (std::size_t i = 0; i < p_.historyTermOfHooks.size(); ++i) {
    const Vector3d &before = p_.keptHooks[0][i].position, &now = p_.keptHooks[1][i].position;
    p_.historyTermOfHooks[i] = historyWeight > 0 ? Vector3d(now + historyWeight * (now - before)) : now;
  }
}

// How far both inertial targets of a point are apart, seen from the carrier: there, a rod that turns with its
// root stands still, and the formula of points has no error that rotation makes.
inline Matrix3d targetsApart(const Carrier& carrier, const Point& before, const Point& now,
                             double historyWeight, double gamma, const Matrix3d& place, const Matrix3d& speed,
                             const Matrix3d& gain) {
  const Matrix3d is = carrier.place(Carrier::now, now.place),
                 was = carrier.place(Carrier::before, before.place);
  const Matrix3d moves = carrier.speed(Carrier::now, now.place, now.speed),
                 moved = carrier.speed(Carrier::before, before.place, before.speed);
  const Matrix3d target = is + historyWeight * (is - was) + gamma * (moves + historyWeight * (moves - moved));
  return carrier.place(Carrier::end, place) - gamma * gamma * carrier.acceleration(place, speed, gain) -
         target;
}

template <class E>
void RodTermsOf<E>::refineTargets(ElementRange range, double historyWeight, double gamma,
                                  const RodPrediction& to, Vec6d& root) {
  constexpr double kFar =
      E::kTurnsAtStart ? 0.010 : 0.012;  // of the displacement in gamma: there both targets count alike
  for (std::size_t e = range.first; e < range.end; ++e) {
    Element& at = p_.all[e];
    const RateVector<kEnds> gains = Parts::etaOf(to.accelerations, e);
    at.acceleration = E::stateOf(root, gains);
    const Vector3d omega = at.omega(), turningRoot = root.template head<3>();
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const typename E::StationType& station = p_.stations[i];
      const StationMotion& motion = p_.motion(i);
      const Vector3d turning = turningRoot + E::turnedBy(station, gains) + spinBiasOf(motion, omega);
      const Vector3d spin = omega + motion.spin;
      const Matrix3d place = p_.placeOf(at, i), speed = p_.speedOf(at, i, motion.spin, motion.rate);
      Matrix3d gain;
      gain.col(0) = root.template tail<3>() + turningRoot.cross(station.position) +
                    E::shiftedBy(station, gains) + velocityBiasOf(station.position, motion, omega);
      for (int c = 1; c < 3; ++c)
        gain.col(c) = turning.cross(Vector3d(station.axes.col(c))) + spin.cross(Vector3d(speed.col(c)));
      const Matrix3d historyTerm = place - gamma * speed, aim = place - gamma * gamma * gain;
      const Matrix3d apart = to.carrier ? targetsApart(*to.carrier, p_.kept[0][i], p_.kept[1][i],
                                                       historyWeight, gamma, place, speed, gain)
                                        : Matrix3d(aim - p_.inertialTarget[i]);
      for (int c = 0; c < 3; ++c) {
        const double way =
            kFar * kFar * gamma * gamma * speed.col(c).squaredNorm() + 1e-200;  // m2; 1 for directors
        const double square = apart.col(c).squaredNorm() / way;
        const double fourth = square * square, part = 1 / (1 + fourth * fourth);
        p_.historyTerm[i].col(c) += part * (historyTerm.col(c) - p_.historyTerm[i].col(c));
        p_.inertialTarget[i].col(c) += part * (aim.col(c) - p_.inertialTarget[i].col(c));
      }
    }
    root = at.endOf(at.end, root, gains) + at.endBias;
  }
}

template <class E>
Vec6d RodTermsOf<E>::predictedAt(std::size_t i) const {
  const Hook& hook = p_.hooks[i];
  return hook.map.transpose() * p_.all[hook.element].acceleration + hook.bias;
}

}  // namespace tendril::solver
