// A rod's solver: what Newton's method needs.
#pragma once

#include "solver/elements/rod_solver_of.h"
#include "solver/kinematics/rotation_vector.h"

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
void RodSolverOf<M>::refineInertialTarget(double gamma, const Vec6d& rootAcceleration, const Vectors& accelerations) {
  constexpr double kFar = M::kRigid ? 0.010 : 0.012;  // of a step's way: there both aims count alike
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
        const double way = kFar * kFar * gamma * gamma * speed.col(c).squaredNorm() + 1e-200;  // m2, or 1
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

// Loads on the point and on its directors: gravity, and what holds them back from where they would be without
// forces.
template <class M>
Matrix3d RodSolverOf<M>::loadAt(const Element& at, std::size_t i, const StepTerms& how) const {
  Matrix3d load = Matrix3d::Zero();
  if (how.gamma > 0) {
    const Matrix3d place = placeOf(at, i);
    const double back = 1 / (how.gamma * how.gamma), damped = rod_.massDamping / how.gamma;
    load = (back * (inertialTarget_[i] - place) + damped * (historyTerm_[i] - place)) * masses_[i].asDiagonal();
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
void RodSolverOf<M>::addPullDamping(const StepTerms& how) {
  if (how.gamma == 0) return;
  for (std::size_t i = targetSprings_; i < grips_; ++i) {
    const TargetSpring& pull = rod_.targetSprings[i - targetSprings_];
    if (pull.damping == 0) continue;
    const Vector3d velocity = (hooks_[i].world.position - historyTermOfHooks_[i - forces_]) / how.gamma;
    hooks_[i].load.template tail<3>() -= pull.damping * (velocity - pull.velocity);
  }
}

// Second derivatives of pulls. The moment of a turn is c theta, and its derivative by the spin c J^-1
// (solver/kinematics/rotation_vector.h), of which the symmetric part counts; it is positive up to half a
// turn.
template <class M>
void RodSolverOf<M>::addPulls(const StepTerms& how) {
  for (std::size_t i = targetSprings_; i < grips_; ++i) {
    const TargetSpring& pull = rod_.targetSprings[i - targetSprings_];
    const Vector3d turn = turnBetween(pull.target.axes, hooks_[i].world.axes);
    const Matrix3d rate = turnRateInverse(turn);
    Mat6d stiffness = Mat6d::Zero();
    if (pull.turnAxis.isZero(0)) {
      stiffness.topLeftCorner<3, 3>() = 0.5 * pull.turnStiffness * (rate + rate.transpose());
    } else {  // what is left out is small where the turn is
      const Vector3d answer = rate.transpose() * pull.turnAxis;
      stiffness.topLeftCorner<3, 3>() = pull.turnStiffness * answer * answer.transpose();
    }
    stiffness.bottomRightCorner<3, 3>().diagonal().setConstant(
        pull.stiffness + (how.gamma > 0 ? pull.damping / how.gamma : 0));
    addShifted(hooks_[i], stiffness);
  }
}

// Of the i-th force, or pull, where its hook is.
template <class M>
double RodSolverOf<M>::heldEnergy(std::size_t i, const Frame<double>& at) const {
  if (i < rod_.forces.size()) return -rod_.forces[i].force.dot(at.position);
  const TargetSpring& pull = rod_.targetSprings[i - rod_.forces.size()];
  return 0.5 * pull.stiffness * (pull.target.position - at.position).squaredNorm() +
         0.5 * pull.turnStiffness *
             (pull.turnAxis.isZero(0)
                  ? turnBetween(pull.target.axes, at.axes).squaredNorm()
                  : std::pow(pull.turnAxis.dot(turnBetween(pull.target.axes, at.axes)), 2));
}

template <class M>
void RodSolverOf<M>::computeLoads(const StepTerms& how) {
  takeForces();
  addPullDamping(how);
  spreadAll([&](const Element& at, std::size_t i, Vector3d& force, Vector3d& couple) {
    load_[i] = loadAt(at, i, how);
    force = load_[i].col(0);
    couple =
        stations_[i].axes.col(1).cross(load_[i].col(1)) + stations_[i].axes.col(2).cross(load_[i].col(2));
  });
}

// What is beyond each station, from loads on them: loads(element, i, force, couple).
template <class M>
template <class F>
void RodSolverOf<M>::spreadAll(const F& loads) {
  Vec6d wrench = Vec6d::Zero();  // of all beyond, about the element's end
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
      if (at.firstHook < at.lastHook) addPullOfHooks(at, stations_[first + k].arc, rest, about);
      beyond_[first + k] = {rest, about - stations_[first + k].position.cross(rest)};
    }
    force += all.template head<3>().matrix();
    moment += all.template segment<3>(4).matrix();
  }
  if (at.firstHook < at.lastHook) addPullOfHooks(at, -1, force, moment);
  at.momentAtStart = moment;
  Vec6d wrench;
  wrench << moment, force;
  return wrench;
}

// Of those beyond an arc length, about the element's start.
template <class M>
void RodSolverOf<M>::addPullOfHooks(const Element& at, double from, Vector3d& force, Vector3d& moment) const {
  for (std::size_t o = at.firstHook; o < at.lastHook; ++o) {
    const Hook& hook = hooks_[order_[o]];
    if (hook.arc < from) continue;
    const Vector3d pull = hook.load.template tail<3>();
    force += pull;
    moment += hook.load.template head<3>() + (hook.world.position - at.world.position).cross(pull);
  }
}

// An element's terms, summed over its stations.
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
      // all of its bend is at its joint: -m . (d(theta) x Q d(phi))
      if (how.fullHessian) at.mixed = -0.5 * at.end.axes.transpose() * crossOf(at.momentAtStart);
    } else {
      at.matrix.template block<kOwn, kOwn>(6, 6) += own;
      at.vector.template segment<kOwn>(6) += gradient;
    }
  }
  addDrag(how);
  if (how.fullHessian) addLevers();
  addPulls(how);
  addForces();
}

// What hangs beside the centreline pulls at a lever that turns with it.
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

template <class M>
void RodSolverOf<M>::assembleRates(const StepTerms& how) {
  moment_ = false;
  const double back = 1 / (how.gamma * how.gamma);
  constexpr double kStiff = 0.1;  // of the stiffness: enough where mass alone is next to nothing
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

template <class M>
double RodSolverOf<M>::potential(const StepTerms& how, const Vectors& rates, double& size) {
  if (!strained_ && how.gamma > 0 && (rod_.damping > 0 || rod_.goal.damping > 0)) updateElastic();
  double sum = 0;
  const auto take = [&](double part) {
    sum += part;
    size += std::abs(part);
  };
  for (std::size_t e = 0; e < all_.size(); ++e) {
    const Element& at = all_[e];
    take(M::energy(rod_, *pose_, e));
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Matrix3d place = placeOf(at, i);
      take(-masses_[i][0] * rod_.weight * how.gravity.dot(place.col(0)));
      if (!drag_.empty()) take(airPotential(i, place.col(0), how));
      if (how.gamma == 0) continue;
      const Matrix3d off = place - inertialTarget_[i], moved = place - historyTerm_[i];
      const Vector3d square = off.colwise().squaredNorm().transpose() / how.gamma +
                              rod_.massDamping * moved.colwise().squaredNorm().transpose();
      take(0.5 / how.gamma * masses_[i].dot(square));
      // of positions far from the origin, the last digits
      size += masses_[i][0] / (how.gamma * how.gamma) * place.col(0).norm() * off.col(0).norm();
    }
    if (how.gamma == 0) continue;
    if (rod_.damping > 0) {
      const RateVector<kEnds> eta = etaOf(rates, e);
      const auto own = eta.template head<kOwn>();
      take(0.5 * how.gamma * rod_.dampingOf(e) * own.dot(at.elastic.stiffness * own));
    }
    if (rod_.goal.damping > 0 && !rod_.goal.weight.empty()) {
      const auto lag = goalLag(etaOf(rates, e), e);
      take(0.5 * how.gamma * rod_.goal.damping * lag.dot(at.elastic.goal * lag));
    }
  }
  for (std::size_t i = forces_; i < grips_; ++i) take(heldEnergy(i - forces_, hooks_[i].world));
  for (std::size_t i = targetSprings_; i < grips_ && how.gamma > 0; ++i) {
    const TargetSpring& pull = rod_.targetSprings[i - targetSprings_];
    const Vector3d velocity = (hooks_[i].world.position - historyTermOfHooks_[i - forces_]) / how.gamma;
    take(0.5 * how.gamma * pull.damping * (velocity - pull.velocity).squaredNorm());
  }
  return sum;
}

}  // namespace tendril::solver
