// Light rods: what curves and pictures need, in a fraction of the full state's size.
//
//   Geometry light = lightRods(rods, 24);   // "restartevery" 24: a full frame each 24 frames
//
// Left out are the history that a simulation goes on from, what follows from the shape (orient, w), and what
// is the same on all frames: where curves' points are on their rods (curve_binding.h), which a full frame of
// the same rods has. State is in single precision, rates and v in half (three digits, for motion blur); arc
// lengths are as they were.
#pragma once

#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

Geometry lightRods(const Geometry& full, int restartEvery);

// Throws an Error that says what to do if `rods` are light: a simulation needs the full state.
void refuseLight(const Geometry& rods);

}  // namespace tendril::nodes
