// Guide geometry for a simulation's rods.
#pragma once

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// Lines with Cd: material axes of every knot (tangent red, n1 green, n2 blue; `size` relative to the mean
// element), crosses at knots that are pinned or attracted to a target, and red crosses at knots where
// contacts have failed.
void drawFrames(const Geometry& rods, double size, Geometry& to);
void drawPins(const Geometry& rods, const Geometry& targets, double size, Geometry& to);
void drawFailedContacts(const Geometry& rods, double size, Geometry& to);

}  // namespace tendril::nodes
