// Objects of a simulation stand somewhere in the world, their geometry in coordinates of their own.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// Rows act on row vectors, as in Houdini: p' = p M. Attributes follow by their typeinfo; those that Tendril
// reads as places, directions and turns follow without one, too. Does nothing for the identity.
void moveRigidly(Geometry& g, const Eigen::Matrix4d& matrix);

// The nearest matrix that only moves and turns, which is itself but for rounding. Throws an Error where it
// does more: lengths of rods are what they are.
Eigen::Matrix4d rigid(const Eigen::Matrix4d& matrix);
Eigen::Matrix4d rigidInverse(const Eigen::Matrix4d& matrix);

// Where an object stood when its rods were last written, in a detail attribute: rods have been there since,
// whatever the object does. None: they come from elsewhere.
std::optional<Eigen::Matrix4d> standing(const Geometry& g);
void setStanding(Geometry& g, const Eigen::Matrix4d& matrix);

}  // namespace tendril::nodes
