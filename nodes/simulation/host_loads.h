// A host's forces on the rods of a workspace.
#pragma once

#include "nodes/simulation/host_forces.h"
#include "solver/forces/drag.h"

namespace tendril::nodes {

struct SimulationWorkspace;

// Adds the host's forces to the scene's drag and loads.
class HostLoads {
 public:
  // `forces` may be null; otherwise all rods must have drag.
  HostLoads(HostForces* forces, SimulationWorkspace& stage);
  void ask();

 private:
  HostForces* forces_;
  SimulationWorkspace& stage_;
  std::vector<std::vector<Drag>> own_;  // each knot's drag without host forces
};

}  // namespace tendril::nodes
