// A rod's solver: drag, and damping towards the goal's rates.
#pragma once

#include "solver/elements/rod_solver_of.h"

namespace tendril::solver {

// Wind is sampled at the knots and is linear between; eddies smaller than an element are not resolved.
template <class M>
void RodSolverOf<M>::sampleWind(const Wind& wind, double time) {
  drag_.resize(rod_.drag.empty() ? 0 : stations_.size());
  if (drag_.empty()) return;
  const bool blows = wind.blows();
  drives_ = blows;
  const auto windAt = [&](const Vector3d& place) {
    return blows ? wind.at(place, time) : Vector3d(Vector3d::Zero());
  };
  Vector3d before = windAt(all_[0].world.position);
  for (std::size_t e = 0; e < all_.size(); ++e) {
    const Element& at = all_[e];
    const Vector3d after = windAt(at.world.position + at.end.position);
    const Drag &a = rod_.drag[e], &b = rod_.drag[e + 1];
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const double u = stations_[i].arc / at.end.arc, length = stations_[i].weight;
      const double left = (1 - u) * length, right = u * length;
      Drag drag;
      drag.linear = left * a.linear + right * b.linear;
      drag.square = left * a.square + right * b.square;
      drag.load = left * a.load + right * b.load;
      drag.grip = left * a.grip + right * b.grip;
      // each knot pulls towards its own target velocity
      if (drag.grip > 0) drag.target = (left * a.grip * a.target + right * b.grip * b.target) / drag.grip;
      drives_ = drives_ || drag.grip > 0;
      drag_[i] = DragAt(drag, stations_[i].axes, (1 - u) * before + u * after);
    }
    before = after;
  }
}

// Drag forces at both ends of the step times each point's displacement; the larger of both counts, if
// positive.
template <class M>
double RodSolverOf<M>::drivenWork(double dt) const {
  double work = 0;
  if (!drag_.empty() && drives_)
    for (std::size_t i = 0; i < drag_.size(); ++i) {
      const Vector3d way = kept_[1][i].place.col(0) - kept_[0][i].place.col(0);
      const double first = drag_[i].force(kept_[0][i].speed.col(0)).dot(way),
                   last = drag_[i].force(kept_[1][i].speed.col(0)).dot(way);
      work += std::max({0.0, first, last});
    }
  if (rod_.goal.weight.empty() || rod_.goal.rates.empty() || rod_.goal.damping == 0) return work;
  for (std::size_t e = 0; e < all_.size(); ++e) {
    const Eigen::Matrix<double, kOwn, 1> lag = goalLag(all_[e].eta, e);
    const double power =
        -rod_.goal.damping * lag.dot(all_[e].elastic.goal * all_[e].eta.template head<kOwn>());
    work += std::max(0.0, power * dt);
  }
  return work;
}

// Drag at the point's mean velocity over the step. Equilibria take the load alone (settle() in statics.h).
template <class M>
Vector3d RodSolverOf<M>::airForce(std::size_t i, const Vector3d& place, const StepTerms& how) const {
  if (how.gamma == 0) return drag_[i].drag.load;
  return drag_[i].drag.load + drag_[i].force((place - historyTerm_[i].col(0)) / how.gamma);
}

template <class M>
double RodSolverOf<M>::airPotential(std::size_t i, const Vector3d& place, const StepTerms& how) const {
  const double pull = -drag_[i].drag.load.dot(place);
  if (how.gamma == 0) return pull;
  return how.gamma * drag_[i].dissipation((place - historyTerm_[i].col(0)) / how.gamma) + pull;
}

// B^T (d2Phi/dv2) B / gamma
template <class M>
void RodSolverOf<M>::addDrag(const StepTerms& how) {
  if (drag_.empty() || how.gamma == 0) return;
  for (Element& at : all_)
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Vector3d place = at.world.position + stations_[i].position;
      const Matrix3d slope = drag_[i].slope((place - historyTerm_[i].col(0)) / how.gamma) / how.gamma;
      if constexpr (M::kRigid) {
        at.addSlope(stations_[i].position, slope);
      } else {
        Eigen::Matrix<double, kRows, 3> moved = Eigen::Matrix<double, kRows, 3>::Zero();
        moved.template topRows<3>() = crossOf(stations_[i].position);
        moved.template middleRows<3>(3).setIdentity();
        moved.template middleRows<kOwn>(6) = stations_[i].shift.template topRows<kOwn>();
        const Eigen::Matrix<double, kRows, 3> pushed = moved * slope;
        at.matrix += pushed.lazyProduct(moved.template topRows<kSize>().transpose());
      }
    }
}

// Rates of the coordinates relative to the goal's.
template <class M>
auto RodSolverOf<M>::goalLag(const RateVector<kEnds>& eta, std::size_t e) const
    -> Eigen::Matrix<double, kOwn, 1> {
  Eigen::Matrix<double, kOwn, 1> lag = eta.template head<kOwn>();
  if (!rod_.goal.rates.empty()) lag -= etaOf(rod_.goal.rates, e).template head<kOwn>();
  return lag;
}

}  // namespace tendril::solver
