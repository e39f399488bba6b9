// What the parts of a rod's solver share: elements, stations and hooks, and the step's terms.
//
// E is the elements' algorithm: CurvedElement<2> (clothoids), CurvedElement<1> (helices), RigidElement
// (chains). Passes over a long rod go by blocks of elements, so that what one pass leaves is still in the
// cache for the next.
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/elements/element_model.h"
#include "solver/elements/hook.h"
#include "solver/elements/step_terms.h"
#include "solver/kinematics/quadrature.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

// Resultant of the loads beyond a station.
struct Beyond {
  Vector3d force, moment;  // N, N m about the station
};

// Elements from `first` to before `end`.
struct ElementRange {
  std::size_t first, end;
};

// What passes over elements need of memory for the elements at hand; each thread has its own.
template <class E>
struct ElementScratch {
  std::vector<typename E::Terms> block;
  std::vector<Matrix3d> load;  // of an element's stations: N on the point and N m on the directors
  std::vector<Beyond> beyond;  // of an element's stations
  Vector3d momentAtStart;      // of all loads from the element's start on
  Elastic<E::kEnds> elastic;
  std::vector<StationMotion> motions;
  // for forces, of an element's stations
  std::vector<ForceStart::At> starts;
  Vectors places, velocities;
  std::vector<Matrix3d> slopes;
  std::vector<double> potentials;  // one force after the other

  static ElementScratch& here() {
    thread_local ElementScratch scratch;
    return scratch;
  }
};

template <class E>
struct RodParts {
  static constexpr int kEnds = E::kEnds;
  static constexpr std::size_t kPoints = E::kPoints;
  using Rates = RateVector<kEnds>;

  struct Element : E {
    int pieces = 0, wanted = 0;                 // before cuts at hooks
    std::vector<double> cuts;                   // arc lengths where the internal load jumps; pieces end there
    std::vector<double> bounds;                 // of the pieces, from 0 to the length
    std::size_t first = 0, count = 0;           // stations
    std::size_t firstHook = 0, lastHook = 0;    // in `order`
    std::size_t firstTouch = 0, lastTouch = 0;  // in `touches`
    Frame<double> world;                        // of the element's start
    typename E::End end;
    Rates eta = Rates::Zero();
    Vec6d motion = Vec6d::Zero(), endBias = Vec6d::Zero();
    StateVector acceleration = StateVector::Zero();  // z'

    Vector3d omega() const { return motion.head<3>(); }
  };

  const SceneRod& rod;
  const ElementModel<typename E::StationType>& model;
  const Pose* pose = nullptr;
  bool strained = false;  // elastic terms that elements store are those of the pose
  bool cutting = false;   // rods are solved in pieces
  std::vector<Element> all;
  std::vector<Hook> hooks;           // attached rods, forces, grips
  std::size_t forces, grips;         // index of the first hook of each kind
  std::vector<std::size_t> order;    // of hooks, by element
  std::vector<LoadedPoint> touches;  // contact forces, by element
  // by stations:
  std::vector<typename E::StationType> stations;
  std::vector<StationMotion> motions;    // after computeBias()
  StationMotion* firstMotion = nullptr;  // where motions are, from station `firstMoved` on
  std::size_t firstMoved = 0;
  Vectors masses;                                     // centreline (kg) and directors n1, n2 (kg m2)
  std::vector<Point> kept[2];                         // the past, now
  std::vector<Matrix3d> historyTerm, inertialTarget;  // places
  std::vector<std::unique_ptr<AlongForce>> along;
  struct ForceAtHooks {
    std::unique_ptr<HookForce> force;
    std::size_t first;  // of its hooks
  };
  std::vector<ForceAtHooks> atHooks;
  const Goal* goal = nullptr;               // with springs
  Vectors historyTermOfHooks;               // of forces
  std::vector<Frame<double>> keptHooks[2];  // of forces: the past, now

  RodParts(const SceneRod& described, const ElementModel<typename E::StationType>& its)
      : rod(described), model(its) {}

  std::size_t size() const { return all.size(); }
  ElementRange whole() const { return {0, all.size()}; }
  Vector3d lever(const LoadedPoint& hook) const {
    return hook.world.position - all[hook.element].world.position;
  }

  static Rates etaOf(const Vectors& rates, std::size_t e) {
    Rates eta = Rates::Zero();
    for (std::size_t k = 0; k < kEnds; ++k) eta.template segment<3>(3 * static_cast<int>(k)) = rates[e + k];
    return eta;
  }
  Matrix3d placeOf(const Element& at, std::size_t i) const {
    Matrix3d place;
    place << at.world.position + stations[i].position, stations[i].axes.template rightCols<2>();
    return place;
  }
  Matrix3d speedOf(const Element& at, std::size_t i) const {
    return speedOf(at, i, E::turnedBy(stations[i], at.eta), E::shiftedBy(stations[i], at.eta));
  }
  // With the spin and velocity that the rates add.
  Matrix3d speedOf(const Element& at, std::size_t i, const Vector3d& turned, const Vector3d& rate) const {
    const typename E::StationType& station = stations[i];
    const Vector3d omega = at.omega(), spin = omega + turned;
    Matrix3d speed;
    speed.col(0) = at.motion.template tail<3>() + omega.cross(station.position) + rate;
    speed.col(1) = spin.cross(station.axes.col(1));
    speed.col(2) = spin.cross(station.axes.col(2));
    return speed;
  }

  StationMotion& motion(std::size_t i) { return firstMotion[i - firstMoved]; }

  // kg m2
  Matrix3d rotaryInertia(std::size_t i) const {
    const Matrix3d& q = stations[i].axes;
    const double first = masses[i][1], second = masses[i][2];
    Matrix3d j = -first * q.col(1) * q.col(1).transpose() - second * q.col(2) * q.col(2).transpose();
    j.diagonal().array() += first + second;
    return j;
  }

  // A free chain turns with its first link, so its first joint would be redundant.
  bool isLocked(std::size_t coordinate) const {
    return (E::kTurnsAtStart && coordinate == 0 && rod.root == Root::free) ||
           (!rod.goal.locked.empty() && rod.goal.locked[coordinate]);
  }

  // Elastic terms of an element at the pose. Elements that store theirs keep those of the last pose that
  // asked.
  const Elastic<kEnds>& elastic(std::size_t e, Elastic<kEnds>& scratch) const {
    if constexpr (E::kStoresElastic) {
      return all[e].elastic;
    } else {
      findElastic(e, scratch);
      return scratch;
    }
  }
  void updateElastic() {
    if constexpr (E::kStoresElastic)
      for (std::size_t e = 0; e < all.size(); ++e) findElastic(e, all[e].elastic);
    strained = true;
  }
  // The rod's own springs, towards its rest shape, and those of a goal.
  void findElastic(std::size_t e, Elastic<kEnds>& to) const {
    model.findSpring(rod, *pose, e, rod.rest, {1, 1}, {to.gradient, to.stiffness, to.beyond});
    if (!goal) return;
    typename E::Own gradient;
    typename E::OwnMatrix beyond;
    model.findSpring(rod, *pose, e, goal->shape, goalWeight(e), {gradient, to.goal, beyond});
    to.gradient += gradient;
    to.beyond += beyond;
  }
  double energy(const Pose& at, std::size_t e) const {
    if (E::kTurnsAtStart && e == 0 && rod.root == Root::free) return 0;  // a joint to nothing
    const double own = model.springEnergy(rod, at, e, rod.rest, {1, 1});
    return goal ? own + model.springEnergy(rod, at, e, goal->shape, goalWeight(e)) : own;
  }
  SpringWeight goalWeight(std::size_t e) const {
    return {goal->weight[e], goal->weight[kEnds == 2 ? e + 1 : e]};
  }

  // Calls f(force, i, hook) for the hooks of all forces, in their order.
  template <class F>
  void eachForceHook(const F& f) const {
    for (const ForceAtHooks& at : atHooks)
      for (std::size_t i = 0; i < at.force->count(); ++i) f(*at.force, i, at.first + i);
  }
  // The force of a hook; `i`: becomes its number there.
  const HookForce& forceOf(std::size_t hook, std::size_t& i) const {
    std::size_t k = 0;
    while (hook >= atHooks[k].first + atHooks[k].force->count()) ++k;
    i = hook - atHooks[k].first;
    return *atHooks[k].force;
  }

  // Places of an element's stations, and their velocities over the step so far.
  ForcePoints pointsOf(const Element& at, const StepTerms& how, ElementScratch<E>& scratch) const {
    if (scratch.places.size() < at.count) {
      scratch.places.resize(at.count);
      scratch.velocities.resize(at.count);
      scratch.slopes.resize(at.count);
    }
    for (std::size_t k = 0; k < at.count; ++k) {
      const std::size_t i = at.first + k;
      scratch.places[k] = at.world.position + stations[i].position;
      if (how.gamma > 0) scratch.velocities[k] = (scratch.places[k] - historyTerm[i].col(0)) / how.gamma;
    }
    return {at.first,
            at.count,
            scratch.places.data(),
            how.gamma > 0 ? scratch.velocities.data() : nullptr,
            &masses[at.first],
            how.gravity,
            how.gamma};
  }

  // Rates of the coordinates relative to the goal's.
  typename E::Own goalLag(const Rates& eta, std::size_t e) const {
    typename E::Own lag = eta.template head<E::kOwn>();
    if (!goal->rates.empty()) lag -= etaOf(goal->rates, e).template head<E::kOwn>();
    return lag;
  }

  template <class F>
  void eachBlock(const F& f) const {
    for (std::size_t e = 0; e < all.size(); e += kBlock) f(ElementRange{e, std::min(e + kBlock, all.size())});
  }
  template <class F>
  bool eachBlockFromTip(const F& f) const {
    for (std::size_t e = all.size(); e > 0;) {
      const std::size_t first = (e - 1) / kBlock * kBlock;
      if (!f(ElementRange{first, e})) return false;
      e = first;
    }
    return true;
  }

  static constexpr std::size_t kBlock = 16;  // elements: some 100 KB
};

}  // namespace tendril::solver
