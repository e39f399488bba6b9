// Spring from a point of a rod to a place in the world: U = 1/2 k |x - target|^2 + 1/2 c |turn|^2.
#pragma once

#include "solver/forces/force.h"

namespace tendril::solver {

struct TargetSpring {
  double arc = 0;  // m from the root
  Frame<double> target;
  double stiffness = 0, turnStiffness = 0;  // N/m, N m/rad; 0: no spring
  // if not zero, only rotation about this world axis counts
  Vector3d turnAxis = Vector3d::Zero();
  double damping = 0;                    // N s/m, relative to the target's velocity
  Vector3d velocity = Vector3d::Zero();  // m/s, of the target
};

}  // namespace tendril::solver
