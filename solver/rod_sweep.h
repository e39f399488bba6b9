// A rod's solver: its part of the sweep.
#pragma once

#include "solver/rod_solver_of.h"

namespace tendril {

template <class M>
void RodSolverOf<M>::loadMoment() {
  moment_ = true;
  if (!strained_) strain();
  takeForces();
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    MatrixSum<kEnds> matrix;
    VectorSum<kEnds> vector;
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Station<kEnds>& station = stations_[i];
      const Matrix3d rotary = rotaryInertia(i);
      const Vector3d turned = at.omega() + station.spin;
      matrix.add(station, masses_[i][0], rotary);
      vector.add(station, masses_[i][0] * velocityBiasOf<kEnds>(station, at.omega()),
                 rotary * spinBiasOf<kEnds>(station, at.omega()) + turned.cross(Vector3d(rotary * turned)));
    }
    matrix.into(at.matrix);
    vector.into(at.vector);
    const StateVector state = stateOf(at.motion, at.eta);
    at.vector.template head<kSize>() += elementMatrix(e) * state.template head<kSize>() * rod_.massDamping;
    at.vector.template segment<kOwn>(6) +=
        at.elastic.gradient + at.elastic.stiffness * at.eta.template head<kOwn>() * rod_.dampingOf(e);
    if (rod_.goal.damping > 0)
      at.vector.template segment<kOwn>(6) += at.elastic.goal * goalLag(at.eta, e) * rod_.goal.damping;
  }
  addForces();
}

// Of forces at points; what hangs here adds its own.
template <class M>
void RodSolverOf<M>::addForces() {
  for (std::size_t i = forces_; i < hooks_.size(); ++i)
    all_[hooks_[i].element].vector -= hooks_[i].map * hooks_[i].load;
}

template <class M>
void RodSolverOf<M>::hang(std::size_t i, const Mat6d& inertia, const Vec6d& bias) {
  const Hook& hook = hooks_[i];
  Element& at = all_[hook.element];
  const MotionMap pushed = hook.map * inertia;
  at.matrix += pushed.lazyProduct(hook.map.template topRows<kSize>().transpose());
  at.vector += hook.map * bias;
  if (moment_) at.vector += pushed * hook.bias;
}

// To element e, what is left of the one after it.
template <class M>
void RodSolverOf<M>::pushBack(std::size_t e, const Eigen::Matrix<double, kRows, kKept>& left) {
  Element& at = all_[e];
  const Mat6d corner = cornerOf(left);
  const MotionMap pushed = at.endMap.lazyProduct(corner);
  at.matrix += pushed.lazyProduct(at.endMap.template topRows<kSize>().transpose());
  if (moment_) at.vector += pushed * at.endBias;
  if constexpr (kEnds == 2) {  // both elements know the coordinates between them
    const Eigen::Matrix<double, 3, 6> coupling = left.template block<3, 6>(6, 0);
    const Eigen::Matrix<double, kRows, 3> columns = at.endMap.lazyProduct(coupling.transpose());
    at.matrix.template block<3, kSize>(9, 0) += columns.template topRows<kSize>().transpose();
    at.matrix.template block<kSize, 3>(0, 9) += columns.template topRows<kSize>();
    at.matrix.template block<3, 3>(9, 9) += left.template block<3, 3>(6, 6);
    if (moment_) at.vector.template segment<3>(9) += coupling * at.endBias;
  }
}

template <class M>
void RodSolverOf<M>::pushBack(std::size_t e, const StateVector& left) {
  Element& at = all_[e];
  at.vector += at.endMap * left.template head<6>();
  if constexpr (kEnds == 2) at.vector.template segment<3>(9) += left.template segment<3>(6);
}

// The coordinate in that row is no unknown.
template <class M>
void RodSolverOf<M>::lock(std::size_t e, int row) {
  Element& at = all_[e];
  at.matrix.template block<3, kSize>(row, 0).setZero();
  at.matrix.template block<kSize, 3>(0, row).setZero();
  at.matrix.template block<3, 3>(row, row).setIdentity();
  at.vector.template segment<3>(row).setZero();
}

template <class M>
bool RodSolverOf<M>::backward(double least) {
  Eigen::Matrix<double, kRows, kKept> left = Eigen::Matrix<double, kRows, kKept>::Zero();
  for (std::size_t e = all_.size(); e-- > 0;) {
    if (e + 1 < all_.size()) pushBack(e, left);
    if (isLocked(kEnds == 2 ? e + 1 : e)) lock(e, kKept);
    if (kEnds == 2 && e == 0 && isLocked(0)) lock(0, 6);
    if (!all_[e].elimination.factor(all_[e].matrix, left, least)) return false;
  }
  if constexpr (kEnds == 2) {
    Elimination<6>::Left last;
    if (!root_.factor(left, last, least)) return false;
    rootInertia_ = cornerOf(last);
  } else {
    rootInertia_ = cornerOf(left);
  }
  solveVectors();
  return true;
}

template <class M>
void RodSolverOf<M>::solveVectors() {
  StateVector left = StateVector::Zero();
  for (std::size_t e = all_.size(); e-- > 0;) {
    if (e + 1 < all_.size()) pushBack(e, left);
    // what was pushed
    if (isLocked(kEnds == 2 ? e + 1 : e)) all_[e].vector.template segment<3>(kKept).setZero();
    if (kEnds == 2 && e == 0 && isLocked(0)) all_[0].vector.template segment<3>(6).setZero();
    all_[e].elimination.solve(all_[e].vector, left);
  }
  if constexpr (kEnds == 2) {
    StateVector last = StateVector::Zero();
    root_.solve(left, last);
    left = last;
  }
  rootBias_ = left.template head<6>();
}

template <class M>
void RodSolverOf<M>::forward(const Vec6d& rootAcceleration) {
  StateVector kept = StateVector::Zero();
  kept.template head<6>() = rootAcceleration;
  if constexpr (kEnds == 2) {
    accelerations_[0] = root_.last(kept);
    kept.template segment<3>(6) = accelerations_[0];
  }
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    const Vector3d found = at.elimination.last(kept);
    at.acceleration = kept;
    at.acceleration.template segment<3>(kKept) = found;
    accelerations_[kEnds == 2 ? e + 1 : e] = found;
    kept.template head<6>() = at.endMap.transpose() * at.acceleration;
    if (moment_) kept.template head<6>() += at.endBias;
    if constexpr (kEnds == 2) kept.template segment<3>(6) = found;
  }
}

template <class M>
Vec6d RodSolverOf<M>::accelerationAt(std::size_t i) const {
  const Hook& hook = hooks_[i];
  Vec6d found = hook.map.transpose() * all_[hook.element].acceleration;
  if (moment_) found += hook.bias;
  return found;
}

template <class M>
void RodSolverOf<M>::findLoads() {
  spreadAll([&](const Element& at, std::size_t i, Vector3d& force, Vector3d& couple) {
    const Station<kEnds>& station = stations_[i];
    const auto eta = at.acceleration.template segment<kOwn>(6);
    Vector3d spin = at.acceleration.template head<3>(), velocity = at.acceleration.template segment<3>(3);
    velocity += spin.cross(station.position) + station.shift.template topRows<kOwn>().transpose() * eta;
    spin += station.turn.template topRows<kOwn>().transpose() * eta;
    if (moment_) {
      velocity += velocityBiasOf<kEnds>(station, at.omega());
      spin += spinBiasOf<kEnds>(station, at.omega());
    }
    const Matrix3d rotary = rotaryInertia(i);
    const Vector3d turned = at.omega() + station.spin;
    force = -masses_[i][0] * velocity;
    couple = -rotary * spin - turned.cross(Vector3d(rotary * turned));
  });
}

}  // namespace tendril
