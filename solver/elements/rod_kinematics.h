// Stations, pose, motion and hooks of a rod.
#pragma once

#include "solver/elements/interpolated_station.h"
#include "solver/elements/rod_parts.h"
#include "solver/elements/rod_solver.h"

namespace tendril::solver {

template <class E>
class RodKinematicsOf final : public RodKinematics {
  using Parts = RodParts<E>;
  using Element = typename Parts::Element;
  static constexpr int kEnds = E::kEnds;
  static constexpr std::size_t kPoints = E::kPoints;

 public:
  RodKinematicsOf(Parts& parts, const std::vector<Hanger>& hangers) : RodKinematics(parts.hooks), p_(parts) {
    const SceneRod& rod = p_.rod;
    p_.all.resize(rod.elements());
    p_.forces = p_.grips = hangers.size();
    for (const ForceType* type : forceTypes()) {
      if (type->makeAlong)
        if (std::unique_ptr<AlongForce> force = type->makeAlong(rod)) p_.along.push_back(std::move(force));
      if (type->goalOf) p_.goal = type->goalOf(rod);
      if (!type->makeAt) continue;
      std::unique_ptr<HookForce> force = type->makeAt(rod);
      if (!force) continue;
      const std::size_t first = p_.grips;
      p_.grips += force->count();
      p_.atHooks.push_back({std::move(force), first});
    }
    p_.hooks.resize(p_.grips);
    for (auto& kept : p_.keptHooks) kept.resize(p_.grips - p_.forces);
    p_.historyTermOfHooks.resize(p_.grips - p_.forces);
    for (std::size_t i = 0; i < p_.forces; ++i) {
      p_.hooks[i].attachment = hangers[i].attachment;
      seatHook(p_.hooks[i], hangers[i].arc);
    }
    p_.eachForceHook([&](const HookForce& force, std::size_t i, std::size_t hook) {
      seatHook(p_.hooks[hook], force.arc(i));
    });
    orderHooks();
    // grips come and go, so pieces do not end at them
    for (Element& at : p_.all)
      for (std::size_t o = at.firstHook; o < at.lastHook; ++o) at.cuts.push_back(p_.hooks[p_.order[o]].arc);
    for (std::size_t e = 0; e < p_.all.size(); ++e) {
      p_.all[e].cuts.push_back(rod.length(e));
      std::sort(p_.all[e].cuts.begin(), p_.all[e].cuts.end());
    }
  }

  double largestTurn(const Vectors& changes) const override {
    double most = 0;
    for (std::size_t k = 0; k < changes.size(); ++k) {
      const double turn = p_.model.turnOfChange(p_.rod, k, changes[k]);
      if (!(turn <= most)) most = turn;  // also NaN
    }
    return most;
  }

  bool reserveStations(const Pose& pose, bool fresh) override {
    constexpr std::size_t kMost = 2000, kMostEach = 10;  // pieces; a rod that turns more is refused
    std::size_t sum = 0;
    for (std::size_t e = 0; e < p_.all.size(); ++e) {
      Element& at = p_.all[e];
      const int pieces = p_.model.pieces(p_.rod, pose, e);
      at.wanted = fresh ? pieces : std::max(at.wanted, pieces);
      sum += static_cast<std::size_t>(at.wanted);
    }
    return sum <= kMost + kMostEach * p_.all.size();
  }

  bool applyStations() override {
    bool same = true;
    std::size_t count = 0;
    for (Element& at : p_.all) {
      same = same && at.pieces == at.wanted;
      at.pieces = at.wanted;
      at.first = count;
      if (!same) cutElement(at);
      at.count = (at.bounds.size() - 1) * kPoints;
      count += at.count;
    }
    if (!same) makeStations(count);
    return same;
  }

  void setPose(const Pose& pose) override {
    Frame<double> world = beginPose(pose);
    place(p_.whole(), world);
    placeHooks();
  }
  void setRates(const Vec6d& rootMotion, const Vectors& rates) override {
    Vec6d motion = rootMotion;
    move(p_.whole(), rates, motion);
    moveHooks();
  }
  void computeBias() override {
    moveStations(p_.whole(), p_.motions);
    bias(p_.whole());
    biasHooks();
  }
  void storePoints() override {
    beginStore();
    store(p_.whole());
    storeHooks();
  }
  void replacePoints() override {
    store(p_.whole());
    storeHooks();
  }

  // The same for some elements, from the root on; then for the hooks. `world`, `motion`: of the range's
  // start, which become those of its end.
  Frame<double> beginPose(const Pose& pose) {
    p_.pose = &pose;
    p_.strained = false;
    return pose.root;
  }
  void place(ElementRange range, Frame<double>& world) {
    for (std::size_t e = range.first; e < range.end; ++e) {
      Element& at = p_.all[e];
      at.world = world;
      p_.model.stations(p_.rod, *p_.pose, e, world.axes, at.bounds, &p_.stations[at.first], at.end);
      at.place(at.end);
      world = {at.end.axes, world.position + at.end.position};
    }
  }
  void placeHooks() {
    if (gripsMoved_) orderHooks();
    for (Hook& hook : p_.hooks) placeHook(hook);
  }
  void move(ElementRange range, const Vectors& rates, Vec6d& motion) {
    for (std::size_t e = range.first; e < range.end; ++e) {
      Element& at = p_.all[e];
      at.motion = motion;
      at.eta = Parts::etaOf(rates, e);
      at.end.spin = E::turnedBy(at.end, at.eta);
      at.end.rate = E::shiftedBy(at.end, at.eta);
      motion = at.endOf(at.end, at.motion, at.eta);
    }
  }
  void moveHooks() {
    for (Hook& hook : p_.hooks) {
      const Element& at = p_.all[hook.element];
      hook.motion = hook.map.transpose() * E::stateOf(at.motion, at.eta);
    }
  }
  // Spins and rates of the stations: before bias().
  void moveStations(ElementRange range, std::vector<StationMotion>& motions) {
    const Element &first = p_.all[range.first], &last = p_.all[range.end - 1];
    const std::size_t count = last.first + last.count - first.first;
    if (motions.size() < count) motions.resize(count);
    p_.firstMotion = motions.data();
    p_.firstMoved = first.first;
    for (std::size_t e = range.first; e < range.end; ++e) {
      const Element& at = p_.all[e];
      for (std::size_t i = at.first; i < at.first + at.count; ++i) {
        p_.motion(i).spin = E::turnedBy(p_.stations[i], at.eta);
        p_.motion(i).rate = E::shiftedBy(p_.stations[i], at.eta);
      }
    }
  }
  void bias(ElementRange range) {
    for (std::size_t e = range.first; e < range.end; ++e) {
      Element& at = p_.all[e];
      p_.model.biases(p_.rod, *p_.pose, e, at.eta, at.bounds, &p_.stations[at.first], &p_.motion(at.first),
                      at.end);
      at.endBias << spinBiasOf(at.end, at.omega()), velocityBiasOf(at.end.position, at.end, at.omega());
    }
  }
  void biasHooks() {
    for (Hook& hook : p_.hooks) {
      const Vector3d omega = p_.all[hook.element].omega();
      const Moving<Station<kEnds>> station = stationOf(hook);
      const Vector3d gain = spinBiasOf(station, omega), turning = omega + station.spin;
      hook.bias << gain, velocityBiasOf(station.position, station, omega) + gain.cross(hook.offset) +
                             turning.cross(turning.cross(hook.offset));
    }
  }

  void beginStore() {
    std::swap(p_.kept[0], p_.kept[1]);
    std::swap(p_.keptHooks[0], p_.keptHooks[1]);
  }
  void store(ElementRange range) {
    for (std::size_t e = range.first; e < range.end; ++e) {
      const Element& at = p_.all[e];
      for (std::size_t i = at.first; i < at.first + at.count; ++i)
        p_.kept[1][i] = {p_.placeOf(at, i), p_.speedOf(at, i)};
    }
  }
  void storeHooks() {
    for (std::size_t i = p_.forces; i < p_.grips; ++i) p_.keptHooks[1][i - p_.forces] = p_.hooks[i].world;
  }

  std::size_t hooksOfForces() const override { return p_.grips - p_.forces; }
  void clearGrips() override {
    p_.hooks.resize(p_.grips);
    gripsMoved_ = true;
  }
  std::size_t addGrip(const Hanger& grip) override {
    p_.hooks.emplace_back();
    p_.hooks.back().attachment = grip.attachment;
    moveGrip(p_.hooks.size() - 1, grip.arc);
    return p_.hooks.size() - 1;
  }
  void moveGrip(std::size_t i, double arc) override {
    seatHook(p_.hooks[i], arc);
    gripsMoved_ = true;
  }
  void placeGrips() override {
    if (gripsMoved_) orderHooks();
    for (std::size_t i = p_.grips; i < p_.hooks.size(); ++i) {
      Hook& hook = p_.hooks[i];
      placeHook(hook);
      hook.motion = hook.map.transpose() * E::stateOf(p_.all[hook.element].motion, p_.all[hook.element].eta);
    }
  }
  RodPoint pointAt(double arc, const Frame<double>& attachment) const override {
    RodPoint to;
    to.element = elementAt(p_.rod.arc, arc);
    const Element& at = p_.all[to.element];
    const double s = to.arc = std::clamp(arc - p_.rod.arc[to.element], 0.0, p_.rod.length(to.element));
    const Station<kEnds> station =
        interpolatedStation(&p_.stations[at.first], Span<const double>(at.bounds), at.world.axes, at.end, s);
    const Vector3d offset = station.axes * attachment.position;
    to.map = motionMap<kEnds>(station, offset);
    to.motion = to.map.transpose() * E::stateOf(at.motion, at.eta);
    to.world = {station.axes * attachment.axes, at.world.position + station.position + offset};
    return to;
  }

  void setTouches(const std::vector<LoadedPoint>& touches) override {
    for (const LoadedPoint& touch : p_.touches)
      p_.all[touch.element].firstTouch = p_.all[touch.element].lastTouch = 0;
    p_.touches = touches;
    for (std::size_t i = 0; i < touches.size(); ++i) {
      Element& at = p_.all[touches[i].element];
      if (at.lastTouch == 0) at.firstTouch = i;
      at.lastTouch = i + 1;
    }
  }
  void keepStations() override {
    keptStations_.assign(p_.stations.begin(), p_.stations.end());
    keptElements_.resize(p_.all.size());
    for (std::size_t e = 0; e < p_.all.size(); ++e) keptElements_[e] = {p_.all[e].world, p_.all[e].end};
  }
  Frame<double> keptFrameAt(double arc) const override {
    const std::size_t e = elementAt(p_.rod.arc, arc);
    const Element& at = p_.all[e];
    const KeptElement& was = keptElements_[e];
    const double s = std::clamp(arc - p_.rod.arc[e], 0.0, p_.rod.length(e));
    const Station<kEnds> station = interpolatedStation(
        &keptStations_[at.first], Span<const double>(at.bounds), was.start.axes, was.end, s);
    return {station.axes, was.start.position + station.position};
  }
  void visitStations(const StationVisitor& visit) const override {
    for (std::size_t e = 0; e < p_.all.size(); ++e) {
      const Element& at = p_.all[e];
      for (std::size_t i = at.first; i < at.first + at.count; ++i)
        if (!visit(e, p_.rod.arc[e] + p_.stations[i].arc, p_.kept[1][i].place.col(0),
                   at.world.position + p_.stations[i].position))
          return;
    }
  }

  std::size_t elements() const override { return p_.all.size(); }
  int ends() const override { return kEnds; }
  ElementMatrix endMap(std::size_t e) const override {
    return p_.all[e].mapOfEnd(p_.all[e].end).template topRows<E::kSize>().transpose();
  }
  Vec6d endBias(std::size_t e) const override { return p_.all[e].endBias; }
  Frame<double> elementFrame(std::size_t e) const override { return p_.all[e].world; }
  Vec6d elementMotion(std::size_t e) const override { return p_.all[e].motion; }

 private:
  void seatHook(Hook& hook, double arc) const {
    hook.element = elementAt(p_.rod.arc, arc);
    hook.arc = std::clamp(arc - p_.rod.arc[hook.element], 0.0, p_.rod.length(hook.element));
  }

  void orderHooks() {
    gripsMoved_ = false;
    std::vector<std::size_t>& order = p_.order;
    order.resize(p_.hooks.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(p_.hooks[a].element, a) < std::pair(p_.hooks[b].element, b);
    });
    for (std::size_t e = 0, i = 0; e < p_.all.size(); ++e) {
      p_.all[e].firstHook = i;
      while (i < order.size() && p_.hooks[order[i]].element == e) ++i;
      p_.all[e].lastHook = i;
    }
  }

  static void cutElement(Element& at) {
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

  void makeStations(std::size_t count) {
    p_.stations.resize(count);
    p_.masses.resize(count);
    for (auto& points : p_.kept) points.resize(count);
    for (auto* places : {&p_.historyTerm, &p_.inertialTarget}) places->resize(count);
    std::size_t most = 0;  // of a block
    p_.eachBlock([&](ElementRange range) {
      const Element& last = p_.all[range.end - 1];
      most = std::max(most, last.first + last.count - p_.all[range.first].first);
    });
    std::vector<StationMotion>& motions = ElementScratch<E>::here().motions;
    if (motions.size() < most) motions.resize(most);
    for (std::size_t e = 0; e < p_.all.size(); ++e) {
      const Section &a = p_.rod.sections[e], &b = p_.rod.sections[e + 1];
      constexpr auto& gauss = kGauss<static_cast<int>(kPoints)>;
      const std::vector<double>& bounds = p_.all[e].bounds;
      for (std::size_t i = 0; i < p_.all[e].count; ++i) {
        const double from = bounds[i / kPoints], length = bounds[i / kPoints + 1] - from;
        const double u = (from + length * gauss.point[i % kPoints]) / p_.rod.length(e), v = 1 - u;
        const Vector3d mass(v * a.mass + u * b.mass, v * a.inertia[2] + u * b.inertia[2],
                            v * a.inertia[1] + u * b.inertia[1]);
        p_.masses[p_.all[e].first + i] = mass * (length * gauss.weight[i % kPoints]);
      }
    }
  }

  Moving<Station<kEnds>> stationOf(const Hook& hook) const {
    const Element& at = p_.all[hook.element];
    if (hook.arc == at.end.arc) return E::withMaps(at.end);
    if (hook.arc == 0 && E::kStartIsFixed) return startStation<kEnds>(at.world.axes);
    return p_.model.stationAt(p_.rod, *p_.pose, hook.element, at.world.axes, at.eta, hook.arc);
  }

  void placeHook(Hook& hook) {
    const Moving<Station<kEnds>> station = stationOf(hook);
    hook.offset = station.axes * hook.attachment.position;
    hook.map = motionMap<kEnds>(station, hook.offset);
    hook.world = {station.axes * hook.attachment.axes,
                  p_.all[hook.element].world.position + station.position + hook.offset};
  }

  struct KeptElement {
    Frame<double> start;
    typename E::End end;
  };

  Parts& p_;
  std::vector<typename E::StationType> keptStations_;
  std::vector<KeptElement> keptElements_;
  bool gripsMoved_ = false;  // `order` must be found again
};

}  // namespace tendril::solver
