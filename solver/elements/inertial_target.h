// A rod's solver: inertial targets and history terms of its points.
#pragma once

#include "solver/elements/rod_solver_of.h"

namespace tendril::solver {

template <class M>
void RodSolverOf<M>::setInertialTarget(double historyWeight, double gamma) {
  for (std::size_t i = 0; i < historyTerm_.size(); ++i) {
    const Point &before = kept_[0][i], &now = kept_[1][i];
    historyTerm_[i] = now.place;
    Matrix3d speed = now.speed;
    if (historyWeight > 0) {
      historyTerm_[i] += historyWeight * (now.place - before.place);
      speed += historyWeight * (now.speed - before.speed);
    }
    inertialTarget_[i] = historyTerm_[i] + gamma * speed;
  }
  for (std::size_t i = 0; i < historyTermOfHooks_.size(); ++i) {
    const Vector3d &before = keptHooks_[0][i].position, &now = keptHooks_[1][i].position;
    historyTermOfHooks_[i] = historyWeight > 0 ? Vector3d(now + historyWeight * (now - before)) : now;
  }
}

template <class M>
void RodSolverOf<M>::refineInertialTarget(double gamma, const Vec6d& rootAcceleration,
                                          const Vectors& accelerations) {
  constexpr double kFar =
      M::kRigid ? 0.010 : 0.012;  // of the displacement in gamma: there both targets count alike
  Vec6d root = rootAcceleration;
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    const RateVector<kEnds> gains = etaOf(accelerations, e);
    at.acceleration = stateOf(root, gains);
    const Vector3d omega = at.omega(), turningRoot = root.template head<3>();
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Station<kEnds>& station = stations_[i];
      const Vector3d turning = turningRoot + turnedBy(station, gains) + spinBiasOf<kEnds>(station, omega);
      const Vector3d spin = omega + station.spin;
      const Matrix3d place = placeOf(at, i), speed = speedOf(at, i);
      Matrix3d gain;
      gain.col(0) = root.template tail<3>() + turningRoot.cross(station.position) +
                    shiftedBy(station, gains) + velocityBiasOf<kEnds>(station, omega);
      for (int c = 1; c < 3; ++c)
        gain.col(c) = turning.cross(Vector3d(station.axes.col(c))) + spin.cross(Vector3d(speed.col(c)));
      const Matrix3d historyTerm = place - gamma * speed, aim = place - gamma * gamma * gain;
      for (int c = 0; c < 3; ++c) {
        const double way =
            kFar * kFar * gamma * gamma * speed.col(c).squaredNorm() + 1e-200;  // m2; 1 for directors
        const double square = (aim.col(c) - inertialTarget_[i].col(c)).squaredNorm() / way;
        const double fourth = square * square, part = 1 / (1 + fourth * fourth);
        historyTerm_[i].col(c) += part * (historyTerm.col(c) - historyTerm_[i].col(c));
        inertialTarget_[i].col(c) += part * (aim.col(c) - inertialTarget_[i].col(c));
      }
    }
    root = endOf(at, root, gains) + at.endBias;
  }
}

template <class M>
Vec6d RodSolverOf<M>::predictedAt(std::size_t i) const {
  return hooks_[i].map.transpose() * all_[hooks_[i].element].acceleration + hooks_[i].bias;
}

}  // namespace tendril::solver
