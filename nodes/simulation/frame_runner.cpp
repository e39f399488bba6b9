// Time steps of a frame, or one equilibrium.
#include "nodes/simulation/frame_runner.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "solver/base/parallel.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/plasticity.h"
#include "solver/statics/statics.h"

namespace tendril::nodes {

namespace {

Plasticity plasticityOf(const SimulationParms& parms) {
  return {parms.plasticBend, parms.plasticTwist, parms.plasticRate, parms.plasticHardening};
}

// Plastic flow of the natural curvature.
void flow(const Plasticity& how, double dt, SimulationWorkspace& stage) {
  if (!how.isOn()) return;
  parallelFor(stage.rods.size(), [&](std::size_t r) {
    SceneRod& rod = stage.scene.rods[r];
    History& history = *stage.rods[r].history;
    flowPlastically(how, dt, stage.state.rods[r].pose, rod.arc, stage.unit, rod.rest, history.plastic,
                    history.plasticFlow);
  });
}

RodState asRod(const Vector3d& place, const Vector3d& velocity) {
  RodState state;
  state.pose.root.position = place;
  state.velocity = velocity;
  return state;
}

}  // namespace

FrameRunner::FrameRunner(Host& host, SimulationWorkspace& stage, const SimulationParms& parms,
                         const SimulationTime& time, SimulationReport& report, const ReferenceFrame& frame,
                         HostForces* forces, Constraints& constraints)
    : host_(host),
      stage_(stage),
      parms_(parms),
      time_(time),
      report_(report),
      frame_(frame),
      loads_(forces, stage),
      constraints_(constraints),
      seconds_(time.seconds * parms.timeScale),
      roots_(stage.rods.size()),
      found_(stage.rods.size()) {}

void FrameRunner::run() {
  if (parms_.simType == SimType::dynamic)
    dynamic();
  else
    quasistatic();
}

void FrameRunner::dynamic() {
  StepSettings settings;
  settings.dt = seconds_ / parms_.substeps;
  settings.scheme = parms_.scheme;
  settings.iterations = parms_.iterations;
  settings.tolerance = parms_.tolerance;
  settings.roots = &roots_;
  const double end = time_.part * parms_.substeps;
  const int steps = static_cast<int>(std::ceil(end - 1e-9));
  int now = 0;
  std::string what;
  const std::function<void(std::size_t, std::size_t)> progress = [&](std::size_t done, std::size_t all) {
    host_.progress((now + static_cast<double>(done) / static_cast<double>(all)) / steps, what.c_str());
  };
  settings.progress = &progress;
  for (int i = 0; i < steps; ++i) {
    lookUp(host_);
    now = i;
    what = "substep " + std::to_string(i + 1) + " of " + std::to_string(steps);
    // the last one ends at the requested part of the frame
    const double to = std::min(i + 1.0, end);
    const double u = static_cast<double>(i) / parms_.substeps, v = to / parms_.substeps;
    if (to < i + 1.0) settings.dt = (v - u) * seconds_;
    settings.time = stage_.weather.time + v * seconds_;
    settings.part = 1;
    driveAt(v, seconds_, stage_, roots_);
    constraints_.driveAt(v, stage_.scene);
    enter(u, v);
    loads_.ask();  // like air: relative to the reference frame
    // rods that are carried along see colliders that were carried along, and what these moved besides
    const Frame<double> carried = frame_.isOn() ? frame_.carried(u, v) : Frame<double>();
    for (const auto& collider : stage_.colliders)
      collider->setInterval(u, v, frame_.isOn() ? &carried : nullptr);
    const Report report = step(stage_.scene, stage_.state, *stage_.work, settings);
    leave(v);
    take(report);
    flow(plasticityOf(parms_), settings.dt, stage_);
  }
}

void FrameRunner::quasistatic() {
  driveAt(time_.part, seconds_, stage_, roots_);
  constraints_.driveAt(time_.part, stage_.scene);
  State& state = stage_.state;
  for (std::size_t r = 0; r < roots_.size(); ++r) {
    const SceneRod& rod = stage_.scene.rods[r];
    if (rod.root == Root::clamped) state.rods[r].pose.root = roots_[r].pose;
    for (std::size_t k = 0; k < rod.goal.locked.size(); ++k) {
      if (rod.goal.locked[k]) state.rods[r].pose.set(k, rod.goal.shape);
    }
  }
  const std::vector<RodState> before = state.rods;
  for (const auto& collider : stage_.colliders) collider->setInterval(time_.part, time_.part);
  loads_.ask();
  const Equilibrium found = settle(stage_.scene, state, stage_.weather.time + time_.part * seconds_);
  for (std::size_t c = 0; c < found.constraints.size(); ++c) constraints_.take(found.constraints[c], c);
  state.past.resize(roots_.size());
  state.pastStep.resize(roots_.size());
  for (std::size_t r = 0; r < roots_.size(); ++r) {
    moveFrom(before[r].pose, state.rods[r]);
    state.past[r] = state.rods[r];
    state.pastStep[r] = 0;
    if (stage_.scene.rods[r].root != Root::clamped) continue;
    state.rods[r].velocity = roots_[r].motion.velocity;
    state.rods[r].spin = roots_[r].motion.spin;
  }
  report_.iterations = found.iterations;
  report_.residual = found.change;
  for (const std::size_t r : found.lost) report_.held.push_back(stage_.rods[r].id);
  flow(plasticityOf(parms_), seconds_ * time_.part, stage_);
  const std::vector<Energies> energies = energiesOfRods(stage_.scene, state);
  for (std::size_t r = 0; r < found_.size(); ++r) found_[r] = {found.iterations, found.change, energies[r]};
}

// Mean velocity of the frame, for motion blur and for a later dynamic frame.
void FrameRunner::moveFrom(const Pose& before, RodState& rod) const {
  const Pose& pose = rod.pose;
  const double seconds = seconds_ * time_.part;
  for (std::size_t k = 0; k < pose.size(); ++k) rod.rates[k] = before.changeTo(pose, k) / seconds;
  rod.velocity = (pose.root.position - before.root.position) / seconds;
  rod.spin = turnBetween(before.root.axes, pose.root.axes) / seconds;
}

void FrameRunner::enter(double u, double v) {
  if (!frame_.isOn()) return;
  for (ConstraintState& pearl : stage_.state.constraints) {
    RodState now = asRod(pearl.place, pearl.velocity), past = asRod(pearl.pastPlace, pearl.pastVelocity);
    frame_.enter(u, v, now, past);
    pearl.place = now.pose.root.position;
    pearl.velocity = now.velocity;
    pearl.pastPlace = past.pose.root.position;
    pearl.pastVelocity = past.velocity;
  }
  for (std::size_t r = 0; r < roots_.size(); ++r) {
    frame_.enter(u, v, stage_.state.rods[r], stage_.state.past[r]);
    roots_[r] = frame_.relative(v, roots_[r]);
    for (TargetSpring& pull : stage_.scene.rods[r].targetSprings)
      pull.velocity = frame_.relative(v, {pull.target, {Vector3d::Zero(), pull.velocity}}).motion.velocity;
  }
}

void FrameRunner::leave(double v) {
  if (!frame_.isOn()) return;
  for (RodState& state : stage_.state.rods) frame_.leave(v, state);
  for (ConstraintState& pearl : stage_.state.constraints) {
    RodState now = asRod(pearl.place, pearl.velocity);
    frame_.leave(v, now);
    pearl.velocity = now.velocity;
  }
}

void FrameRunner::take(const Report& report) {
  for (std::size_t c = 0; c < stage_.scene.constraints.size(); ++c)
    constraints_.take(stage_.work->constraintResult(c), c);
  report_.retries += report.retries;
  for (const std::size_t r : report.failed) report_.held.push_back(stage_.rods[r].id);
  for (const std::size_t r : report.stopped) report_.stopped.push_back(stage_.rods[r].id);
  for (std::size_t r = 0; r < found_.size(); ++r) {
    const RodResult now = stage_.work->result(r);
    countUnconverged(r, now.change);
    found_[r] = {std::max(found_[r].sweeps, now.sweeps), std::max(found_[r].change, now.change),
                 now.energies};
  }
}

// The correction after the last one would be about its square; from a radian on it leads nowhere. Whips and
// stiff springs stay below for many steps and look right. A single iteration is rough by choice.
void FrameRunner::countUnconverged(std::size_t r, double change) {
  const std::int64_t id = stage_.rods[r].id;
  if (parms_.iterations == 1 || change < 1 || change * change <= parms_.tolerance)
    stage_.unconverged.erase(id);
  else
    ++stage_.unconverged[id];
}

}  // namespace tendril::nodes
