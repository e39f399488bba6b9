// What rods follow: clamped roots, goal shapes, pins, locked curls.
#include <algorithm>
#include <cmath>

#include "nodes/parameters/text.h"
#include "nodes/simulation/reference_frame.h"
#include "nodes/simulation/targets.h"
#include "solver/base/parallel.h"
#include "solver/geometry/tuples.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

namespace {

class Follower {
 public:
  Follower(const Targets& targets, const SimulationParms& parms, double seconds, SimulationWorkspace& stage)
      : targets_(targets),
        parms_(parms),
        seconds_(seconds),
        stage_(stage),
        pins_(targets.geometry()),
        goalWeight_(findKnotValue(targets.geometry(), "goalweight")),
        stiffness_(findKnotValue(targets.geometry(), "targetstiffness")),
        damping_(findKnotValue(targets.geometry(), "targetdamping")),
        weight_(findKnotValue(targets.geometry(), "targetweight")) {}

  // False if a root has no target.
  bool follow(std::size_t r, SceneRod& to) const {
    Rod& rod = stage_.rods[r];
    History& history = *rod.history;
    Drive& it = stage_.drives[r];
    it = {};
    const RodState& state = stage_.state.rods[r];
    it.rootBefore = {state.pose.root, {state.spin, state.velocity}};
    it.root = {state.pose.root, {}};
    it.goalBefore = it.goal = poseOf(history.goal, to, stage_.unit);
    const std::optional<Target> target = targetOf(rod);
    if (to.root != Root::attached) {
      it.hold = history.loose ? Hold::none : holdOf(target, 0);
      to.root = it.hold == Hold::all ? Root::clamped : Root::free;
    }
    if (!target) {
      forget(history);
      return to.root == Root::attached || history.loose;
    }
    it.goal = poseOf(target->shape, to, 1);
    if (to.root == Root::clamped && stage_.born[r]) beginAt(*target, r, it);
    if (to.root == Root::clamped) leadRoot(*target, history, it);
    if (stage_.falling[r]) return true;  // a loose rod follows nothing
    drawTowards(*target, rod, it, to);
    pull(*target, rod, it, to);
    lockCurls(*target, rod, it, to);
    remember(*target, it, history);
    return true;
  }

 private:
  // Plain curves are fitted where their shape counts: for the goal's weight, and between glued knots.
  std::optional<Target> targetOf(const Rod& rod) const {
    std::optional<Target> target = targets_.of(rod, parms_.goalWeight > 0);
    const bool glued = target && !(parms_.goalWeight > 0) && targets_.arePlain() &&
                       pinAt(*target, 0) == Hold::all && pinAt(*target, 1) == Hold::all;
    return glued ? targets_.of(rod, true) : target;
  }

  static void forget(History& history) { history.targetVelocity = history.targetSpin = Vector3d::Zero(); }

  // Coordinates of knots as a pose; `unit`: of the curvatures, m.
  static Pose poseOf(const Coordinates& knots, const SceneRod& like, double unit) {
    Pose pose;
    static_cast<Coordinates&>(pose) = knots.first(like.coordinates());
    pose.divideByLength(unit);
    return pose;
  }

  Hold holdOf(const std::optional<Target>& target, std::size_t knot) const {
    if (!target) return Hold::all;  // stays
    const Hold hold = pinAt(*target, knot);
    return knot > 0 || pins_.speak() ? hold : Hold::all;
  }

  // New rods start at the target with its velocity.
  void beginAt(const Target& target, std::size_t r, Drive& it) const {
    RodState& state = stage_.state.rods[r];
    state.pose.root = target.shape.root;
    state.velocity = Vector3d::Zero();
    if (const Attribute* v = numericTuple(targets_.geometry().find(Owner::point, "v"), 3)) {
      const Vector3d velocity =
          tupleAt(*v, static_cast<std::size_t>(targets_.geometry().pointsOf(target.primitive)[0]));
      if (velocity.allFinite()) state.velocity = velocity * stage_.unit;
    }
    stage_.state.past[r] = state;
    stage_.rods[r].history->targetVelocity = state.velocity / stage_.unit;
    it.rootBefore = {state.pose.root, {state.spin, state.velocity}};
    it.rootBefore.pose.position -= seconds_ * state.velocity;
    state.pose.root.position = it.rootBefore.pose.position;
  }

  void leadRoot(const Target& target, History& history, Drive& it) const {
    it.root.pose = target.shape.root;
    const Vector3d velocity = (it.root.pose.position - it.rootBefore.pose.position) / seconds_,
                   spin = turnBetween(it.rootBefore.pose.axes, it.root.pose.axes) / seconds_;
    it.root.motion.velocity = motionAtEnd(velocity, history.targetVelocity * stage_.unit);
    it.root.motion.spin = motionAtEnd(spin, history.targetSpin);
    history.targetVelocity = velocity / stage_.unit;
    history.targetSpin = spin;
  }

  double weightOf(const Target& target, const Rod& rod, std::size_t k) const {
    const double painted = numberOf(goalWeight_, target, k);
    const double weight =
        parms_.goalWeight * parms_.goalRamp.at(rod.shape.arc[k] / rod.shape.length()) * painted;
    if (!std::isfinite(weight)) throw Error("rod " + std::to_string(rod.id) + ": goalweight is not finite");
    return std::clamp(weight, 0.0, 1.0);
  }

  Hold pinAt(const Target& target, std::size_t k) const { return pins_.at(target, k); }
  // Interpolated between the neighbouring vertices.
  double numberOf(const KnotValue& value, const Target& target, std::size_t k) const {
    if (!value) return 1;
    return valueAt(target, k,
                   [&](std::size_t v) { return value.at(targets_.geometry(), target.primitive, v); });
  }

  // Springs on coordinates. Locks coordinates of weight 1, and those between glued knots next to a glued
  // root.
  void drawTowards(const Target& target, const Rod& rod, const Drive& it, SceneRod& to) const {
    constexpr double kWhole = 1 - 1e-9;
    const std::size_t n = to.coordinates(), knots = rod.shape.arc.size();
    Goal goal;
    goal.weight.assign(n, 0);
    goal.locked.assign(n, 0);
    std::vector<double> weight(knots);
    for (std::size_t k = 0; k < knots; ++k) weight[k] = weightOf(target, rod, k);
    std::size_t glued = 0;
    if (to.root == Root::clamped || (to.root == Root::attached && pinAt(target, 0) == Hold::all))
      while (glued < knots && (glued == 0 || pinAt(target, glued) == Hold::all)) ++glued;
    bool any = false;
    for (std::size_t k = 0; k < n; ++k) {
      double w = weight[k];
      if (layoutOf(to.model) == Layout::elements) w = 0.5 * (weight[k] + weight[k + 1]);
      // all coordinates before the last glued knot must be locked to place it
      const bool held = layoutOf(to.model) == Layout::knots ? k < glued && glued > 1 : k + 1 < glued;
      goal.locked[k] = held || w >= kWhole;
      goal.weight[k] = goal.locked[k] ? 0 : w / (1 - w);
      any = any || goal.locked[k] || w > 0;
    }
    if (!any) return;
    goal.shape = it.goalBefore;
    goal.damping = parms_.goalDamping;
    goal.rates.assign(n, Vector3d::Zero());
    for (std::size_t k = 0; k < n; ++k) goal.rates[k] = it.goalBefore.changeTo(it.goal, k) / seconds_;
    to.goal = std::move(goal);
  }

  // Mass of half the elements beside a knot, kg.
  static double massAt(const SceneRod& rod, std::size_t k) {
    return shareOf(rod.arc, k) * rod.sections[k].mass;
  }

  // A stiffness with no visible deflection under the rod's weight and stiffness.
  static double hardness(const SceneRod& rod, double step) {
    double mass = 0, stiff = 0;
    for (std::size_t k = 0; k < rod.arc.size(); ++k) {
      mass += massAt(rod, k);
      stiff = std::max(stiff, rod.sections[k].stiffness.maxCoeff());
    }
    const double length = rod.arc.back();
    return 1e3 * mass / (step * step) + 1e4 * stiff / (length * length * length);
  }

  void pull(const Target& target, const Rod& rod, Drive& it, SceneRod& to) const {
    const std::size_t knots = rod.shape.arc.size();
    const double hard = hardness(to, seconds_ / parms_.substeps), length = to.arc.back();
    bool lockedSoFar = to.root == Root::clamped;  // these knots need no spring
    for (std::size_t k = 0; k < knots; ++k) {
      const Hold hold = k == 0 && to.root == Root::clamped ? Hold::all : holdFor(it, target, k, to);
      lockedSoFar = lockedSoFar && hold == Hold::all;
      if (lockedSoFar || (k == 0 && to.root == Root::attached)) continue;
      TargetSpring pull;
      pull.arc = to.arc[k];
      if (hold != Hold::none) pull.stiffness = hard;
      if (hold == Hold::all) pull.turnStiffness = hard * length * length * 1e-2;
      if (hold == Hold::none) addSoft(target, rod, k, to, pull);
      if (pull.stiffness == 0 && pull.damping == 0) continue;
      pull.target = target.frames[k];
      Frame<double> before = target.frames[k];
      before.position = rod.history->goalPosition[k] * stage_.unit;
      pull.velocity = (pull.target.position - before.position) / seconds_;
      it.pulled.push_back(k);
      it.pullBefore.push_back(before);
      it.pull.push_back(pull.target);
      it.pullVelocity.push_back(pull.velocity);
      to.targetSprings.push_back(pull);
    }
  }

  Hold holdFor(const Drive& it, const Target& target, std::size_t k, const SceneRod& to) const {
    if (k == 0) return to.root == Root::attached ? Hold::none : it.hold;
    return pinAt(target, k);
  }

  void addSoft(const Target& target, const Rod& rod, std::size_t k, const SceneRod& to,
               TargetSpring& pull) const {
    const double part =
        parms_.targetRamp.at(rod.shape.arc[k] / rod.shape.length()) * numberOf(weight_, target, k);
    const double stiff = parms_.targetStiffness * part * numberOf(stiffness_, target, k),
                 damp = parms_.targetDamping * part * numberOf(damping_, target, k);
    if (!(stiff >= 0 && damp >= 0 && std::isfinite(stiff + damp)))
      throw Error("rod " + std::to_string(rod.id) +
                  ": targetstiffness, targetdamping or targetweight is below 0");
    pull.stiffness = massAt(to, k) * stiff;
    pull.damping = massAt(to, k) * damp;
  }

  // A spring on a knot's rotation about the curl's axis, relative to the goal: the curl may swing but not
  // roll.
  void lockCurls(const Target& target, const Rod& rod, Drive& it, SceneRod& to) const {
    if (!(parms_.curlLock > 0)) return;
    const double strength = parms_.curlLock / std::max(1e-3, 1 - parms_.curlLock);
    for (std::size_t k = 1; k < rod.shape.arc.size(); ++k) {
      TargetSpring pull;
      pull.arc = to.arc[k];
      pull.target = target.frames[k];
      const double beside = 0.5 * (to.arc[std::min(k + 1, rod.shape.elements())] - to.arc[k - 1]);
      pull.turnStiffness = strength * to.sections[k].stiffness[0] / beside;
      it.curled.push_back(k);
      it.curlGoal.push_back(target.frames[k].axes);
      it.curlAxis.push_back(wayAt(target.frames, k));
      to.targetSprings.push_back(pull);
    }
  }

 public:
  // A curl's axis: the chord over a quarter of the rod to both sides.
  static Vector3d wayAt(const std::vector<Frame<double>>& frames, std::size_t k) {
    const std::size_t reach = std::max<std::size_t>(1, frames.size() / 4), last = frames.size() - 1;
    const Vector3d way =
        frames[std::min(k + reach, last)].position - frames[k > reach ? k - reach : 0].position;
    const double length = way.norm();
    return length > 0 ? Vector3d(way / length) : frames[k].axes.col(0);
  }

 private:
  void remember(const Target& target, const Drive& it, History& history) const {
    for (std::size_t k = 0; k < target.frames.size(); ++k)
      history.goalPosition[k] = target.frames[k].position / stage_.unit;
    Coordinates goal = it.goal;
    goal.multiplyByLength(stage_.unit);
    for (std::size_t k = 0; k < goal.size(); ++k) history.goal.set(k, goal);
  }

  const Targets& targets_;
  const SimulationParms& parms_;
  double seconds_;
  SimulationWorkspace& stage_;
  Pins pins_;
  KnotValue goalWeight_, stiffness_, damping_, weight_;
};

}  // namespace

std::vector<std::int64_t> findTargets(const Geometry& g, const SimulationInputs& inputs,
                                      const SimulationParms& parms, double seconds, RodReadings& readings,
                                      SimulationWorkspace& stage, std::vector<SceneRod>& to) {
  // points alone are no goal: they are what constraints follow
  const bool hasGoal = inputs.targets && !inputs.targets->kinds.empty();
  const Geometry& from = hasGoal ? *inputs.targets : inputs.rods ? *inputs.rods : g;
  const Targets targets(from, inputs.rods ? *inputs.rods : g, stage.unit, readings);
  const Follower follower(targets, parms, seconds, stage);
  stage.drives.resize(stage.rods.size());
  std::vector<std::uint8_t> led(stage.rods.size(), 0);
  parallelForInOrder(led.size(), [&](std::size_t r) { led[r] = follower.follow(r, to[r]); });
  std::vector<std::int64_t> alone;
  for (std::size_t r = 0; r < led.size(); ++r)
    if (!led[r]) alone.push_back(stage.rods[r].id);
  return alone;
}

Geometry placedOn(const Geometry& rods, const Geometry& goal, bool inShape) {
  RodReadings readings;
  if (!readings.of(goal).empty()) return goal;
  std::vector<Rod> placed = readings.of(rods);
  const Targets targets(goal, rods, 1, readings);
  for (Rod& rod : placed)
    if (const std::optional<Target> target = targets.of(rod, inShape)) {
      if (inShape) static_cast<Coordinates&>(rod.shape) = target->shape;
      rod.shape.root.position = target->shape.root.position;
      turnRoot(rod, orientOf(target->shape.root.axes));
    }
  Geometry made = rods;
  writeRods(made, placed);
  return made;
}

void driveAt(double u, double seconds, SimulationWorkspace& stage, std::vector<RootTarget>& roots) {
  for (std::size_t r = 0; r < stage.rods.size(); ++r) {
    const Drive& it = stage.drives[r];
    SceneRod& rod = stage.scene.rods[r];
    roots[r] = u < 1 ? between(it.rootBefore, it.root, seconds, u) : it.root;
    if (!rod.goal.weight.empty())
      static_cast<Coordinates&>(rod.goal.shape) =
          u < 1 ? mixed(it.goalBefore, it.goal, u) : static_cast<const Coordinates&>(it.goal);
    for (std::size_t i = 0; i < it.pulled.size(); ++i) {
      rod.targetSprings[i].target.position = (1 - u) * it.pullBefore[i].position + u * it.pull[i].position;
      rod.targetSprings[i].velocity = it.pullVelocity[i];
    }
    if (it.curled.empty()) continue;
    const std::vector<Frame<double>> frames = knotFrames(shapeOf(rod, stage.state.rods[r].pose));
    for (std::size_t i = 0; i < it.curled.size(); ++i) {
      TargetSpring& pull = rod.targetSprings[it.pulled.size() + i];
      const Vector3d way = Follower::wayAt(frames, it.curled[i]);
      pull.target.axes = shortestTurn(it.curlAxis[i], way) * it.curlGoal[i];
      pull.turnAxis = way;
    }
  }
}

}  // namespace tendril::nodes
