// A rod's solver: its part of the sweep, a Riccati recursion.
#pragma once

#include "solver/elements/rod_solver_of.h"

namespace tendril::solver {

template <class M>
void RodSolverOf<M>::assembleAccelerations() {
  moment_ = true;
  if (!strained_) updateElastic();
  takeForces();
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    TermSum sum(at);
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Station<kEnds>& station = stations_[i];
      const Matrix3d rotary = rotaryInertia(i);
      const Vector3d turned = at.omega() + station.spin;
      sum.addMass(station, masses_[i][0], rotary);
      sum.addPush(station, masses_[i][0] * velocityBiasOf<kEnds>(station, at.omega()),
                  rotary * spinBiasOf<kEnds>(station, at.omega()) + turned.cross(Vector3d(rotary * turned)));
    }
    sum.finish();
    Eigen::Matrix<double, kOwn, 1> gradient =
        at.elastic.gradient + at.elastic.stiffness * at.eta.template head<kOwn>() * rod_.dampingOf(e);
    if (rod_.goal.damping > 0 && !rod_.goal.weight.empty())
      gradient += at.elastic.goal * goalLag(at.eta, e) * rod_.goal.damping;
    if constexpr (M::kRigid) {
      Vec6d motion = at.motion;
      motion.head<3>() += turnedBy(at.end, at.eta);
      at.push += at.inertia * motion * rod_.massDamping;
      at.gradient = gradient;
    } else {
      const StateVector state = stateOf(at.motion, at.eta);
      at.vector.template head<kSize>() += elementMatrix(e) * state.template head<kSize>() * rod_.massDamping;
      at.vector.template segment<kOwn>(6) += gradient;
    }
  }
  addForces();
}

template <class M>
ElementMatrix RodSolverOf<M>::elementMatrix(std::size_t e) const {
  const Element& at = all_[e];
  if constexpr (M::kRigid) {
    ElementMatrix whole(kSize, kSize);
    const Matrix3d& axes = at.end.axes;
    whole.template topLeftCorner<6, 6>() = at.inertia;
    const Eigen::Matrix<double, 6, 3> coupling = at.couplingOf(axes);
    whole.template topRightCorner<6, 3>() = coupling;
    whole.template bottomLeftCorner<3, 6>() = coupling.transpose();
    whole.template bottomRightCorner<3, 3>() = at.ratesOf(axes);
    return whole;
  } else {
    const ElementMatrix whole = at.matrix.template topRows<kSize>();
    return whole.template selfadjointView<Eigen::Lower>();
  }
}

template <class M>
ElementVector RodSolverOf<M>::elementVector(std::size_t e) const {
  const Element& at = all_[e];
  if constexpr (M::kRigid) {
    ElementVector whole(kSize);
    whole << at.push, at.rateVector(at.end.axes);
    return whole;
  } else {
    return at.vector.template head<kSize>();
  }
}

// Adds a matrix or a load at a hook to the hook's element.
template <class M>
void RodSolverOf<M>::addShifted(const Hook& hook, const Mat6d& by) {
  Element& at = all_[hook.element];
  if constexpr (M::kRigid) {
    at.addShifted(Vector3d(hook.world.position - at.world.position), by);
  } else {
    const MotionMap pushed = hook.map * by;
    at.matrix += pushed.lazyProduct(hook.map.template topRows<kSize>().transpose());
  }
}

template <class M>
void RodSolverOf<M>::addLoad(const Hook& hook, const Vec6d& by) {
  Element& at = all_[hook.element];
  if constexpr (M::kRigid)
    at.addShifted(Vector3d(hook.world.position - at.world.position), by);
  else
    at.vector += hook.map * by;
}

// Point forces, target springs and constraints; attached rods use addInertiaAt().
template <class M>
void RodSolverOf<M>::addForces() {
  for (std::size_t i = forces_; i < hooks_.size(); ++i) addLoad(hooks_[i], -hooks_[i].load);
}

template <class M>
void RodSolverOf<M>::addInertiaAt(std::size_t i, const Mat6d& inertia, const Vec6d& bias) {
  const Hook& hook = hooks_[i];
  addShifted(hook, inertia);
  addLoad(hook, moment_ ? Vec6d(bias + inertia * hook.bias) : bias);
}

// Adds to element e the Schur complement of the element after it.
template <class M>
void RodSolverOf<M>::pushBack(std::size_t e, const Eigen::Matrix<double, kRows, kKept>& left) {
  Element& at = all_[e];
  const Mat6d corner = cornerOf(left);
  const MotionMap pushed = at.endMap.lazyProduct(corner);
  at.matrix += pushed.lazyProduct(at.endMap.template topRows<kSize>().transpose());
  if (moment_) at.vector += pushed * at.endBias;
  if constexpr (kEnds == 2) {  // both elements share the coordinates between them
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

// Removes the coordinate at that row from the unknowns.
template <class M>
void RodSolverOf<M>::lock(std::size_t e, int row) {
  Element& at = all_[e];
  at.matrix.template block<3, kSize>(row, 0).setZero();
  at.matrix.template block<kSize, 3>(0, row).setZero();
  at.matrix.template block<3, 3>(row, row).setIdentity();
  at.vector.template segment<3>(row).setZero();
}

template <class M>
bool RodSolverOf<M>::eliminate(double least) {
  if constexpr (M::kRigid)
    return eliminateRigid(least);
  else
    return eliminateCurved(least);
}

template <class M>
bool RodSolverOf<M>::eliminateRigid(double least) {
  Mat6d left = Mat6d::Zero();
  Vec6d push = Vec6d::Zero();
  for (std::size_t e = all_.size(); e-- > 0;) {
    Element& at = all_[e];
    if (e + 1 < all_.size() && isCut(e + 1)) {
      if (!factorCut(e + 1, left)) return false;
      pieceFrom(e + 1).bias = push;
      at.addShifted(at.end.position, left);
    } else if (e + 1 < all_.size()) {
      at.addShifted(at.end.position, left);
      at.addShifted(at.end.position, moment_ ? Vec6d(push + left * at.endBias) : push);
    }
    Matrix3d rates = at.ratesOf(at.end.axes);
    Eigen::Matrix<double, 6, 3> coupling = at.couplingOf(at.end.axes);
    Vector3d vector = at.rateVector(at.end.axes);
    if (isLocked(e)) {
      rates.setIdentity();
      coupling.setZero();
      vector.setZero();
    }
    if (!at.elimination.factor(at.inertia, rates, coupling, left, least)) return false;
    at.elimination.solve(at.push, vector, push);
  }
  rootInertia_ = left;
  rootBias_ = push;
  return true;
}

template <class M>
bool RodSolverOf<M>::eliminateCurved(double least) {
  Eigen::Matrix<double, kRows, kKept> left = Eigen::Matrix<double, kRows, kKept>::Zero();
  for (std::size_t e = all_.size(); e-- > 0;) {
    if (e + 1 < all_.size() && isCut(e + 1)) {
      CutMatrix share = left.template topRows<kKept>();
      share.template triangularView<Eigen::StrictlyUpper>() = share.transpose();
      if (!factorCut(e + 1, share)) return false;
      left.template topRows<kKept>() = share;
      pushBack(e, left);
    } else if (e + 1 < all_.size()) {
      pushBack(e, left);
    }
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
    if (e + 1 < all_.size() && isCut(e + 1))
      pieceFrom(e + 1).bias = left.template head<kKept>();
    else if (e + 1 < all_.size())
      pushBack(e, left);
    // again: pushBack() has added to the vector
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
auto RodSolverOf<M>::pieceFrom(std::size_t element) -> Piece& {
  return *std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return p.first == element; });
}

// Splits the matrix of everything beyond a cut. Both sides move alike there, so any split is exact. The side
// before the cut keeps nearly all: loads beyond reduce its pivots. The far side gets just enough to be solved
// by itself. The matrix may be indefinite (a column under load); then the far side's share is made positive.
template <class M>
bool RodSolverOf<M>::factorCut(std::size_t element, CutMatrix& left) {
  constexpr double kStays = 1e-2, kLeast = 1e-3;  // of the matrix; of its diagonal
  Piece& piece = pieceFrom(element);
  piece.inertia.compute(kStays * left);
  if (piece.inertia.info() == Eigen::Success) {
    left *= 1 - kStays;
    return true;
  }
  const double most = left.diagonal().cwiseAbs().maxCoeff();
  if (!(most > 0 && std::isfinite(most))) return false;
  const Eigen::Matrix<double, kKept, 1> size = left.diagonal().cwiseAbs().cwiseMax(1e-12 * most).cwiseSqrt();
  const CutMatrix scaled = size.cwiseInverse().asDiagonal() * left * size.cwiseInverse().asDiagonal();
  const Eigen::SelfAdjointEigenSolver<CutMatrix> found(scaled);
  if (found.info() != Eigen::Success) return false;
  const Eigen::Matrix<double, kKept, 1> stays = kStays * found.eigenvalues().cwiseAbs().cwiseMax(kLeast);
  const CutMatrix axes = size.asDiagonal() * found.eigenvectors(),
                  own = axes * stays.asDiagonal() * axes.transpose();
  piece.inertia.compute(own);
  left -= own;
  return piece.inertia.info() == Eigen::Success;
}

template <class M>
void RodSolverOf<M>::substitute(const Vec6d& rootAcceleration) {
  StateVector kept = StateVector::Zero();
  kept.template head<6>() = rootAcceleration;
  if constexpr (kEnds == 2) {
    accelerations_[0] = root_.last(kept);
    kept.template segment<3>(6) = accelerations_[0];
  }
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    if (isCut(e)) kept.template head<kKept>() = -pieceFrom(e).offset;
    Vector3d found;
    if constexpr (M::kRigid)
      found = at.elimination.last(kept.template head<6>());
    else
      found = at.elimination.last(kept);
    at.acceleration = kept;
    at.acceleration.template segment<3>(kKept) = found;
    accelerations_[kEnds == 2 ? e + 1 : e] = found;
    RateVector<kEnds> rates = RateVector<kEnds>::Zero();
    rates.template head<kOwn>() = at.acceleration.template segment<kOwn>(6);
    kept.template head<6>() = endOf(at, at.acceleration.template head<6>(), rates);
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
    RateVector<kEnds> eta = RateVector<kEnds>::Zero();
    eta.template head<kOwn>() = at.acceleration.template segment<kOwn>(6);
    Vector3d spin = at.acceleration.template head<3>(), velocity = at.acceleration.template segment<3>(3);
    velocity += spin.cross(station.position) + shiftedBy(station, eta);
    spin += turnedBy(station, eta);
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

}  // namespace tendril::solver
