// A host's forces on the rods of a stage.
#pragma once

#include "nodes/simulation/outside.h"
#include "solver/forces/air.h"

namespace tendril {

struct Stage;

// Puts the answers on the scene's rods, on top of what acts there already.
class OutsideLoads {
 public:
  // `forces` may be null. All of the scene's rods have drag, where it is not.
  OutsideLoads(OutsideForces* forces, Stage& stage);
  void ask();

 private:
  OutsideForces* forces_;
  Stage& stage_;
  std::vector<std::vector<Drag>> own_;  // of each rod's knots, without them
};

}  // namespace tendril
