// Rods of a geometry (scene units, attributes) as rods of a scene (SI units), and back.
//
//   SceneRod described = describe(rod, metresPerUnit);     // lengths and rest shape; the material is to come
//   RodState state = stateOf(rod, metresPerUnit);
//   ... step ...
//   store(state, past, pastStep, metresPerUnit, rod);
//   state = stateOf(rod, metresPerUnit);                   // as whoever reads the rod will find it
//
// What is stored and read again has other last bits than what was stored (a frame goes through a quaternion,
// a length through a factor), so a simulation goes on with what it reads.
#pragma once

#include "solver/rods/rod_geometry.h"
#include "solver/scene/scene.h"

namespace tendril::solver {

// Model, knots, rest shape with what plastic flow has added, and the attachment of its history.
SceneRod describe(const Rod& rod, double unit);

RodState stateOf(const Rod& rod, double unit);
RodState pastOf(const Rod& rod, double unit);  // of a rod with a history

// State and past into the rod and its history.
void store(const RodState& state, const RodState& past, double pastStep, double unit, Rod& rod);

// The rest shape with a plastic part on it.
Eigen::Vector3d plasticRest(const Vector3d& kappaRest, const Vector3d& plastic);
Eigen::Quaterniond plasticRest(const Eigen::Quaterniond& jointRest, const Vector3d& plastic);

// A history for a rod that has none: at rest as it is, hanging in no parent.
void beginHistory(Rod& rod);

}  // namespace tendril::solver
