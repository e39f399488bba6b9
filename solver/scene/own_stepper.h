// A model that steps all of its rods itself, beside the sweep (ModelType::makeStepper).
#pragma once

#include "solver/scene/scene.h"
#include "solver/scene/step_settings.h"

namespace tendril::solver {

class OwnStepper {
 public:
  virtual ~OwnStepper() = default;
  // A step of the rods for which it was made, from state to state, `past` included. Adds to the report:
  // iterations, the rods that keep their last shape.
  virtual void step(State& state, const StepSettings& settings, Report& report) = 0;
  virtual RodResult result(std::size_t rod) const = 0;  // of the last step; number in the scene
};

}  // namespace tendril::solver
