// A rod's solver: loads on its points, directors and hooks, and their resultants along the rod.
#pragma once

#include "solver/elements/rod_solver_of.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

// Loads on the point (column 0) and on its directors: gravity, inertia, mass damping, drag.
template <class M>
Matrix3d RodSolverOf<M>::loadAt(const Element& at, std::size_t i, const StepTerms& how) const {
  Matrix3d load = Matrix3d::Zero();
  if (how.gamma > 0) {
    const Matrix3d place = placeOf(at, i);
    const double back = 1 / (how.gamma * how.gamma), damped = rod_.massDamping / how.gamma;
    load =
        (back * (inertialTarget_[i] - place) + damped * (historyTerm_[i] - place)) * masses_[i].asDiagonal();
  }
  load.col(0) += masses_[i][0] * rod_.weight * how.gravity;
  if (!drag_.empty()) load.col(0) += airForce(i, at.world.position + stations_[i].position, how);
  return load;
}

template <class M>
void RodSolverOf<M>::takeForces() {
  for (std::size_t i = forces_; i < targetSprings_; ++i)
    hooks_[i].load << Vector3d::Zero(), rod_.forces[i - forces_].force;
  for (std::size_t i = targetSprings_; i < grips_; ++i) {
    const TargetSpring& pull = rod_.targetSprings[i - targetSprings_];
    const Frame<double>& at = hooks_[i].world;
    const Vector3d turn = turnBetween(pull.target.axes, at.axes);
    Vector3d moment = turn;
    if (!pull.turnAxis.isZero(0))
      moment = turnRateInverse(turn).transpose() * pull.turnAxis * pull.turnAxis.dot(turn);
    hooks_[i].load << -pull.turnStiffness * moment, pull.stiffness * (pull.target.position - at.position);
  }
}

template <class M>
void RodSolverOf<M>::addSpringDamping(const StepTerms& how) {
  if (how.gamma == 0) return;
  for (std::size_t i = targetSprings_; i < grips_; ++i) {
    const TargetSpring& pull = rod_.targetSprings[i - targetSprings_];
    if (pull.damping == 0) continue;
    const Vector3d velocity = (hooks_[i].world.position - historyTermOfHooks_[i - forces_]) / how.gamma;
    hooks_[i].load.template tail<3>() -= pull.damping * (velocity - pull.velocity);
  }
}

template <class M>
void RodSolverOf<M>::computeLoads(const StepTerms& how) {
  takeForces();
  addSpringDamping(how);
  spreadAll([&](const Element& at, std::size_t i, Vector3d& force, Vector3d& couple) {
    load_[i] = loadAt(at, i, how);
    force = load_[i].col(0);
    couple =
        stations_[i].axes.col(1).cross(load_[i].col(1)) + stations_[i].axes.col(2).cross(load_[i].col(2));
  });
}

// Resultants beyond each station, from loads(element, i, force, couple) on the stations.
template <class M>
template <class F>
void RodSolverOf<M>::spreadAll(const F& loads) {
  Vec6d wrench = Vec6d::Zero();  // of all loads beyond, about the element's end
  for (std::size_t e = all_.size(); e-- > 0;) wrench = spread(e, wrench, loads);
  rootWrench_ = -wrench;
}

template <class M>
template <class F>
Vec6d RodSolverOf<M>::spread(std::size_t e, const Vec6d& beyond, const F& loads) {
  using Load = Eigen::Array<double, 8, 1>;  // force, couple about the element's start; padded
  constexpr auto& gauss = kGauss<M::kPoints>;
  Element& at = all_[e];
  Vector3d force = beyond.template tail<3>();
  Vector3d moment = beyond.template head<3>() + at.end.position.cross(force);  // about the start
  std::array<Load, kPoints> load;
  for (std::size_t first = at.first + at.count; first > at.first;) {
    first -= kPoints;
    Load all = Load::Zero();
    for (std::size_t k = 0; k < kPoints; ++k) {
      Vector3d own, couple;
      loads(at, first + k, own, couple);
      couple += stations_[first + k].position.cross(own);
      load[k] << own, 0, couple, 0;
      all += load[k];
      load[k] *= 1 / gauss.weight[k];
    }
    for (std::size_t k = 0; k < kPoints; ++k) {
      Load past = all;
      for (std::size_t j = 0; j < kPoints; ++j) past -= load[j] * gauss.upTo[k][j];
      Vector3d rest = force + past.template head<3>().matrix(),
               about = moment + past.template segment<3>(4).matrix();
      if (at.firstHook < at.lastHook) addHookLoads(at, stations_[first + k].arc, rest, about);
      beyond_[first + k] = {rest, about - stations_[first + k].position.cross(rest)};
    }
    force += all.template head<3>().matrix();
    moment += all.template segment<3>(4).matrix();
  }
  if (at.firstHook < at.lastHook) addHookLoads(at, -1, force, moment);
  at.momentAtStart = moment;
  Vec6d wrench;
  wrench << moment, force;
  return wrench;
}

// Adds the loads of hooks at arc lengths of `from` or more, about the element's start.
template <class M>
void RodSolverOf<M>::addHookLoads(const Element& at, double from, Vector3d& force, Vector3d& moment) const {
  for (std::size_t o = at.firstHook; o < at.lastHook; ++o) {
    const Hook& hook = hooks_[order_[o]];
    if (hook.arc < from) continue;
    const Vector3d pull = hook.load.template tail<3>();
    force += pull;
    moment += hook.load.template head<3>() + (hook.world.position - at.world.position).cross(pull);
  }
}

template <class M>
void RodSolverOf<M>::findLoadGradient(Vectors& to) const {
  to.assign(rod_.coordinates(), Vector3d::Zero());
  Vec6d beyond = Vec6d::Zero();
  for (std::size_t e = all_.size(); e-- > 0;) {
    const Element& at = all_[e];
    if constexpr (M::kRigid) {
      LinkTerms sum;
      sum.setZero();
      for (std::size_t i = at.first; i < at.first + at.count; ++i) {
        const Matrix3d &load = load_[i], &axes = stations_[i].axes;
        sum.addPush(stations_[i].position, -load.col(0),
                    -axes.col(1).cross(load.col(1)) - axes.col(2).cross(load.col(2)));
      }
      sum.addShifted(at.end.position, beyond);
      for (std::size_t o = at.firstHook; o < at.lastHook; ++o)
        sum.addShifted(hooks_[order_[o]].world.position - at.world.position, Vec6d(-hooks_[order_[o]].load));
      beyond = sum.push;
      to[e] = sum.rateVector(at.end.axes);
    } else {
      VectorSum<kEnds> sum;
      for (std::size_t i = at.first; i < at.first + at.count; ++i) {
        const Matrix3d &load = load_[i], &axes = stations_[i].axes;
        sum.add(stations_[i], -load.col(0), -axes.col(1).cross(load.col(1)) - axes.col(2).cross(load.col(2)));
      }
      StateVector vector;
      sum.into(vector);
      vector += at.endMap * beyond;
      for (std::size_t o = at.firstHook; o < at.lastHook; ++o)
        vector -= hooks_[order_[o]].map * hooks_[order_[o]].load;
      beyond = vector.template head<6>();
      for (std::size_t k = 0; k < kEnds; ++k)
        to[e + k] += vector.template segment<3>(6 + 3 * static_cast<int>(k));
    }
  }
}

}  // namespace tendril::solver
