// Objects of a simulation have a transform; their geometry is in local coordinates.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// Rows act on row vectors, as in Houdini: p' = p M. Attributes follow by typeinfo; places, directions and
// rotations that Tendril reads follow without one, too. The identity changes nothing.
void moveRigidly(Geometry& g, const Eigen::Matrix4d& matrix);

// The nearest rigid matrix; a rigid one changes by rounding only. Throws an Error for scale or shear: lengths
// of rods are fixed.
Eigen::Matrix4d rigid(const Eigen::Matrix4d& matrix);
Eigen::Matrix4d rigidInverse(const Eigen::Matrix4d& matrix);

// The object's transform when its rods were last written (a detail attribute): rods are in those coordinates.
// None: they come from elsewhere.
std::optional<Eigen::Matrix4d> standing(const Geometry& g);
void setStanding(Geometry& g, const Eigen::Matrix4d& matrix);

}  // namespace tendril::nodes
