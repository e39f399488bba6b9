// Rods that move.
#include "nodes/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "nodes/parameters/pieces.h"
#include "nodes/parameters/text.h"
#include "nodes/simulation/constraints.h"
#include "nodes/simulation/growth_and_cuts.h"
#include "nodes/simulation/host_loads.h"
#include "nodes/simulation/reference_frame.h"
#include "nodes/simulation/workspace.h"
#include "solver/base/parallel.h"
#include "solver/geometry/tuples.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/plasticity.h"
#include "solver/scene/islands.h"
#include "solver/statics/statics.h"

namespace tendril::nodes {

Simulation::Simulation(Host& host, double unitLength)
    : host_(&host), unit_(unitLength), stage_(std::make_unique<SimulationWorkspace>()) {
  stage_->unit = unitLength;
}

Simulation::~Simulation() = default;

namespace {

Plasticity plasticityOf(const SimulationParms& parms) {
  return {parms.plasticBend, parms.plasticTwist, parms.plasticRate, parms.plasticHardening};
}

Wind windOf(const SimulationParms& parms) {
  Wind wind;
  wind.steady = Vector3d(parms.wind[0], parms.wind[1], parms.wind[2]);
  wind.gust = parms.gust;
  wind.gustPeriod = parms.gustPeriod;
  wind.noise = parms.noise;
  wind.noiseSize = parms.noiseSize;
  wind.noiseTime = parms.noiseTime;
  wind.seed = static_cast<std::uint32_t>(parms.seed);
  return wind;
}

// What the work of the last frame was made for, so far as it may not change.
bool sameWork(const SceneRod& a, const SceneRod& b) {
  const auto places = [](const SceneRod& rod) {
    std::vector<double> all;
    for (const PointForce& force : rod.forces) all.push_back(force.arc);
    for (const TargetSpring& pull : rod.targetSprings) all.push_back(pull.arc);
    return all;
  };
  const auto frames = [](const Frame<double>& p, const Frame<double>& q) {
    return p.axes == q.axes && p.position == q.position;
  };
  const auto sections = [](const Section& p, const Section& q) {
    return p.mass == q.mass && p.inertia == q.inertia;
  };
  return a.model == b.model && a.arc == b.arc && a.parent == b.parent && a.parentArc == b.parentArc &&
         (a.root == Root::attached) == (b.root == Root::attached) && frames(a.attachment, b.attachment) &&
         a.drag.empty() == b.drag.empty() && a.sections.size() == b.sections.size() &&
         std::equal(a.sections.begin(), a.sections.end(), b.sections.begin(), sections) &&
         places(a) == places(b);
}

// A constraint holds the same rods at the same frames beside them.
bool sameWork(const SceneConstraint& a, const SceneConstraint& b) {
  for (int k = 0; k < 2; ++k)
    if (a.ends[k].rod != b.ends[k].rod || a.ends[k].attachment.axes != b.ends[k].attachment.axes ||
        a.ends[k].attachment.position != b.ends[k].attachment.position)
      return false;
  return true;
}

void takeScene(SimulationWorkspace& stage, std::vector<SceneRod> rods, std::vector<SceneConstraint> constraints) {
  Scene& scene = stage.scene;
  bool same =
      stage.work && rods.size() == scene.rods.size() && constraints.size() == scene.constraints.size();
  for (std::size_t r = 0; same && r < rods.size(); ++r) same = sameWork(rods[r], scene.rods[r]);
  for (std::size_t c = 0; same && c < constraints.size(); ++c)
    same = sameWork(constraints[c], scene.constraints[c]);
  if (!same) stage.work.reset();
  if (constraints.size() == scene.constraints.size())
    std::copy(constraints.begin(), constraints.end(), scene.constraints.begin());
  else
    scene.constraints = std::move(constraints);
  if (same)  // where they are: the work points at them
    for (std::size_t r = 0; r < rods.size(); ++r) scene.rods[r] = std::move(rods[r]);
  else
    scene.rods = std::move(rods);
  if (same)
    checkScene(scene);  // what is new may be wrong
  else
    stage.work = std::make_unique<Workspace>(scene);
}

void takeState(SimulationWorkspace& stage) {
  State& state = stage.state;
  const std::size_t count = stage.rods.size();
  state.rods.resize(count);
  state.past.resize(count);
  state.pastStep.resize(count);
  for (std::size_t r = 0; r < count; ++r) {
    state.rods[r] = stateOf(stage.rods[r], stage.unit);
    state.past[r] = pastOf(stage.rods[r], stage.unit);
    state.pastStep[r] = stage.rods[r].history->pastStep;
  }
}

// A tree steps as one: where one of its rods begins anew, all do.
void beginTogether(SimulationWorkspace& stage) {
  std::vector<double>& steps = stage.state.pastStep;
  for (const std::vector<std::size_t>& tree : islandsOf(stage.scene))
    if (std::any_of(tree.begin(), tree.end(), [&](std::size_t r) { return steps[r] != steps[tree[0]]; }))
      for (const std::size_t r : tree) steps[r] = 0;
}

constexpr const char *kWindTime = "windtime", *kWindDrift = "winddrift";  // of the detail; s, scene units

Weather weatherOf(const Geometry& state, double unit) {
  Weather weather;
  const Attribute *time = numericTuple(state.find(Owner::detail, kWindTime), 1),
                  *drift = numericTuple(state.find(Owner::detail, kWindDrift), 3);
  if (time) weather.time = numberAt(time->numbers, 0);
  if (drift) weather.drift = Vector3d(tupleAt(*drift, 0)) * unit;
  if (!std::isfinite(weather.time) || !weather.drift.allFinite())
    throw Error(std::string("detail attributes '") + kWindTime + "' and '" + kWindDrift + "' are not finite");
  return weather;
}

void writeWeather(const Weather& weather, double unit, Geometry& g) {
  setTuple(g.add(Owner::detail, kWindTime, Storage::real64, 1), 0, weather.time);
  setTuple(g.add(Owner::detail, kWindDrift, Storage::real64, 3, "vector"), 0, Vector3d(weather.drift / unit));
}

// Natural curvature flows where rods are bent too far.
void flow(const Plasticity& how, double dt, SimulationWorkspace& stage) {
  if (!how.isOn()) return;
  parallelFor(stage.rods.size(), [&](std::size_t r) {
    SceneRod& rod = stage.scene.rods[r];
    History& history = *stage.rods[r].history;
    const Pose& pose = stage.state.rods[r].pose;
    for (std::size_t k = 0; k < pose.kappa.size(); ++k) {
      double flown = history.plasticFlow[k] / stage.unit;
      const Vector3d gained = flowOf(how, pose.kappa[k] - rod.kappaRest[k], dt, flown);
      if (gained.isZero(0)) continue;
      history.plasticFlow[k] = flown * stage.unit;
      history.plastic[k] += gained * stage.unit;
      rod.kappaRest[k] += gained;
    }
    for (std::size_t k = 0; k < pose.joints.size(); ++k) {
      const double length = 0.5 * (rod.length(k) + (k > 0 ? rod.length(k - 1) : 0));
      double flown = history.plasticFlow[k] / length;
      const Vector3d turn = turnOf(rod.jointRest[k].conjugate() * pose.joints[k]);
      const Vector3d gained = flowOf(how, turn / length, dt, flown) * length;
      if (gained.isZero(0)) continue;
      history.plasticFlow[k] = flown * length;
      const Eigen::Quaterniond plastic = turnBy(history.plastic[k]);
      rod.jointRest[k] = (rod.jointRest[k] * turnBy(gained)).normalized();
      history.plastic[k] = turnOf(plastic * turnBy(gained));
    }
  });
}

// Attributes that tell how it went. J, rad.
void writeReadOuts(const SimulationWorkspace& stage, const std::vector<RodResult>& found, Geometry& g) {
  const auto add = [&](Owner owner, const char* name) -> Attribute& {
    return g.add(owner, name, Storage::real32, 1);
  };
  Energies sum;
  double sweeps = 0, residual = 0;
  Attribute &kinetic = add(Owner::primitive, "kinetic"), &elastic = add(Owner::primitive, "elastic"),
            &potential = add(Owner::primitive, "potential"),
            &iterations = add(Owner::primitive, "iterations"), &left = add(Owner::primitive, "residual");
  for (std::size_t r = 0; r < found.size(); ++r) {
    const std::size_t p = stage.rods[r].primitive;
    const auto& [count, change, energies] = found[r];
    setTuple(kinetic, p, energies.kinetic);
    setTuple(elastic, p, energies.elastic);
    setTuple(potential, p, energies.potential);
    setTuple(iterations, p, static_cast<double>(count));
    setTuple(left, p, change);
    sum.kinetic += energies.kinetic;
    sum.elastic += energies.elastic;
    sum.potential += energies.potential;
    sweeps = std::max(sweeps, static_cast<double>(count));
    residual = std::max(residual, change);
  }
  setTuple(add(Owner::detail, "kinetic"), 0, sum.kinetic);
  setTuple(add(Owner::detail, "elastic"), 0, sum.elastic);
  setTuple(add(Owner::detail, "potential"), 0, sum.potential);
  setTuple(add(Owner::detail, "iterations"), 0, sweeps);
  setTuple(add(Owner::detail, "residual"), 0, residual);
}

// Forces of POP nodes are used up.
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

class Run {
 public:
  Run(Host& host, SimulationWorkspace& stage, const SimulationParms& parms, const SimulationTime& time,
      SimulationReport& report, const ReferenceFrame& frame, HostForces* forces, Constraints& constraints)
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

  void dynamic() {
    StepSettings settings;
    settings.dt = seconds_ / parms_.substeps;
    settings.scheme = parms_.scheme;
    settings.iterations = parms_.iterations;
    settings.tolerance = parms_.tolerance;
    settings.roots = &roots_;
    const double end = time_.part * parms_.substeps;
    const int steps = static_cast<int>(std::ceil(end - 1e-9));
    for (int i = 0; i < steps; ++i) {
      lookUp(host_);
      // the last one ends where somebody looks
      const double to = std::min(i + 1.0, end);
      const double u = static_cast<double>(i) / parms_.substeps, v = to / parms_.substeps;
      if (to < i + 1.0) settings.dt = (v - u) * seconds_;
      settings.time = stage_.weather.time + v * seconds_;
      settings.part = 1;
      driveAt(v, seconds_, stage_, roots_);
      constraints_.driveAt(v, stage_.scene);
      enter(u, v);
      loads_.ask();  // as air: within a reference frame, by what moves there
      const Report report = step(stage_.scene, stage_.state, *stage_.work, settings);
      leave(v);
      take(report);
      flow(plasticityOf(parms_), settings.dt, stage_);
    }
  }

  // One equilibrium after the other: no inertia.
  void quasistatic() {
    driveAt(time_.part, seconds_, stage_, roots_);
    constraints_.driveAt(time_.part, stage_.scene);
    State& state = stage_.state;
    for (std::size_t r = 0; r < roots_.size(); ++r) {
      const SceneRod& rod = stage_.scene.rods[r];
      if (rod.root == Root::clamped) state.rods[r].pose.root = roots_[r].pose;
      for (std::size_t k = 0; k < rod.goal.locked.size(); ++k) {
        if (!rod.goal.locked[k]) continue;
        if (rod.model == Model::chain)
          state.rods[r].pose.joints[k] = rod.goal.shape.joints[k];
        else
          state.rods[r].pose.kappa[k] = rod.goal.shape.kappa[k];
      }
    }
    const std::vector<RodState> before = state.rods;
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

  const std::vector<RodResult>& found() const { return found_; }

 private:
  // For motion blur, and for who goes on from here with inertia.
  void moveFrom(const Pose& before, RodState& rod) const {
    const Pose& pose = rod.pose;
    const double seconds = seconds_ * time_.part;
    for (std::size_t k = 0; k < pose.kappa.size(); ++k)
      rod.rates[k] = (pose.kappa[k] - before.kappa[k]) / seconds;
    for (std::size_t k = 0; k < pose.joints.size(); ++k)
      rod.rates[k] = turnOf(before.joints[k].conjugate() * pose.joints[k]) / seconds;
    rod.velocity = (pose.root.position - before.root.position) / seconds;
    rod.spin = turnBetween(before.root.axes, pose.root.axes) / seconds;
  }

  void enter(double u, double v) {
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
  void leave(double v) {
    if (!frame_.isOn()) return;
    for (RodState& state : stage_.state.rods) frame_.leave(v, state);
    for (ConstraintState& pearl : stage_.state.constraints) {
      RodState now = asRod(pearl.place, pearl.velocity);
      frame_.leave(v, now);
      pearl.velocity = now.velocity;
    }
  }

  static RodState asRod(const Vector3d& place, const Vector3d& velocity) {
    RodState state;
    state.pose.root.position = place;
    state.velocity = velocity;
    return state;
  }

  void take(const Report& report) {
    for (std::size_t c = 0; c < stage_.scene.constraints.size(); ++c)
      constraints_.take(stage_.work->constraintResult(c), c);
    report_.retries += report.retries;
    for (const std::size_t r : report.failed) report_.held.push_back(stage_.rods[r].id);
    for (std::size_t r = 0; r < found_.size(); ++r) {
      const RodResult now = stage_.work->result(r);
      found_[r] = {std::max(found_[r].sweeps, now.sweeps), std::max(found_[r].change, now.change),
                   now.energies};
    }
  }

  Host& host_;
  SimulationWorkspace& stage_;
  const SimulationParms& parms_;
  const SimulationTime& time_;
  SimulationReport& report_;
  const ReferenceFrame& frame_;
  HostLoads loads_;
  Constraints& constraints_;
  double seconds_;
  std::vector<RootTarget> roots_;
  std::vector<RodResult> found_;
};

// Ids once each.
void sortIds(std::vector<std::int64_t>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

Geometry Simulation::begin(const Geometry& rods, const SimulationParms& parms, double reach) {
  Geometry made = rods;
  std::vector<Rod> all = readRods(made);
  report_ = {};
  readEdits(made, reach, all, report_);
  if (report_.edited > 0) {
    host_->inform(std::to_string(report_.edited) + " rods were edited and read anew from P and orient");
    writeRods(made, all);
    all = readRods(made);  // what is stored has other last bits
  }
  // its points are between knots, not on rods, until they are written
  if (std::optional<Geometry> parts = partsOf(made, all, {}, parms)) {
    made = std::move(*parts);
    all = readRods(made);
  }
  RodReadings none;
  beginHistories(made, nullptr, all, none);
  clearForces(made);  // they come again with the next frame's rods
  writeRods(made, all);
  ReferenceFrame(made, parms, unit_, 0).write(made);
  writeWeather({}, unit_, made);
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
  RodReadings readings;
  if (!inputs.colliders.empty()) host_->warn("colliders do not act on rods yet");
  SimulationWorkspace& stage = *stage_;
  const double seconds = time.seconds * parms.timeScale;
  const ReferenceFrame frame(state, parms, unit_, seconds);
  stage.weather = weatherOf(state, unit_);
  stage.rods = named(inputs.stateName, [&] { return readRods(state); });
  readEdits(state, inputs.reach, stage.rods, report_);
  SimulationFrame made;
  Geometry& g = made.rods;
  g = named(inputs.rods ? inputs.rodsName : nullptr,
            [&] { return adopted(state, stage.rods, inputs, parms, readings); });
  if (report_.edited > 0 && !inputs.rods) writeRods(g, stage.rods);  // roots stay where they were put
  std::set<std::int64_t> born;
  for (const Rod& rod : stage.rods)
    if (!rod.history) born.insert(rod.id);
  beginHistories(g, inputs.rods, stage.rods, readings);
  Weather after = stage.weather;
  after.time += time.part * seconds;
  after.drift += time.part * seconds * windOf(parms).steady;
  if (stage.rods.empty()) {
    frame.write(g);
    writeWeather(after, unit_, g);
    if (constraints) made.constraints = *constraints;
    return made;
  }
  if (time.part >= 1) {
    const std::vector<Cut> cuts = cutsByLength(g, stage.rods, parms, unit_);
    cutRods(cuts, g, stage.rods);
    report_.cut = cuts.size();
    if (report_.cut > 0)
      beginHistories(g, nullptr, stage.rods, readings);  // what hung on them hangs on their pieces
  }
  sortByParents(g, stage);
  stage.born.clear();
  for (const Rod& rod : stage.rods) stage.born.push_back(born.count(rod.id) > 0);
  takeState(stage);
  Geometry& drawn = made.constraints;  // with their state
  if (constraints)
    drawn = inputs.constraints ? withConstraintState(*inputs.constraints, *constraints) : *constraints;
  Constraints holds(drawn, stage, inputs.targets, *host_);
  std::vector<SceneRod> rods;
  fillScene(g, parms, inputs.forces != nullptr, stage, rods);
  if (seconds > 0) {
    tellUnmatched(named(inputs.targets ? inputs.targetsName : nullptr,
                        [&] { return findTargets(g, inputs, parms, seconds, readings, stage, rods); }),
                  inputs);
    stage.scene.gravity = Vector3d(parms.gravity[0], parms.gravity[1], parms.gravity[2]);
    stage.scene.wind = windOf(parms);
    stage.scene.wind.drift = stage.weather.drift;
    stage.scene.wind.since = stage.weather.time;
    if (!holds.empty()) {
      // what begins now begins where rods are
      Scene now;
      now.rods = rods;
      now.constraints = holds.described();
      holds.begin(now, stage.state);
    }
    takeScene(stage, std::move(rods), holds.described());
    stage.state.constraints = holds.states();
    beginTogether(stage);
    Run run(*host_, stage, parms, time, report_, frame, inputs.forces, holds);
    if (parms.simType == SimType::dynamic)
      run.dynamic();
    else
      run.quasistatic();
    for (std::size_t r = 0; r < stage.rods.size(); ++r)
      store(stage.state.rods[r], stage.state.past[r], stage.state.pastStep[r], unit_, stage.rods[r]);
    writeReadOuts(stage, run.found(), g);
    holds.write(stage.scene, stage.state, drawn);
    holds.tellImpossible(*host_);
    report_.constraints = stage.scene.constraints.size();
    report_.broken = holds.broken(stage.state);
    report_.constraintResidual = holds.residual();
    for (const RodResult& found : run.found()) {
      report_.energies.kinetic += found.energies.kinetic;
      report_.energies.elastic += found.energies.elastic;
      report_.energies.potential += found.energies.potential;
      report_.iterations = std::max(report_.iterations, found.sweeps);
      report_.residual = std::max(report_.residual, found.change);
    }
  }
  report_.rods = stage.rods.size();
  clearForces(g);
  frame.write(g);
  writeWeather(after, unit_, g);
  writeRods(g, stage.rods);
  if (seconds > 0 && time.part >= 1) {
    const std::vector<Cut> broken = breaks(g, stage.rods, parms, unit_);
    cutRods(broken, g, stage.rods);
    report_.cut += broken.size();
  }
  if (report_.broken > 0) host_->inform(std::to_string(report_.broken) + " constraints broke");
  sortIds(report_.held);
  if (report_.cut > 0) host_->inform(std::to_string(report_.cut) + " rods were cut or broke");
  if (report_.edited > 0)
    host_->inform(std::to_string(report_.edited) + " rods were edited and read anew from P and orient");
  if (report_.held.empty()) return made;
  const std::string what = std::to_string(report_.held.size()) +
                           " rods could not be solved and keep their last good shape (id " +
                           namesOf(report_.held) + ")";
  if (parms.onDivergence == OnDivergence::error) throw Error(what);
  host_->fail(what);
  return made;
}

// A few rods may well stand alone; if none is led, somebody has mixed up ids.
void Simulation::tellUnmatched(const std::vector<std::int64_t>& alone, const SimulationInputs& inputs) {
  if (!inputs.targets || alone.empty()) return;
  std::size_t roots = 0;
  for (const std::int32_t parent : stage_->parents) roots += parent < 0;
  if (alone.size() == roots)
    throw Error(std::string(inputs.targetsName) + ": nothing there has the id of a rod (rods have " +
                namesOf(alone) + "); rods and targets are matched by the primitives' id");
  host_->warn(std::string(inputs.targetsName) + ": " + std::to_string(alone.size()) +
              " rods have no target of their id and stay where they are (id " + namesOf(alone) + ")");
}

}  // namespace tendril::nodes
