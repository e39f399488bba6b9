// Rods of a geometry (scene units, attributes) as rods of a scene (SI units), and back.
//
//   SceneRod described = describe(rod, metresPerUnit);     // lengths and rest shape, without material
//   RodState state = stateOf(rod, metresPerUnit);
//   ... step ...
//   store(state, past, pastStep, metresPerUnit, rod);
//   state = stateOf(rod, metresPerUnit);                   // as every reader will find it
//
// Storing and reading changes the last bits (frames go through quaternions, lengths through a factor), so a
// simulation continues from what it has read back.
#pragma once

#include "solver/rods/rod_geometry.h"
#include "solver/scene/scene.h"

namespace tendril::solver {

// Model, knots, rest shape with plastic part, and the attachment from the history.
SceneRod describe(const Rod& rod, double unit);

RodState stateOf(const Rod& rod, double unit);
RodState pastOf(const Rod& rod, double unit);  // of a rod with a history

// Writes state and past into the rod and its history.
void store(const RodState& state, const RodState& past, double pastStep, double unit, Rod& rod);

// A history for a rod without one: at rest, without a parent.
void beginHistory(Rod& rod);

}  // namespace tendril::solver
