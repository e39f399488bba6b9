// Wind from the parameters, the path of the air, and both as attributes of the state.
#pragma once

#include "nodes/simulation/parameters.h"
#include "solver/geometry/geometry.h"
#include "solver/scene/scene.h"

namespace tendril::nodes {

// The path of the air, and the rods' time.
struct Weather {
  double time = 0;                    // s
  Vector3d drift = Vector3d::Zero();  // m
};

// From the state, in scene units of `unit` m; zero if missing. Throws an Error if it is not finite.
Weather weatherOf(const Geometry& state, double unit);
void writeWeather(const Weather& weather, double unit, Geometry& g);

// After `seconds`.
Weather weatherAfter(const Weather& now, const Wind& wind, double seconds);

Wind windOf(const SimulationParms& parms);

}  // namespace tendril::nodes
