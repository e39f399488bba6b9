// The air that rods move in: the wind as artists set it, how far it has come, and both as attributes of the
// state.
#pragma once

#include "nodes/simulation/parameters.h"
#include "solver/geometry/geometry.h"
#include "solver/scene/scene.h"

namespace tendril::nodes {

// How far the air has come, and the rods' own time.
struct Weather {
  double time = 0;                    // s
  Vector3d drift = Vector3d::Zero();  // m
};

// As the state has it, scene units of `unit` m; none: at the start. Throws an Error where it is not finite.
Weather weatherOf(const Geometry& state, double unit);
void writeWeather(const Weather& weather, double unit, Geometry& g);

// So many seconds later.
Weather weatherAfter(const Weather& now, const Wind& wind, double seconds);

Wind windOf(const SimulationParms& parms);

}  // namespace tendril::nodes
