// A host's forces on the rods of a stage.
#pragma once

#include "nodes/simulation/host_forces.h"
#include "solver/forces/drag.h"

namespace tendril::nodes {

struct SimulationWorkspace;

// Puts the answers on the scene's rods, on top of what acts there already.
class HostLoads {
 public:
  // `forces` may be null. All of the scene's rods have drag, where it is not.
  HostLoads(HostForces* forces, SimulationWorkspace& stage);
  void ask();

 private:
  HostForces* forces_;
  SimulationWorkspace& stage_;
  std::vector<std::vector<Drag>> own_;  // of each rod's knots, without them
};

}  // namespace tendril::nodes
