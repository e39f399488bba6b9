// Path of a clamped root within a step: meets pose and motion at both ends, so its velocity does not jump.
#pragma once

#include "solver/scene/motion.h"

namespace tendril::solver {

// At the part u (0 ... 1) of the time dt (s) between both: cubic in position and in the rotation vector.
RootTarget between(const RootTarget& from, const RootTarget& to, double dt, double u);

}  // namespace tendril::solver
