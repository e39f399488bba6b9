// A frame of a simulation, stage by stage.
#include "nodes/simulation/simulation.h"

#include <algorithm>
#include <set>

#include "nodes/attributes/light_rods.h"
#include "nodes/parameters/text.h"
#include "nodes/simulation/coarse_watch.h"
#include "nodes/simulation/frame_colliders.h"
#include "nodes/simulation/frame_runner.h"
#include "nodes/simulation/growth_and_cuts.h"
#include "nodes/simulation/push_rest.h"
#include "nodes/simulation/read_outs.h"
#include "nodes/simulation/wind_field.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {

Simulation::Simulation(Host& host, double unitLength)
    : host_(&host),
      unit_(unitLength),
      stage_(std::make_unique<SimulationWorkspace>()),
      coarse_(std::make_unique<CoarseWatch>()),
      colliders_(std::make_unique<FrameColliders>()),
      wind_(std::make_unique<WindField>()) {
  stage_->unit = unitLength;
}

Simulation::~Simulation() = default;

namespace {

// Forces of POP nodes count for one frame.
void clearForces(Geometry& g) {
  for (const char* name : {"force", "targetv", "airresist"})
    if (Attribute* attribute = g.find(Owner::point, name);
        attribute && attribute->kind == AttributeKind::numeric)
      for (std::size_t i = 0; i < sizeOf(attribute->numbers); ++i) setNumber(attribute->numbers, i, 0);
}

std::string namesOf(const std::vector<std::int64_t>& ids) {
  std::vector<std::string> named;
  for (const std::int64_t id : ids) named.push_back(std::to_string(id));
  return firstOf(named);
}

// Marks the rods that are new in this frame.
void markBorn(const std::set<std::int64_t>& ids, SimulationWorkspace& stage) {
  stage.born.clear();
  for (const Rod& rod : stage.rods) stage.born.push_back(ids.count(rod.id) > 0);
}

// Rods that were made to stay in shape do so under one gravity, with the stiffness and mass that they have.
void checkGravity(const Geometry& rods, const SimulationParms& parms, Host& host) {
  const Attribute* made = numericTuple(rods.find(Owner::detail, "staygravity"), 3);
  if (!made) return;
  const Vector3d then = tupleAt(*made, 0), now(parms.gravity[0], parms.gravity[1], parms.gravity[2]);
  const auto text = [](const Vector3d& v) {
    return formatNumber(v.x()) + " " + formatNumber(v.y()) + " " + formatNumber(v.z());
  };
  if (!((then - now).norm() <= 1e-6 * then.norm()))
    host.warn("gravity: rods were made to stay in shape under " + text(then) + ", not " + text(now) +
              "; set it alike on Tendril Rods");
  const bool scaled = parms.stiffness != 1 || parms.twistStiffness != 1 || parms.densityScale != 1 ||
                      parms.stiffnessRamp.at(0.5) != 1 || parms.densityRamp.at(0.5) != 1;
  if (scaled)
    host.warn(
        "rods were made to stay in shape with their own stiffness and mass, which the solver's Material "
        "tab changes; set Young's Modulus and Density on Tendril Rods instead");
}

// Sorts ids and removes duplicates.
void sortIds(std::vector<std::int64_t>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

Geometry Simulation::begin(const Geometry& rods, const SimulationParms& parms, double reach) {
  named("Rods", [&] { refuseLight(rods); });
  checkGravity(rods, parms, *host_);
  Geometry made = rods;
  std::vector<Rod> all = readRods(made);
  report_ = {};
  readEdits(made, reach, all, report_);
  if (report_.edited > 0) {
    host_->inform(counted(report_.edited, "rod was", "rods were") +
                  " edited and read again from P and orient");
    writeRods(made, all);
    all = readRods(made);  // storing changes the last bits
  }
  // until they are written, points are between knots
  if (std::optional<Geometry> parts = partsOf(made, all, {}, parms)) {
    made = std::move(*parts);
    all = readRods(made);
  }
  RodReadings none;
  beginHistories(made, nullptr, all, none);
  clearForces(made);  // the next frame's rods bring new ones
  writeRods(made, all);
  ReferenceFrame(made, parms, unit_, 0).write(made);
  writeWeather({}, unit_, made);
  if (parms.collides && parms.pushesRest) setPushOut(made);
  return made;
}

void Simulation::advance(Geometry& state, const SimulationInputs& inputs, const SimulationParms& parms,
                         const SimulationTime& time, Geometry* constraints) {
  SimulationFrame made = next(state, constraints, inputs, parms, time);
  state = std::move(made.rods);
  if (constraints) *constraints = std::move(made.constraints);
}

SimulationFrame Simulation::next(const Geometry& state, const Geometry* constraints,
                                 const SimulationInputs& inputs, const SimulationParms& parms,
                                 const SimulationTime& time) {
  report_ = {};
  SimulationWorkspace& stage = *stage_;
  const double seconds = time.seconds * parms.timeScale;
  const ReferenceFrame frame(state, parms, unit_, seconds);
  stage.weather = weatherOf(state, unit_);
  const Weather after = weatherAfter(stage.weather, windOf(parms), time.part * seconds);
  RodReadings readings;
  SimulationFrame made;
  const std::set<std::int64_t> born = matchRods(state, inputs, parms, readings, made.rods);
  if (stage.rods.empty()) {
    if (constraints) made.constraints = *constraints;
    frame.write(made.rods);
    writeWeather(after, unit_, made.rods);
    return made;
  }
  if (time.part >= 1) cutByLength(parms, readings, made.rods);
  sortByParents(made.rods, stage);
  markBorn(born, stage);
  takeState(stage);
  if (constraints)
    made.constraints =
        inputs.constraints ? withConstraintState(*inputs.constraints, *constraints) : *constraints;
  Constraints holds(made.constraints, stage, inputs.targets, inputs.constraints != nullptr, *host_);
  std::vector<SceneRod> rods;
  fillScene(made.rods, parms, inputs.forces != nullptr, stage, rods);
  if (seconds > 0) {
    followTargets(made.rods, inputs, parms, seconds, readings, rods);
    takeColliders(state, inputs, parms, seconds);
    setScene(parms, holds, std::move(rods));
    if (parms.collides && parms.pushesRest) {
      if (isPushOut(state)) stage.born.assign(stage.rods.size(), 1);
      pushRestOut(stage, stage.born, *host_);
    }
    FrameRunner runner(*host_, stage, parms, time, report_, frame, inputs.forces, holds);
    runner.run();
    keepResults(runner.found(), holds, time, made);
  }
  report_.rods = stage.rods.size();
  // a preroll may not see colliders yet
  if (seconds > 0 && !stage.colliders.empty())
    made.rods.remove(Owner::detail, kPushOut);
  else if (isPushOut(state))
    setPushOut(made.rods);
  clearForces(made.rods);
  frame.write(made.rods);
  writeWeather(after, unit_, made.rods);
  if (parms.collides && seconds > 0) colliders_->write(made.rods);
  writeRods(made.rods, stage.rods);
  if (seconds > 0 && time.part >= 1) breakRods(parms, made.rods);
  tellHowItWent(parms);
  return made;
}

std::set<std::int64_t> Simulation::matchRods(const Geometry& state, const SimulationInputs& inputs,
                                             const SimulationParms& parms, RodReadings& readings,
                                             Geometry& g) {
  SimulationWorkspace& stage = *stage_;
  named(inputs.stateName, [&] { refuseLight(state); });
  if (inputs.rods) named(inputs.rodsName, [&] { refuseLight(*inputs.rods); });
  stage.rods = named(inputs.stateName, [&] { return readRods(state); });
  readEdits(state, inputs.reach, stage.rods, report_);
  g = named(inputs.rods ? inputs.rodsName : nullptr,
            [&] { return adopted(state, stage.rods, inputs, parms, readings); });
  if (report_.edited > 0 && !inputs.rods) writeRods(g, stage.rods);  // roots stay where they were edited
  std::set<std::int64_t> born;
  for (const Rod& rod : stage.rods)
    if (!rod.history) born.insert(rod.id);
  beginHistories(g, inputs.rods, stage.rods, readings);
  return born;
}

void Simulation::cutByLength(const SimulationParms& parms, RodReadings& readings, Geometry& g) {
  const std::vector<Cut> cuts = cutsByLength(g, stage_->rods, parms, unit_);
  cutRods(cuts, g, stage_->rods);
  report_.cut = cuts.size();
  if (report_.cut > 0) beginHistories(g, nullptr, stage_->rods, readings);  // children attach to the pieces
}

void Simulation::followTargets(const Geometry& g, const SimulationInputs& inputs,
                               const SimulationParms& parms, double seconds, RodReadings& readings,
                               std::vector<SceneRod>& rods) {
  tellUnmatched(named(inputs.targets ? inputs.targetsName : nullptr,
                      [&] { return findTargets(g, inputs, parms, seconds, readings, *stage_, rods); }),
                inputs);
}

// Single rods may lack a target; if no rod has one, ids are probably wrong.
void Simulation::tellUnmatched(const std::vector<std::int64_t>& alone, const SimulationInputs& inputs) {
  if (!inputs.targets || alone.empty()) return;
  std::size_t roots = 0;
  for (const std::int32_t parent : stage_->parents) roots += parent < 0;
  if (alone.size() == roots)
    throw Error(std::string(inputs.targetsName) + ": nothing there has the id of a rod (rods have " +
                namesOf(alone) + "); rods and targets are matched by the primitives' id");
  host_->warn(std::string(inputs.targetsName) + ": " +
              counted(alone.size(), "rod has no target of its id and stays where it is",
                      "rods have no target of their id and stay where they are") +
              " (id " + namesOf(alone) + ")");
}

void Simulation::setScene(const SimulationParms& parms, Constraints& holds, std::vector<SceneRod> rods) {
  SimulationWorkspace& stage = *stage_;
  stage.scene.gravity = Vector3d(parms.gravity[0], parms.gravity[1], parms.gravity[2]);
  stage.scene.wind = windOf(parms);
  stage.scene.wind.drift = stage.weather.drift;
  stage.scene.wind.since = stage.weather.time;
  stage.scene.wind.field = wind_->of(parms, unit_, *host_);
  if (!holds.empty()) {
    // new constraints start from the rods' pose
    Scene now;
    now.rods = rods;
    now.constraints = holds.described();
    holds.begin(now, stage.state);
  }
  takeScene(stage, std::move(rods), holds.described());
  stage.state.constraints = holds.states();
  beginTogether(stage);
}

void Simulation::keepResults(const std::vector<RodResult>& found, const Constraints& holds,
                             const SimulationTime& time, SimulationFrame& made) {
  SimulationWorkspace& stage = *stage_;
  for (std::size_t r = 0; r < stage.rods.size(); ++r)
    store(stage.state.rods[r], stage.state.past[r], stage.state.pastStep[r], unit_, stage.rods[r]);
  writeReadOuts(stage, found, made.rods);
  const bool touches = !stage.scene.colliders.empty() ||
                       std::any_of(stage.scene.rods.begin(), stage.scene.rods.end(),
                                   [](const SceneRod& rod) { return !rod.contact.selfRadius.empty(); });
  if (touches || made.rods.find(Owner::point, "contactforce")) writeContacts(stage, made.rods, report_);
  holds.write(stage.scene, stage.state, made.constraints);
  holds.tellImpossible(*host_);
  if (time.part >= 1) {
    holds.tellBroken(stage.state, time.frame, *host_);
    coarse_->look(stage, holds.loads(stage.state), *host_);
  }
  report_.constraints = stage.scene.constraints.size();
  report_.broken = holds.broken(stage.state);
  report_.constraintResidual = holds.residual();
  addReadOuts(found, report_);
}

void Simulation::takeColliders(const Geometry& state, const SimulationInputs& inputs,
                               const SimulationParms& parms, double seconds) {
  SimulationWorkspace& stage = *stage_;
  stage.colliders.clear();
  if (parms.collides) stage.colliders = colliders_->read(inputs, state, unit_, seconds, *host_);
  stage.scene.colliders.clear();
  for (const auto& collider : stage.colliders) stage.scene.colliders.push_back(collider.get());
}

void Simulation::breakRods(const SimulationParms& parms, Geometry& g) {
  const std::vector<Cut> broken = breaks(g, stage_->rods, parms, unit_);
  cutRods(broken, g, stage_->rods);
  report_.cut += broken.size();
}

// Once in a simulation.
void Simulation::tellUnconverged(const SimulationParms& parms) {
  constexpr int kSteps = 8;  // in a row; whips need a few
  std::vector<std::int64_t> ids;
  for (const auto& [id, steps] : stage_->unconverged)
    if (steps >= kSteps) ids.push_back(id);
  if (ids.empty() || stage_->toldUnconverged) return;
  stage_->toldUnconverged = true;
  host_->warn(counted(ids.size(), "rod has", "rods have") + " not converged in " + std::to_string(kSteps) +
              " steps in a row (id " + namesOf(ids) + "; the last iteration still turned them by up to " +
              formatNumber(static_cast<float>(report_.residual)) + " rad, Tolerance is " +
              formatNumber(parms.tolerance) + "): their motion is not to be trusted. Raise Substeps" +
              (parms.iterations < 8 ? " or Max Iterations" : "") +
              ", look for wind or forces that are too strong, and check that the unit length of the scene (" +
              formatNumber(unit_) + " m) is that of the curves");
}

void Simulation::tellHowItWent(const SimulationParms& parms) {
  sortIds(report_.held);
  sortIds(report_.stopped);
  if (!report_.stopped.empty())
    host_->warn(counted(report_.stopped.size(), "rod hit something so fast that it was stopped there",
                        "rods hit something so fast that they were stopped there") +
                " (id " + namesOf(report_.stopped) + "); use more Substeps");
  if (report_.cut > 0) host_->inform(counted(report_.cut, "rod was cut or broke", "rods were cut or broke"));
  if (report_.edited > 0)
    host_->inform(counted(report_.edited, "rod was", "rods were") +
                  " edited and read again from P and orient");
  tellUnconverged(parms);
  if (report_.held.empty()) return;
  const std::string what = counted(report_.held.size(), "rod could not be solved and keeps its",
                                   "rods could not be solved and keep their") +
                           " last good shape (id " + namesOf(report_.held) + ")";
  if (parms.onDivergence == OnDivergence::error) throw Error(what);
  host_->fail(what);
}

}  // namespace tendril::nodes
