// Objects of a simulation stand somewhere in the world, their geometry in coordinates of their own.
#pragma once

#include <Eigen/Core>

#include "solver/geometry.h"

namespace tendril {

// Rows act on row vectors, as in Houdini: p' = p M. Attributes follow by their typeinfo; those that Tendril
// reads as places, directions and turns follow without one, too. Does nothing for the identity. Throws an
// Error where the matrix does more than move and turn: lengths of rods are what they are.
void moveRigidly(Geometry& g, const Eigen::Matrix4d& matrix);

// Of a matrix that moves and turns: exact where it only moves.
Eigen::Matrix4d rigidInverse(const Eigen::Matrix4d& matrix);

}  // namespace tendril
