// tendril_rodsolver: one frame's motion of rods. The microsolver of the DOP network.
#include "nodes/simulation/simulation.h"

namespace tendril {
namespace {

std::vector<Geometry> cookRodSolver(const SimulationParms& parms, const Cook& cook) {
  Simulation simulation(cook.host, cook.unitLength);
  Geometry state = simulation.begin(*cook.input(0), parms);
  SimulationInputs inputs;
  inputs.rods = cook.input(4);
  inputs.targets = cook.input(3);
  simulation.advance(state, inputs, parms, {1 / cook.framesPerSecond, cook.time()});
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
  node.inputs = {{"Rods", true}, {"Constraints", false}, {"Colliders", false}, {"Goal", false}, {"Rest", false}};
  addSimulationRows(node, [](void* p) -> void* { return p; });
  Rows<SimulationParms>(node).end();
  return node;
}

}  // namespace tendril
