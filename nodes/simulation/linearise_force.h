// A force that depends on the velocity in whatever way, as force and grip.
#pragma once

#include "nodes/simulation/host_forces.h"

namespace tendril::nodes {

// F(v0 + dv) ~ F(v0) - grip dv, grip the largest eigenvalue of the symmetric part of -dF/dv (0 where none is
// positive): exact for drag towards a stream, and no step is too long for drag that pulls one way only.
// Differences are wide enough for forces in single precision.
KnotForce fitDrag(const std::array<double, 3>& velocity,
                  const std::function<std::array<double, 3>(const std::array<double, 3>&)>& force);

}  // namespace tendril::nodes
