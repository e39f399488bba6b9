// A rod's solver: stations, pose, motion, energies and momentum.
#pragma once

#include "solver/elements/rod_solver_of.h"

namespace tendril::solver {

template <class M>
RodSolverOf<M>::RodSolverOf(const SceneRod& rod, const std::vector<Hanger>& hangers,
                            const std::vector<Hanger>& grips)
    : rod_(rod),
      all_(rod.elements()),
      forces_(hangers.size()),
      targetSprings_(forces_ + rod.forces.size()),
      grips_(targetSprings_ + rod.targetSprings.size()) {
  accelerations_.assign(rod.coordinates(), Vector3d::Zero());
  hooks_.resize(grips_ + grips.size());
  for (auto& kept : keptHooks_) kept.resize(grips_ - forces_);
  historyTermOfHooks_.resize(grips_ - forces_);
  for (std::size_t i = 0; i < hooks_.size(); ++i) {
    const double arc = i >= grips_           ? grips[i - grips_].arc
                       : i >= targetSprings_ ? rod.targetSprings[i - targetSprings_].arc
                       : i >= forces_        ? rod.forces[i - forces_].arc
                                             : hangers[i].arc;
    if (i < forces_) hooks_[i].attachment = hangers[i].attachment;
    if (i >= grips_) hooks_[i].attachment = grips[i - grips_].attachment;
    seatHook(hooks_[i], arc);
  }
  orderHooks();
  // grips may move, so pieces do not end at them
  for (Element& at : all_)
    for (std::size_t o = at.firstHook; o < at.lastHook; ++o)
      if (order_[o] < grips_) at.cuts.push_back(hooks_[order_[o]].arc);
  for (std::size_t e = 0; e < all_.size(); ++e) {
    all_[e].cuts.push_back(rod.length(e));
    std::sort(all_[e].cuts.begin(), all_[e].cuts.end());
  }
  setCuts({});
}

template <class M>
void RodSolverOf<M>::seatHook(Hook& hook, double arc) const {
  hook.element = elementAt(rod_.arc, arc);
  hook.arc = std::clamp(arc - rod_.arc[hook.element], 0.0, rod_.length(hook.element));
}

template <class M>
void RodSolverOf<M>::orderHooks() {
  gripsMoved_ = false;
  order_.resize(hooks_.size());
  for (std::size_t i = 0; i < hooks_.size(); ++i) order_[i] = i;
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::size_t a, std::size_t b) { return hooks_[a].element < hooks_[b].element; });
  for (std::size_t e = 0, i = 0; e < all_.size(); ++e) {
    all_[e].firstHook = i;
    while (i < order_.size() && hooks_[order_[i]].element == e) ++i;
    all_[e].lastHook = i;
  }
}

template <class M>
double RodSolverOf<M>::largestTurn(const Vectors& by) const {
  double most = 0;
  for (std::size_t k = 0; k < by.size(); ++k) {
    const double turn = M::turnOfChange(rod_, k, by[k]);
    if (!(turn <= most)) most = turn;  // also NaN
  }
  return most;
}

template <class M>
bool RodSolverOf<M>::reserveStations(const Pose& pose, bool fresh) {
  constexpr std::size_t kMost = 2000, kMostEach = 10;  // pieces; a rod that turns more is refused
  std::size_t sum = 0;
  for (std::size_t e = 0; e < all_.size(); ++e) {
    const int pieces = M::pieces(rod_, pose, e);
    all_[e].wanted = fresh ? pieces : std::max(all_[e].wanted, pieces);
    sum += static_cast<std::size_t>(all_[e].wanted);
  }
  return sum <= kMost + kMostEach * all_.size();
}

template <class M>
void RodSolverOf<M>::cutElement(Element& at) {
  at.bounds.assign(1, 0);
  const double length = at.cuts.back(), least = 1e-9 * length;
  for (const double cut : at.cuts) {
    const double from = at.bounds.back(), way = cut - from;
    if (way < least) continue;
    const double parts = std::max(1.0, std::ceil(at.pieces * way / length - 1e-9));
    for (int i = 1; i < static_cast<int>(parts); ++i) at.bounds.push_back(from + way * i / parts);
    at.bounds.push_back(cut);
  }
  at.bounds.back() = length;
}

template <class M>
bool RodSolverOf<M>::applyStations() {
  bool same = true;
  std::size_t count = 0;
  for (Element& at : all_) {
    same = same && at.pieces == at.wanted;
    at.pieces = at.wanted;
    at.first = count;
    if (!same) cutElement(at);
    at.count = (at.bounds.size() - 1) * kPoints;
    count += at.count;
  }
  if (same) return true;
  stations_.resize(count);
  masses_.resize(count);
  for (auto& points : kept_) points.resize(count);
  for (auto* places : {&historyTerm_, &inertialTarget_, &load_}) places->resize(count);
  beyond_.resize(count);
  for (std::size_t e = 0; e < all_.size(); ++e) {
    const Section &a = rod_.sections[e], &b = rod_.sections[e + 1];
    constexpr auto& gauss = kGauss<M::kPoints>;
    const std::vector<double>& bounds = all_[e].bounds;
    for (std::size_t i = 0; i < all_[e].count; ++i) {
      const double from = bounds[i / kPoints], length = bounds[i / kPoints + 1] - from;
      const double u = (from + length * gauss.point[i % kPoints]) / rod_.length(e), v = 1 - u;
      const Vector3d mass(v * a.mass + u * b.mass, v * a.inertia[2] + u * b.inertia[2],
                          v * a.inertia[1] + u * b.inertia[1]);
      masses_[all_[e].first + i] = mass * (length * gauss.weight[i % kPoints]);
    }
  }
  return false;
}

template <class M>
auto RodSolverOf<M>::stationOf(const Hook& hook) const -> Station<kEnds> {
  const Element& at = all_[hook.element];
  if constexpr (M::kRigid)
    if (hook.arc == at.end.arc) return M::withMaps(at.end);
  if (hook.arc == at.end.arc) return at.end;
  if (hook.arc == 0 && !M::kRigid) return startStation<kEnds>(at.world.axes);
  return M::stationAt(rod_, *pose_, hook.element, at.world.axes, at.eta, hook.arc);
}

template <class M>
void RodSolverOf<M>::setPose(const Pose& pose) {
  pose_ = &pose;
  Frame<double> world = pose.root;
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    at.world = world;
    M::stations(rod_, pose, e, world.axes, at.bounds, &stations_[at.first], at.end);
    if constexpr (!M::kRigid) at.endMap = motionMap<kEnds>(at.end);
    world = {at.end.axes, world.position + at.end.position};
  }
  strained_ = false;
  if (gripsMoved_) orderHooks();
  for (Hook& hook : hooks_) placeHook(hook);
}

template <class M>
void RodSolverOf<M>::placeHook(Hook& hook) {
  const Station<kEnds> station = stationOf(hook);
  hook.offset = station.axes * hook.attachment.position;
  hook.map = motionMap<kEnds>(station, hook.offset);
  hook.world = {station.axes * hook.attachment.axes,
                all_[hook.element].world.position + station.position + hook.offset};
}

template <class M>
void RodSolverOf<M>::updateElastic() {
  for (std::size_t e = 0; e < all_.size(); ++e) M::elastic(rod_, *pose_, e, all_[e].elastic);
  strained_ = true;
}

template <class M>
void RodSolverOf<M>::setRates(const Vec6d& rootMotion, const Vectors& rates) {
  Vec6d motion = rootMotion;
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    at.motion = motion;
    at.eta = etaOf(rates, e);
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      stations_[i].spin = turnedBy(stations_[i], at.eta);
      stations_[i].rate = shiftedBy(stations_[i], at.eta);
    }
    at.end.spin = turnedBy(at.end, at.eta);
    at.end.rate = shiftedBy(at.end, at.eta);
    motion = endOf(at, at.motion, at.eta);
  }
  for (Hook& hook : hooks_) {
    const Element& at = all_[hook.element];
    hook.motion = hook.map.transpose() * stateOf(at.motion, at.eta);
  }
}

template <class M>
void RodSolverOf<M>::computeBias() {
  for (std::size_t e = 0; e < all_.size(); ++e) {
    Element& at = all_[e];
    M::biases(rod_, *pose_, e, at.eta, at.bounds, &stations_[at.first], at.end);
    at.endBias << spinBiasOf<kEnds>(at.end, at.omega()), velocityBiasOf<kEnds>(at.end, at.omega());
  }
  for (Hook& hook : hooks_) {
    const Vector3d omega = all_[hook.element].omega();
    const Station<kEnds> station = stationOf(hook);
    const Vector3d gain = spinBiasOf<kEnds>(station, omega), turning = omega + station.spin;
    hook.bias << gain, velocityBiasOf<kEnds>(station, omega) + gain.cross(hook.offset) +
                           turning.cross(turning.cross(hook.offset));
  }
}

template <class M>
Energies RodSolverOf<M>::energies(const Vector3d& gravity) const {
  Energies sum;
  for (const Element& at : all_) {
    sum.elastic += M::energy(rod_, *pose_, static_cast<std::size_t>(&at - all_.data()));
    for (std::size_t i = at.first; i < at.first + at.count; ++i) {
      const Matrix3d speed = speedOf(at, i);
      for (int c = 0; c < 3; ++c) sum.kinetic += 0.5 * masses_[i][c] * speed.col(c).squaredNorm();
      sum.potential -= masses_[i][0] * rod_.weight * gravity.dot(at.world.position + stations_[i].position);
    }
  }
  for (std::size_t i = forces_; i < grips_; ++i) sum.potential += hookPotential(i - forces_, hooks_[i].world);
  return sum;
}

template <class M>
void RodSolverOf<M>::storePoints() {
  std::swap(kept_[0], kept_[1]);
  std::swap(keptHooks_[0], keptHooks_[1]);
  replacePoints();
}

template <class M>
void RodSolverOf<M>::replacePoints() {
  for (const Element& at : all_)
    for (std::size_t i = at.first; i < at.first + at.count; ++i)
      kept_[1][i] = {placeOf(at, i), speedOf(at, i)};
  for (std::size_t i = forces_; i < grips_; ++i) keptHooks_[1][i - forces_] = hooks_[i].world;
}

template <class M>
double RodSolverOf<M>::keptEnergy(bool before, const Pose& pose, const Vector3d& gravity,
                                  double& kinetic) const {
  const std::size_t slot = before ? 0 : 1;
  double sum = 0;
  for (std::size_t e = 0; e < all_.size(); ++e) sum += M::energy(rod_, pose, e);
  for (std::size_t i = 0; i < kept_[slot].size(); ++i) {
    const auto& [place, speed] = kept_[slot][i];
    kinetic += 0.5 * masses_[i].dot(Vector3d(speed.colwise().squaredNorm().transpose()));
    sum -= masses_[i][0] * rod_.weight * gravity.dot(place.col(0));
  }
  for (std::size_t i = 0; i < drag_.size(); ++i) sum -= drag_[i].drag.load.dot(kept_[slot][i].place.col(0));
  for (std::size_t i = 0; i < keptHooks_[slot].size(); ++i) sum += hookPotential(i, keptHooks_[slot][i]);
  return sum;
}

template <class M>
void RodSolverOf<M>::addMomentum(bool before, const Vector3d& gravity, Momentum& sum) const {
  const std::size_t slot = before ? 0 : 1;
  for (std::size_t i = 0; i < kept_[slot].size(); ++i) {
    const auto& [place, speed] = kept_[slot][i];
    sum.mass += masses_[i][0];
    sum.first += masses_[i][0] * place.col(0);
    sum.linear += masses_[i][0] * speed.col(0);
    for (int c = 0; c < 3; ++c) {
      const Vector3d x = place.col(c), v = speed.col(c);
      sum.angular += masses_[i][c] * x.cross(v);
      sum.inertia += masses_[i][c] * (x.squaredNorm() * Matrix3d::Identity() - x * x.transpose());
    }
    sum.force += masses_[i][0] * rod_.weight * gravity;
    sum.torque += masses_[i][0] * rod_.weight * Vector3d(place.col(0)).cross(gravity);
  }
  for (std::size_t i = 0; i < rod_.forces.size(); ++i) {
    sum.force += rod_.forces[i].force;
    sum.torque += keptHooks_[slot][i].position.cross(rod_.forces[i].force);
  }
}

}  // namespace tendril::solver
