// Any velocity-dependent force, as force and grip.
#pragma once

#include "nodes/simulation/host_forces.h"

namespace tendril::nodes {

// F(v0 + dv) ~ F(v0) - grip dv; grip is the largest eigenvalue of the symmetric part of -dF/dv, or 0. Exact
// for isotropic linear drag, and stable for any step with anisotropic drag. Differences suit forces in single
// precision.
KnotForce fitDrag(const std::array<double, 3>& velocity,
                  const std::function<std::array<double, 3>(const std::array<double, 3>&)>& force);

}  // namespace tendril::nodes
