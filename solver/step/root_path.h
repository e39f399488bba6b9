// How a held root moves within a step: from where it was to where it shall be, with the motion it has at both
// ends, so that its acceleration is felt and not a jerk.
#pragma once

#include "solver/scene/motion.h"

namespace tendril::solver {

// At a part u (0 ... 1) of the time dt (s) between both: cubic in position and in the vector of the turn.
RootTarget between(const RootTarget& from, const RootTarget& to, double dt, double u);

}  // namespace tendril::solver
