// A rod's solver: element matrices and gradients for Newton's method, from inertia to geometric stiffness.
#pragma once

#include "solver/elements/rod_solver_of.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

// Sums an element's terms over its stations.
template <class M>
class RodSolverOf<M>::TermSum {
 public:
  explicit TermSum(Element& at) : at_(at) {
    if constexpr (M::kRigid) at.setZero();
  }
  void addPush(const Station<kEnds>& station, const Vector3d& force, const Vector3d& couple) {
    if constexpr (M::kRigid)
      at_.addPush(station.position, force, couple);
    else
      vector_.add(station, force, couple);
  }
  template <class... Bend>
  void addMass(const Station<kEnds>& station, double mass, const Matrix3d& turning, const Bend&... bend) {
    if constexpr (M::kRigid)
      at_.addMass(station.position, mass, turning);
    else
      matrix_.add(station, mass, turning, bend...);
  }
  void finish() {
    if constexpr (!M::kRigid) {
      matrix_.into(at_.matrix);
      vector_.into(at_.vector);
    }
  }

 private:
  Element& at_;
  struct None {};
  std::conditional_t<M::kRigid, None, MatrixSum<kEnds>> matrix_;
  std::conditional_t<M::kRigid, None, VectorSum<kEnds>> vector_;
};

template <class M>
void RodSolverOf<M>::assembleNewton(const StepTerms& how, const Vectors& rates) {
  moment_ = false;
  if (!strained_) updateElastic();
  const double back = how.gamma > 0 ? (1 / how.gamma + rod_.massDamping) / how.gamma : 0;
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    TermSum sum(at);
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Station<kEnds>& station = stations_[i];
      const Vector3d t = station.axes.col(0), n1 = station.axes.col(1), n2 = station.axes.col(2);
      const Matrix3d& load = load_[i];
      const Beyond& beyond = beyond_[i];
      sum.addPush(station, -load.col(0), -n1.cross(load.col(1)) - n2.cross(load.col(2)));
      const double pull = beyond.force.dot(t), weight = station.weight;
      Matrix3d turning = rotaryInertia(i) * back;
      if (!how.fullHessian) {
        if (pull > 0) {
          turning -= t * (weight * pull * t).transpose();
          turning.diagonal().array() += weight * pull;
        }
        sum.addMass(station, masses_[i][0] * back, turning);
        continue;
      }
      const Matrix3d mixed = (-0.5 * weight * t) * beyond.force.transpose() -
                             (0.5 * n1) * load.col(1).transpose() - (0.5 * n2) * load.col(2).transpose();
      turning += mixed + mixed.transpose();
      turning.diagonal().array() += weight * pull + n1.dot(load.col(1)) + n2.dot(load.col(2));
      if constexpr (M::kRigid)
        sum.addMass(station, masses_[i][0] * back, turning);
      else
        sum.addMass(station, masses_[i][0] * back, turning,
                    M::bend(rod_, e, station) * crossOf(-0.5 * weight * beyond.moment));
    }
    sum.finish();
    const double damping = rod_.dampingOf(e);
    typename Elastic<kEnds>::Matrix own =
        at.elastic.stiffness * (how.gamma > 0 ? 1 + damping / how.gamma : 1);
    if (how.fullHessian) own += at.elastic.beyond;
    Eigen::Matrix<double, kOwn, 1> gradient = at.elastic.gradient;
    if (how.gamma > 0 && damping > 0)
      gradient += at.elastic.stiffness * etaOf(rates, e).template head<kOwn>() * damping;
    if (!rod_.goal.weight.empty()) {
      own += at.elastic.goal * (how.gamma > 0 ? 1 + rod_.goal.damping / how.gamma : 1);
      if (how.gamma > 0 && rod_.goal.damping > 0)
        gradient += at.elastic.goal * goalLag(etaOf(rates, e), e) * rod_.goal.damping;
    }
    if constexpr (M::kRigid) {
      at.own = own;
      at.gradient = gradient;
      // all bending is at the joint: -m . (d(theta) x Q d(phi))
      if (how.fullHessian) at.mixed = -0.5 * at.end.axes.transpose() * crossOf(at.momentAtStart);
    } else {
      at.matrix.template block<kOwn, kOwn>(6, 6) += own;
      at.vector.template segment<kOwn>(6) += gradient;
    }
  }
  addDrag(how);
  if (how.fullHessian) addLevers();
  addTargetSprings(how);
  addForces();
}

template <class M>
void RodSolverOf<M>::assembleRates(const StepTerms& how) {
  moment_ = false;
  const double back = 1 / (how.gamma * how.gamma);
  constexpr double kStiff = 0.1;  // of the stiffness matrix: enough where the mass is next to nothing
  for (Element& at : all_) {
    TermSum sum(at);
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Matrix3d speed = (placeOf(at, i) - historyTerm_[i]) / how.gamma - speedOf(at, i);
      const Matrix3d lacks = speed * (-back * masses_[i]).asDiagonal();
      const Station<kEnds>& station = stations_[i];
      sum.addMass(station, masses_[i][0] * back, rotaryInertia(i) * back);
      sum.addPush(station, lacks.col(0),
                  station.axes.col(1).cross(lacks.col(1)) + station.axes.col(2).cross(lacks.col(2)));
    }
    sum.finish();
    if constexpr (M::kRigid)
      at.own = kStiff * at.elastic.stiffness;
    else
      at.matrix.template block<kOwn, kOwn>(6, 6) += kStiff * at.elastic.stiffness;
  }
}

// A load beside the centreline has a lever that turns with the rod.
template <class M>
void RodSolverOf<M>::addLevers() {
  for (const Hook& hook : hooks_) {
    if (hook.offset.isZero(0)) continue;
    const Vector3d pull = hook.load.template tail<3>();
    const Matrix3d mixed = -0.5 * hook.offset * pull.transpose();
    Matrix3d lever = mixed + mixed.transpose();
    lever.diagonal().array() += hook.offset.dot(pull);
    Mat6d turning = Mat6d::Zero();
    turning.topLeftCorner<3, 3>() = lever;
    addShifted(hook, turning);
  }
}

// Second derivatives of target springs. The moment of a turn theta is c theta; its derivative by the spin is
// c J^-1 (solver/kinematics/rotation_vector.h), of which the symmetric part counts. It is positive up to half
// a turn.
template <class M>
void RodSolverOf<M>::addTargetSprings(const StepTerms& how) {
  for (std::size_t i = targetSprings_; i < grips_; ++i) {
    const TargetSpring& pull = rod_.targetSprings[i - targetSprings_];
    const Vector3d turn = turnBetween(pull.target.axes, hooks_[i].world.axes);
    const Matrix3d rate = turnRateInverse(turn);
    Mat6d stiffness = Mat6d::Zero();
    if (pull.turnAxis.isZero(0)) {
      stiffness.topLeftCorner<3, 3>() = 0.5 * pull.turnStiffness * (rate + rate.transpose());
    } else {  // approximate: the omitted term is small with the turn
      const Vector3d answer = rate.transpose() * pull.turnAxis;
      stiffness.topLeftCorner<3, 3>() = pull.turnStiffness * answer * answer.transpose();
    }
    stiffness.bottomRightCorner<3, 3>().diagonal().setConstant(
        pull.stiffness + (how.gamma > 0 ? pull.damping / how.gamma : 0));
    addShifted(hooks_[i], stiffness);
  }
}

}  // namespace tendril::solver
