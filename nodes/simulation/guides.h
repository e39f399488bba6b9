// What an artist may want to see of rods while they are simulated.
#pragma once

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// Lines with Cd: the material axes of every knot (tangent red, n1 green, n2 blue; `size` in parts of the mean
// element), and crosses where a knot is held or drawn to a target.
void drawFrames(const Geometry& rods, double size, Geometry& to);
void drawPins(const Geometry& rods, const Geometry& targets, double size, Geometry& to);

}  // namespace tendril::nodes
