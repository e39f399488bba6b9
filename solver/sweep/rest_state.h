// The state of a scene at rest, where a simulation begins.
//
//   State state = restState(scene);
#pragma once

#include "solver/scene/scene.h"

namespace tendril::solver {

// At rest; clamped and free roots are at their `attachment`, attached ones on their parents.
State restState(const Scene& scene);

}  // namespace tendril::solver
