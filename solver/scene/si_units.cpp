// A geometry's rods as a scene's rods.
#include "solver/scene/si_units.h"

#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

using Eigen::Quaterniond;

SceneRod describe(const Rod& rod, double unit) {
  SceneRod made;
  made.model = rod.shape.model;
  for (const double arc : rod.shape.arc) made.arc.push_back(arc * unit);
  made.rest = rod.rest;
  for (std::size_t k = 0; k < made.rest.size(); ++k) {
    const Vector3d plastic = rod.history ? rod.history->plastic[k] : Vector3d(0, 0, 0);
    // a rotation keeps its bits where nothing has flown
    if (!made.rest.areJoints() || !plastic.isZero(0)) made.rest.change(k, plastic);
  }
  made.rest.divideByLength(unit);
  if (rod.history) {
    made.attachment.position = rod.history->hookPosition * unit;
    made.attachment.axes = axesOf(rod.history->hookOrient);
  }
  return made;
}

namespace {

RodState stateFrom(const Rod& rod, const Vector3d& position, const Quaterniond& orient, const Motion& motion,
                   const Coordinates& coordinates, double unit) {
  const Layout layout = layoutOf(rod.shape.model);
  const std::size_t count = coordinateCount(layout, rod.shape.elements());
  RodState state;
  state.pose.root = {axesOf(orient), position * unit};
  state.velocity = motion.velocity * unit;
  state.spin = motion.spin;
  state.rates = motion.rates;
  state.rates.resize(count, Vector3d::Zero());
  divideByLength(layout, unit, state.rates);
  static_cast<Coordinates&>(state.pose) = coordinates.first(count);
  state.pose.divideByLength(unit);
  return state;
}

void storeOne(const RodState& state, const Rod& rod, double unit, Vector3d& position, Quaterniond& orient,
              Motion& motion, Coordinates& coordinates) {
  const std::size_t knots = rod.shape.arc.size();
  const Layout layout = layoutOf(rod.shape.model);
  position = state.pose.root.position / unit;
  orient = orientOf(state.pose.root.axes);
  motion.velocity = state.velocity / unit;
  motion.spin = state.spin;
  motion.rates = state.rates;
  multiplyByLength(layout, unit, motion.rates);
  fillKnots(layout, knots, motion.rates);
  coordinates = state.pose;
  coordinates.multiplyByLength(unit);
  coordinates.fillKnots(knots);
}

}  // namespace

RodState stateOf(const Rod& rod, double unit) {
  return stateFrom(rod, rod.shape.root.position, rod.rootOrient, rod.motion, rod.shape, unit);
}

RodState pastOf(const Rod& rod, double unit) {
  const History& h = *rod.history;
  return stateFrom(rod, h.pastPosition, h.pastOrient, h.pastMotion, h.past, unit);
}

void store(const RodState& state, const RodState& past, double pastStep, double unit, Rod& rod) {
  Quaterniond orient;
  storeOne(state, rod, unit, rod.shape.root.position, orient, rod.motion, rod.shape);
  turnRoot(rod, orient);
  History& h = *rod.history;
  h.pastStep = pastStep;
  storeOne(past, rod, unit, h.pastPosition, h.pastOrient, h.pastMotion, h.past);
}

void beginHistory(Rod& rod) {
  History& h = rod.history.emplace();
  h.cutFrom = rod.id;
  const std::size_t knots = rod.shape.arc.size();
  if (rod.motion.rates.empty()) rod.motion.rates.assign(knots, Vector3d::Zero());
  h.pastPosition = rod.shape.root.position;
  h.pastOrient = rod.rootOrient;
  h.pastMotion = rod.motion;
  h.past = rod.shape;
  for (const Frame<double>& frame : knotFrames(rod.shape)) h.goalPosition.push_back(frame.position);
  h.goal = rod.shape;
  h.plastic.assign(knots, Vector3d::Zero());
  h.plasticFlow.assign(knots, 0);
}

}  // namespace tendril::solver
