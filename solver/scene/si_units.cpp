// A geometry's rods as a scene's rods.
#include "solver/scene/si_units.h"

#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

using Eigen::Quaterniond;

Vector3d plasticRest(const Vector3d& kappaRest, const Vector3d& plastic) {
  return kappaRest + plastic;
}

Quaterniond plasticRest(const Quaterniond& jointRest, const Vector3d& plastic) {
  return plastic.isZero(0) ? jointRest : (jointRest * turnBy(plastic)).normalized();
}

SceneRod describe(const Rod& rod, double unit) {
  SceneRod made;
  made.model = rod.shape.model;
  for (const double arc : rod.shape.arc) made.arc.push_back(arc * unit);
  const std::vector<Vector3d>* plastic = rod.history ? &rod.history->plastic : nullptr;
  const auto plasticAt = [&](std::size_t k) { return plastic ? (*plastic)[k] : Vector3d(Vector3d::Zero()); };
  for (std::size_t k = 0; k < rod.kappaRest.size(); ++k)
    made.kappaRest.push_back(plasticRest(rod.kappaRest[k], plasticAt(k)) / unit);
  for (std::size_t k = 0; k < rod.jointRest.size(); ++k)
    made.jointRest.push_back(plasticRest(rod.jointRest[k], plasticAt(k)));
  if (rod.history) {
    made.attachment.position = rod.history->hookPosition * unit;
    made.attachment.axes = axesOf(rod.history->hookOrient);
  }
  return made;
}

namespace {

// As many values as the model has coordinates, from values at all knots.
template <class T>
std::vector<T> first(const std::vector<T>& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

RodState stateFrom(const Rod& rod, const Vector3d& position, const Quaterniond& orient, const Motion& motion,
                   const std::vector<Vector3d>& kappa, const std::vector<Quaterniond>& joints, double unit) {
  const bool chain = rod.shape.model == Model::chain;
  const std::size_t count = rod.shape.elements() + (rod.shape.model == Model::clothoid ? 1 : 0);
  RodState state;
  state.pose.root = {axesOf(orient), position * unit};
  state.velocity = motion.velocity * unit;
  state.spin = motion.spin;
  state.rates =
      motion.rates.empty() ? std::vector<Vector3d>(count, Vector3d::Zero()) : first(motion.rates, count);
  if (chain) {
    state.pose.joints = first(joints, count);
    return state;
  }
  state.pose.kappa = first(kappa, count);
  for (Vector3d& k : state.pose.kappa) k /= unit;
  for (Vector3d& rate : state.rates) rate /= unit;
  return state;
}

// Values at all knots: helices repeat the last, chains have no last joint.
template <class T>
void fillUp(std::vector<T>& values, std::size_t knots, const T& none, bool repeats) {
  while (values.size() < knots) values.push_back(repeats ? values.back() : none);
}

void storeOne(const RodState& state, const Rod& rod, double unit, Vector3d& position, Quaterniond& orient,
              Motion& motion, std::vector<Vector3d>& kappa, std::vector<Quaterniond>& joints) {
  const std::size_t knots = rod.shape.arc.size();
  const bool chain = rod.shape.model == Model::chain;
  position = state.pose.root.position / unit;
  orient = orientOf(state.pose.root.axes);
  motion.velocity = state.velocity / unit;
  motion.spin = state.spin;
  motion.rates = state.rates;
  if (chain) {
    joints = state.pose.joints;
    fillUp(joints, knots, Quaterniond::Identity(), false);
  } else {
    kappa = state.pose.kappa;
    for (Vector3d& k : kappa) k *= unit;
    for (Vector3d& rate : motion.rates) rate *= unit;
    fillUp(kappa, knots, Vector3d(0, 0, 0), true);
  }
  fillUp(motion.rates, knots, Vector3d(0, 0, 0), !chain);
}

}  // namespace

RodState stateOf(const Rod& rod, double unit) {
  return stateFrom(rod, rod.shape.root.position, rod.rootOrient, rod.motion, rod.shape.kappa,
                   rod.shape.joints, unit);
}

RodState pastOf(const Rod& rod, double unit) {
  const History& h = *rod.history;
  return stateFrom(rod, h.pastPosition, h.pastOrient, h.pastMotion, h.pastKappa, h.pastJoints, unit);
}

void store(const RodState& state, const RodState& past, double pastStep, double unit, Rod& rod) {
  Quaterniond orient;
  storeOne(state, rod, unit, rod.shape.root.position, orient, rod.motion, rod.shape.kappa, rod.shape.joints);
  turnRoot(rod, orient);
  History& h = *rod.history;
  h.pastStep = pastStep;
  storeOne(past, rod, unit, h.pastPosition, h.pastOrient, h.pastMotion, h.pastKappa, h.pastJoints);
}

void beginHistory(Rod& rod) {
  History& h = rod.history.emplace();
  h.cutFrom = rod.id;
  const std::size_t knots = rod.shape.arc.size();
  if (rod.motion.rates.empty()) rod.motion.rates.assign(knots, Vector3d::Zero());
  h.pastPosition = rod.shape.root.position;
  h.pastOrient = rod.rootOrient;
  h.pastMotion = rod.motion;
  h.pastKappa = rod.shape.kappa;
  h.pastJoints = rod.shape.joints;
  for (const Frame<double>& frame : knotFrames(rod.shape)) h.goalPosition.push_back(frame.position);
  h.goalKappa = rod.shape.kappa;
  h.goalJoints = rod.shape.joints;
  h.plastic.assign(knots, Vector3d::Zero());
  h.plasticFlow.assign(knots, 0);
}

}  // namespace tendril::solver
