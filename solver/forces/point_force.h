// A force on a point of a rod: U = -F . x.
#pragma once

#include "solver/forces/force.h"

namespace tendril::solver {

struct PointForce {
  double arc = 0;                     // m from the root
  Vector3d force = Vector3d::Zero();  // N, in the world
};

}  // namespace tendril::solver
