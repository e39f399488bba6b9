// tendril::solver: rods through time. The frame loop, and nothing of mechanics.
#include <cmath>
#include <cstdio>

#include "nodes/attributes/light_rods.h"
#include "nodes/parameters/text.h"
#include "nodes/simulation/mix_rods.h"
#include "nodes/simulation/simulation.h"
#include "nodes/simulation/workspace.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

enum class StartFrom { start, cache };

struct SolverParms {
  int startFrame = 1;
  int preroll = 0;
  StartFrom startFrom = StartFrom::start;
  std::string cacheFile, constraintFile;
  int cacheFrame = 1;
  SimulationParms simulation;
};

constexpr std::size_t kRods = 0, kConstraints = 1, kColliders = 2, kGoal = 3, kRest = 4;

// From cook to cook.
struct Memory {
  std::unique_ptr<Simulation> simulation;
  std::shared_ptr<const Geometry> state, constraints;  // constraints: null where there are none
  bool begun = false;
  int frame = 0;
  // for a warning: the rods that came in on the last frame
  std::shared_ptr<const Geometry> incoming;
  bool toldGoal = false;
};

// Of several frames that one cook simulates: each is a part of the host's progress, and says which it is.
class PartHost : public Host {
 public:
  PartHost(Host& host, int done, int all, std::string name)
      : host_(host), done_(done), all_(all), name_(std::move(name)) {}
  bool interrupted() override { return host_.interrupted(); }
  void warn(const std::string& message) override { host_.warn(message); }
  void inform(const std::string& message) override { host_.inform(message); }
  void progress(double part, const char* what) override {
    host_.progress((done_ + part) / all_, (name_ + ", " + what).c_str());
  }
  void logFrame(const std::string& line) override { host_.logFrame(line); }
  Geometry read(const std::string& path) override { return host_.read(path); }
  void fail(const std::string& message) override { host_.fail(message); }
  std::vector<std::uint8_t> select(const Geometry& geometry, Owner owner,
                                   const std::string& pattern) override {
    return host_.select(geometry, owner, pattern);
  }

 private:
  Host& host_;
  double done_, all_;
  std::string name_;
};

class Loop {
 public:
  // The host of an earlier cook is gone.
  Loop(const SolverParms& parms, const Cook& cook, Memory& memory)
      : parms_(parms), cook_(cook), memory_(memory) {
    if (memory_.simulation) memory_.simulation->moveTo(cook_.host);
  }

  // The frame's rods and constraints.
  Outputs run() {
    const int first = parms_.startFrom == StartFrom::cache ? parms_.cacheFrame : parms_.startFrame;
    const int whole = static_cast<int>(std::floor(cook_.frame));
    if (whole < first) {
      return {cook_.inputs[kRods],
              orNone(kConstraints < cook_.inputs.size() ? cook_.inputs[kConstraints] : nullptr)};
    }
    if (!memory_.begun || memory_.frame > whole) begin(first);
    const int from = memory_.frame;
    while (memory_.frame < whole) {
      const int next = memory_.frame + 1;
      PartHost skips(cook_.host, next - from - 1, whole - from,
                     "frame " + std::to_string(next) +
                         (next < whole ? " before " + std::to_string(whole) : std::string()));
      if (whole - from > 1) memory_.simulation->moveTo(skips);
      const Outputs made = advanced(next, 1);
      memory_.simulation->moveTo(cook_.host);
      memory_.state = made[0];
      memory_.constraints = made[1];
      memory_.frame = next;
    }
    const double part = cook_.frame - whole;
    Outputs made = part > 0 ? advanced(whole + 1, part) : Outputs{memory_.state, memory_.constraints};
    made[1] = orNone(made[1]);
    return made;
  }

 private:
  static std::shared_ptr<const Geometry> orNone(const std::shared_ptr<const Geometry>& constraints) {
    return constraints ? constraints : std::make_shared<const Geometry>();
  }

  Moment momentAt(double frame) const {
    if (cook_.at) return cook_.at(frame);
    return {std::shared_ptr<const void>(&parms_, [](const void*) {}), cook_.inputs};
  }

  // As they are on that frame.
  static const SimulationParms& parmsOf(const Moment& moment) {
    return static_cast<const SolverParms*>(moment.parms.get())->simulation;
  }

  void begin(int first) {
    memory_.begun = false;
    memory_.simulation = std::make_unique<Simulation>(cook_.host, cook_.unitLength);
    if (parms_.startFrom == StartFrom::cache) {
      if (parms_.cacheFile.empty()) throw Error("cachefile: is empty; name the frame to go on from");
      memory_.state = std::make_shared<const Geometry>(cook_.host.read(parms_.cacheFile));
      try {
        refuseLight(*memory_.state);
      } catch (const Error& error) {
        throw Error(parms_.cacheFile + ": " + error.what());
      }
      if (!hasRods(*memory_.state) && memory_.state->primitiveCount() > 0)
        throw Error(parms_.cacheFile + ": has no rods");
      memory_.constraints = nullptr;
      if (!parms_.constraintFile.empty())
        memory_.constraints = std::make_shared<const Geometry>(cook_.host.read(parms_.constraintFile));
      else if (cook_.input(kConstraints) && cook_.input(kConstraints)->primitiveCount() > 0)
        throw Error(
            "constraintfile: is empty, but " +
            counted(cook_.input(kConstraints)->primitiveCount(), "constraint is", "constraints are") +
            " connected; name the constraints of the cached frame, as a cache of the solver's "
            "Constraints output keeps them. Without it they would begin anew: none has slid or broken");
    } else {
      const Moment start = momentAt(first);
      if (start.input(kRods)->primitiveCount() > 0 && !hasRods(*start.input(kRods)))
        throw Error("the first input has curves and no rods; put Tendril Rods before this node");
      const std::shared_ptr<const Geometry> rods = rodsOf(start);
      memory_.state = std::make_shared<const Geometry>(memory_.simulation->begin(*rods, parmsOf(start)));
      memory_.constraints = start.input(kConstraints) ? start.inputs[kConstraints] : nullptr;
      if (parms_.preroll > 0) preroll(start, *rods);
    }
    memory_.incoming = momentAt(first).inputs[kRods];
    memory_.toldGoal = false;
    memory_.frame = first;
    memory_.begun = true;
  }

  // The rods of a moment, with the rest shapes of the Rest input where there is one.
  static std::shared_ptr<const Geometry> rodsOf(const Moment& moment) {
    if (!moment.input(kRest)) return moment.inputs[kRods];
    return std::make_shared<const Geometry>(withRest(*moment.input(kRods), *moment.input(kRest)));
  }

  static std::vector<Eigen::Vector3d> rootsOf(const Geometry& rods) {
    std::vector<Eigen::Vector3d> roots;
    for (std::size_t p = 0; p < rods.primitiveCount(); ++p)
      if (rods.pointsOf(p).size() > 0)
        roots.push_back(
            tupleAt(*rods.find(Owner::point, "P"), static_cast<std::size_t>(rods.pointsOf(p)[0])));
    return roots;
  }

  // From the rest shape, where its roots are at rest, to the first frame: two thirds of the way to get there,
  // the last to come to rest. Colliders are where they are on the first frame, and act while roots stand:
  // what travels there would get caught in them.
  void preroll(const Moment& start, const Geometry& rods) {
    const Geometry goal =
        placedOn(rods, start.input(kGoal) ? *start.input(kGoal) : rods, parmsOf(start).goalWeight > 0);
    Geometry state = atRest(*memory_.state, start.input(kRest));  // what hangs, hangs as it was drawn
    const Geometry rest = state;
    const bool standing = rootsOf(rest) == rootsOf(goal);
    Geometry constraints = memory_.constraints ? *memory_.constraints : Geometry();
    for (int i = 1; i <= parms_.preroll; ++i) {
      lookUp(cook_.host);
      PartHost host(cook_.host, i - 1, parms_.preroll, "preroll frame " + std::to_string(i));
      memory_.simulation->moveTo(host);
      const double u = std::min(1.0, 1.5 * i / parms_.preroll);
      Geometry targets = blendedRods(rest, goal, u * u * (3 - 2 * u));
      for (const char* name : {"animationP", "targetP", "animationorient"})
        targets.remove(Owner::point, name);
      SimulationInputs inputs;
      inputs.rods = &rods;
      inputs.targets = &targets;
      if (u == 1 || standing) inputs.colliders = inputs.collidersBefore = start.input(kColliders);
      memory_.simulation->advance(state, inputs, parmsOf(start), {1 / cook_.framesPerSecond}, &constraints);
    }
    memory_.simulation->moveTo(cook_.host);
    if (memory_.constraints) memory_.constraints = std::make_shared<const Geometry>(std::move(constraints));
    memory_.state = std::make_shared<const Geometry>(std::move(state));
  }

  // Without a Goal, rods that come in on each frame are one; rods that do not move are their own goal.
  void checkGoal(const Moment& moment, const SimulationParms& parms) {
    const bool still = memory_.incoming == moment.inputs[kRods];
    memory_.incoming = moment.inputs[kRods];
    if (moment.input(kGoal) || !still || !(parms.goalWeight > 0) || memory_.toldGoal) return;
    memory_.toldGoal = true;
    cook_.host.warn(
        "goalweight: nothing is connected to Goal, and the rods of the first input do not move: they are "
        "drawn "
        "to the shape in which they came in");
  }

  // Rods and constraints (null where there are none) of that part of the way to a frame.
  Outputs advanced(int frame, double part) {
    lookUp(cook_.host);
    const Moment moment = momentAt(frame);
    SimulationParms parms = parmsOf(moment);
    if (part < 1) parms.growth = parmsOf(momentAt(frame - 1 + part)).growth;
    const std::shared_ptr<const Geometry> rods = rodsOf(moment);
    checkGoal(moment, parms);
    SimulationInputs inputs;
    inputs.rods = rods.get();
    inputs.targets = moment.input(kGoal);
    inputs.constraints = moment.input(kConstraints);
    inputs.colliders = moment.input(kColliders);
    const Moment before = inputs.colliders ? momentAt(frame - 1) : Moment();
    if (inputs.colliders) inputs.collidersBefore = before.input(kColliders);
    const Geometry none;
    const bool holds = memory_.constraints || inputs.constraints;
    SimulationFrame made =
        memory_.simulation->next(*memory_.state,
                                 memory_.constraints ? memory_.constraints.get()
                                 : holds             ? &none
                                                     : nullptr,
                                 inputs, parms, {1 / cook_.framesPerSecond, part, double(frame)});
    Outputs outputs = outputsOf(std::move(made.rods), std::move(made.constraints));
    if (!holds) outputs[1] = nullptr;
    if (part < 1) return outputs;
    cook_.host.logFrame(lineOf(memory_.simulation->report()));
    return outputs;
  }

  static std::string lineOf(const SimulationReport& report) {
    const auto many = [](int count) { return static_cast<std::size_t>(count); };
    char numbers[80];
    std::snprintf(numbers, sizeof numbers, ", residual %.1e rad, energy %.4g J", report.residual,
                  report.energies.total());
    std::string line =
        counted(report.rods, "rod, ", "rods, ") + counted(many(report.iterations), "iteration", "iterations");
    line += ", " + counted(many(report.retries), "retry", "retries") + numbers + ", " +
            std::to_string(report.held.size()) + " unsolved";
    if (report.contacts > 0) {
      std::snprintf(numbers, sizeof numbers, " at most %.2g %% deep", 100 * report.overlap);
      line += ", " + counted(report.contacts, "contact", "contacts") + numbers;
    }
    if (report.constraints == 0) return line;
    std::snprintf(numbers, sizeof numbers, " off by %.1e", report.constraintResidual);
    return line + ", " + counted(report.constraints, "constraint", "constraints") + numbers + ", " +
           std::to_string(report.broken) + " broken";
  }

  const SolverParms& parms_;
  const Cook& cook_;
  Memory& memory_;
};

Outputs cookSolver(const SolverParms& parms, const Cook& cook) {
  std::shared_ptr<void> own;
  std::shared_ptr<void>& memory = cook.memory ? *cook.memory : own;
  if (!memory) memory = std::make_shared<Memory>();
  Memory& its = *static_cast<Memory*>(memory.get());
  Loop loop(parms, cook, its);
  Outputs made = loop.run();
  made.push_back(cook.input(kColliders) ? cook.inputs[kColliders] : std::make_shared<const Geometry>());
  return made;
}

void addInputs(NodeDefinition& node) {
  node.inputs = {
      {"Rods", true, true, nullptr, "Rods from Tendril Rods, read on each frame."},
      {"Constraints", false, true, nullptr, "Constraint primitives from Tendril Constrain."},
      {"Colliders", false, true, nullptr,
       "What the rods touch: meshes, spheres, tubes, level sets, Tendril Collider; read on each frame."},
      {"Goal", false, true, nullptr,
       "Animated rods or curves that roots, pins and goals follow, matched by id."},
      {"Rest", false, true, nullptr, "Rods whose shape is the rest shape on each frame, matched by id."}};
}

}  // namespace

NodeDefinition solverNode() {
  NodeDefinition node = makeNode<SolverParms>("tendril::solver::1.0", "Tendril Solver", cookSolver);
  node.about = "Simulates rods over time: gravity, wind, goals, moving roots, growth";
  node.help =
      "Rods come from Tendril Rods. On the start frame they are as they come in. Each later frame follows "
      "from the frame before. The first input is read on each frame and says which rods exist, and their "
      "length, material and rest shape. Rods are matched by id, so they can be created, grow and disappear. "
      "Roots follow the Goal input or, if nothing is connected there, the first input.\n"
      "Point attributes of the Goal (or else of the first input) pin knots: pintoanimation, gluetoanimation, "
      "stopped, active, animationP and animationorient, as in Wire and Vellum. If none of the first three "
      "exists, every root is held in position and orientation.\n"
      "The Goal input can be rods or plain curves, such as an animated groom. They move roots, are targets "
      "for "
      "pins, and Goal Weight draws rods to their shape. They are matched by id or, without one, by number.\n"
      "All state is in attributes: a simulation that continues from a cached frame gives exactly the same "
      "result.";
  node.home = Home::none;
  node.simulates = true;
  node.outputs = {"Rods", "Constraints", "Colliders"};
  addInputs(node);
  addSimulationAttributes(node);
  node.related = {"rods", "constrain", "collider", "curves", "cache", "sop/vellumsolver", "dop/wiresolver"};
  node.picture = {
      "ponytail.png",
      "A ponytail at a run: 600 hairs whose roots follow an animated head, and which touch her back."};
  addSimulationParameters(node, [](void* p) -> void* { return &static_cast<SolverParms*>(p)->simulation; });
  ParameterTable<SolverParms> table(node);
  table.tab("tabsimulation", "Simulation");
  table.button("resimulate", "Reset Simulation")
      .help({"Discards all simulated frames. The next frame that you view is simulated again from the start.",
             "after edits upstream.", "Reset Simulation (Vellum Solver)."});
  table.integer<&SolverParms::startFrame>("startframe", "Start Frame")
      .soft(1, 240)
      .hardLow(-1e7)
      .hardHigh(1e7)
      .fixed()
      .help({"On this frame the rods are as they come in. Before it they are not simulated.", "1, or 1001.",
             "Start Frame (Vellum Solver)."});
  table.integer<&SolverParms::preroll>("preroll", "Preroll")
      .unit("frames")
      .soft(0, 100)
      .hardLow(0)
      .hardHigh(100000)
      .fixed()
      .help({"Frames that are simulated before the start frame and not shown. Rods move from their rest "
             "shape and place to the first animated frame and come to rest there, so the shot does not begin "
             "with a jolt. Colliders are where they are on the first frame, and act while roots stand.",
             "0, or 24 to 48.", "none"});
  table
      .menu<&SolverParms::startFrom>("startfrom", "Start From",
                                     {{"start", "Start Frame"}, {"cache", "Cached Frame"}})
      .fixed()
      .help({"Where the simulation starts: with the incoming rods, or with a cached frame. It continues from "
             "a cached frame with the same result as an uninterrupted run.",
             "Start Frame; Cached Frame to continue an interrupted simulation.",
             "Initial State (DOP Network)."});
  table.file<&SolverParms::cacheFile>("cachefile", "Cached Rods")
      .hideWhen("{ startfrom != cache }")
      .help({"File with the rods of the cached frame, including their state, as written by a File Cache "
             "after this node.",
             "$HIP/cache/rods.0048.bgeo.sc.", "Initial State (DOP Network)."});
  table.file<&SolverParms::constraintFile>("constraintfile", "Cached Constraints")
      .hideWhen("{ startfrom != cache }")
      .help({"File with the constraints of the same frame: what has slid, closed or broken since the start. "
             "It is needed if constraints are connected.",
             "the Constraints output as cached; empty, if there are no constraints.",
             "Initial State (DOP Network)."});
  table.integer<&SolverParms::cacheFrame>("cacheframe", "Cached Frame")
      .soft(1, 240)
      .hardLow(-1e7)
      .hardHigh(1e7)
      .fixed()
      .hideWhen("{ startfrom != cache }")
      .help({"Frame number of the cached file. The next frame is the first to be simulated.",
             "the number in the file's name.", "Initial State (DOP Network)."});
  table.end();
  return node;
}

}  // namespace tendril::nodes
