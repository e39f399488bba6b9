// tendril_rodsolver: one frame's motion of rods. The solver of DOP networks.
#include "nodes/microsolver.h"

#include <algorithm>
#include <optional>

#include "nodes/parameters/text.h"
#include "nodes/simulation/guides.h"
#include "nodes/simulation/object_transform.h"
#include "nodes/simulation/simulation.h"
#include "solver/geometry/topology.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

Microsolver::Microsolver() = default;
Microsolver::~Microsolver() = default;

namespace {

Eigen::Matrix4d matrixOf(const ObjectMatrix& placement) {
  return Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(placement.data());
}

}  // namespace

ObjectMatrix product(const ObjectMatrix& first, const ObjectMatrix& then) {
  ObjectMatrix made;
  Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(made.data()) = matrixOf(first) * matrixOf(then);
  return made;
}

std::shared_ptr<const Geometry> inWorld(const Placed& placed, bool areRods) {
  if (!placed.geometry || placed.placement == kInPlace) return placed.geometry;
  return named(placed.name.c_str(), [&] {
    auto moved = std::make_shared<Geometry>(*placed.geometry);
    if (areRods)
      moveRigidly(*moved, rigid(matrixOf(placed.placement)));
    else
      transform(*moved, matrixOf(placed.placement));
    return moved;
  });
}

namespace {

// What POP nodes have put on points before the first step is theirs, unless rods come with the like anyway.
void keepForces(const Geometry& before, const Geometry* rods, Geometry& begun) {
  if (before.pointCount() != begun.pointCount()) return;
  for (const char* name : {"force", "targetv", "airresist"})
    if (const Attribute* put = before.find(Owner::point, name);
        put && (!rods || !rods->find(Owner::point, name)))
      if (Attribute* cleared = begun.find(Owner::point, name)) *cleared = *put;
}

void stepRods(Geometry& state, bool underWay, const SimulationInputs& inputs, const SimulationParms& parms,
              double seconds, Simulation& simulation, Geometry* constraints) {
  if (!underWay) {
    Geometry begun = named(inputs.stateName, [&] { return simulation.begin(state, parms, inputs.reach); });
    keepForces(state, inputs.rods, begun);
    state = std::move(begun);
  }
  simulation.advance(state, inputs, parms, {seconds}, constraints);
}

// What a step has left on constraints, in their own coordinates. What was drawn keeps its bits.
Geometry inPlace(Geometry made, const Placed& before) {
  if (before.placement == kInPlace) return made;
  transform(made, rigidInverse(rigid(matrixOf(before.placement))));
  for (const Owner owner : {Owner::point, Owner::primitive})
    for (const Attribute& drawn : before.geometry->attributes[indexOf(owner)])
      if (drawn.name != "P" && drawn.name != "force" && drawn.name != "torque")
        if (Attribute* now = made.find(owner, drawn.name); now && !drawn.typeInfo.empty()) *now = drawn;
  return made;
}

void checkThere(const Placed& placed, bool asRods) {
  const Geometry& g = *placed.geometry;
  if (g.primitiveCount() == 0) throw Error(placed.name + ": is empty");
  if (asRods && !hasRods(g)) throw Error(placed.name + ": has no rods; put Tendril Rods before it");
}

}  // namespace

// Measured: 17,200 for hairs of 5 knots, 12,600 for those of 13.
constexpr std::size_t kBytesPerKnot = 16000;

Geometry Microsolver::step(Host& host, const void* parms, const Placed& state, const Placed& rods,
                           const Placed& targets, const Surroundings& around, double seconds,
                           double unitLength, Placed* constraints) {
  if (!state.geometry) throw Error(state.name + ": is not there");
  // an object may begin without rods, where others are born into it
  if (!rods.geometry || state.geometry->primitiveCount() > 0) checkThere(state, true);
  if (rods.geometry) checkThere(rods, true);
  if (targets.geometry) checkThere(targets, false);
  const std::shared_ptr<const Geometry> now = inWorld(rods, true), goal = inWorld(targets, true);
  SimulationInputs inputs;
  inputs.rods = now.get();
  inputs.targets = goal.get();
  inputs.forces = around.forces;
  inputs.colliderSources = around.colliders;
  inputs.targetsName = targets.name.c_str();
  inputs.rodsName = rods.name.c_str();
  inputs.stateName = state.name.c_str();
  inputs.keepsStrangers = true;
  Geometry made = *state.geometry;
  Eigen::Matrix4d place;
  const bool underWay = named(state.name.c_str(), [&] {
    place = rigid(matrixOf(state.placement));
    const bool moves = hasHistory(made);
    // what has been simulated is where it was, though its object may have moved since
    const std::optional<Eigen::Matrix4d> stood = standing(made);
    const Eigen::Matrix4d before = moves && stood ? rigid(*stood) : place;
    inputs.reach = before.row(3).head<3>().norm();
    moveRigidly(made, before);
    return moves;
  });
  // an object that begins is not the one that was here before
  if (!simulation_ || unit_ != unitLength || !underWay)
    simulation_ = std::make_unique<Simulation>(host, unitLength);
  else
    simulation_->moveTo(host);
  unit_ = unitLength;
  if (!underWay && !goal && !now && static_cast<const SimulationParms*>(parms)->goalWeight > 0)
    host.warn("goalweight: there is no data " +
              (targets.name.empty() ? std::string("TargetGeometry") : targets.name) +
              ", so Goal Weight has no goal and no effect");
  Geometry holds;
  if (constraints) holds = *inWorld(*constraints, false);
  stepRods(made, underWay, inputs, *static_cast<const SimulationParms*>(parms), seconds, *simulation_,
           constraints ? &holds : nullptr);
  if (constraints)
    constraints->geometry = std::make_shared<const Geometry>(inPlace(std::move(holds), *constraints));
  moveRigidly(made, rigidInverse(place));
  setStanding(made, place);
  bytes_ = made.pointCount() * kBytesPerKnot;
  return made;
}

Geometry guideOf(const Placed& state, const Placed& targets, const RodGuide& guide) {
  Geometry made;
  const std::shared_ptr<const Geometry> rods = inWorld(state, true), goal = inWorld(targets, true);
  if (!rods || !hasRods(*rods)) return made;
  if (guide.frames) drawFrames(*rods, guide.size, made);
  if (guide.pins) drawPins(*rods, goal ? *goal : *rods, guide.size, made);
  if (guide.contacts) drawFailedContacts(*rods, 2 * guide.size, made);
  return made;
}

namespace {

Outputs cookRodSolver(const SimulationParms& parms, const Cook& cook) {
  Simulation simulation(cook.host, cook.unitLength);
  Geometry state = *cook.input(0);
  if (state.primitiveCount() > 0 && !hasRods(state))
    throw Error("the first input has curves and no rods; put Tendril Rods before this node");
  SimulationInputs inputs;
  inputs.rods = cook.input(4);
  inputs.targets = cook.input(3);
  // where they were on the last frame is in the rods
  if (cook.input(2)) inputs.colliderSources.push_back({"Colliders", [&] { return cook.inputs[2]; }});
  Geometry constraints = cook.input(1) ? *cook.input(1) : Geometry();
  stepRods(state, hasHistory(state), inputs, parms, 1 / cook.framesPerSecond, simulation, &constraints);
  return outputsOf(std::move(state), std::move(constraints));
}

}  // namespace

NodeDefinition rodSolverNode() {
  NodeDefinition node = makeNode<SimulationParms>("tendril_rodsolver", "Tendril Rod Solver", cookRodSolver);
  node.about = "Advances rods by one frame: a single step of Tendril Solver";
  node.help =
      "Takes rods with their state in attributes and returns them one frame later. Tendril Solver does this "
      "for every frame; use this node in networks of your own.\n"
      "In a DOP network it is a solver. Connect an object and its data to the first (grey) input; it moves "
      "the object's rods, in the data named below. It also goes to a green input of a Multiple Solver or a "
      "Gas SubStep. Forces of the object (Gravity, Wind, Fan ...) and attributes that POP nodes write to "
      "points are added to those of the parameters. All state is in attributes of the rods, so scrubbing, "
      ".sim files and DOP Import need nothing else.\n"
      "To animate parameters, Default Operation must be Set Always. New nodes have it. With Set Initial each "
      "parameter keeps the value of the object's first frame, and keyframes do nothing.";
  node.home = Home::microsolver;
  node.icon = "DOP_tendril_rodsolver";
  node.outputs = {"Rods", "Constraints"};
  node.inputs = {
      {"Rods", true, true, "Geometry",
       "The rods, from Tendril Rods. Use Set Initial: after the first frame the simulation writes "
       "to this data."},
      {"Constraints", false, true, "ConstraintGeometry",
       "Constraint primitives, from Tendril Constrain. Use Set Initial: after the first frame the "
       "simulation writes to this data, and you can wrangle it. Each step writes back force, "
       "torque, slide, residual and broken."},
      {"Colliders", false, true, nullptr,
       "On the command line, what the rods touch. In a DOP network affectors are colliders: connect "
       "them by a Merge or a relationship."},
      {"Goal", false, true, "TargetGeometry",
       "Rods or curves that roots, pins and goals follow, with the ids of the rods. Use Set "
       "Always. If the object has no data of this name, roots follow the rest data; if that is "
       "missing, too, they do not move."},
      {"Rest", false, true, "RestGeometry",
       "The rods as they are without simulation. Use Set Always. They say which rods exist on "
       "each frame, and their length, material and rest shape. If the object has no data of this "
       "name, these stay as they were at the start."}};
  addSimulationAttributes(node);
  node.attributesWritten.push_back({"objectplace", "detail", "Where the object stood when its rods moved."});
  node.related = {"rods", "constrain", "curves", "solver", "dop/wiresolver", "dop/gassubstep"};
  node.picture = {"bow.png", "A bow that is drawn: rods, joined by constraints, in one simulation."};
  addSimulationParameters(node, [](void* p) -> void* { return p; });
  ParameterTable<SimulationParms>(node).end();
  return node;
}

}  // namespace tendril::nodes
