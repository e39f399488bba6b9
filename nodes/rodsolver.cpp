// tendril_rodsolver: one frame's motion of rods. The microsolver of the DOP network.
#include <algorithm>

#include "nodes/simulation/simulation.h"
#include "solver/rods.h"

namespace tendril {
namespace {

std::vector<Geometry> cookRodSolver(const SimulationParms& parms, const Cook& cook) {
  Simulation simulation(cook.host, cook.unitLength);
  // rods that have never moved begin here; all others go on
  Geometry state = *cook.input(0);
  const std::vector<Rod> rods = readRods(state);
  if (std::none_of(rods.begin(), rods.end(), [](const Rod& rod) { return rod.history.has_value(); }))
    state = simulation.begin(state, parms);
  SimulationInputs inputs;
  inputs.rods = cook.input(4);
  inputs.targets = cook.input(3);
  simulation.advance(state, inputs, parms, {1 / cook.framesPerSecond});
  return {std::move(state)};
}

}  // namespace

NodeDefinition rodSolverNode() {
  NodeDefinition node = makeNode<SimulationParms>("tendril_rodsolver", "Tendril Rod Solver", cookRodSolver);
  node.about = "Moves rods by one frame: the step of Tendril Solver, alone";
  node.help =
      "Takes rods with their state in attributes and gives them back a frame later. Tendril Solver does this "
      "for every frame; here it is for networks of your own.";
  node.inHoudini = false;
  node.inputs = {
      {"Rods", true}, {"Constraints", false}, {"Colliders", false}, {"Goal", false}, {"Rest", false}};
  addSimulationRows(node, [](void* p) -> void* { return p; });
  Rows<SimulationParms>(node).end();
  return node;
}

}  // namespace tendril
