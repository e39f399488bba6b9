// The state of a scene at rest: where every simulation begins.
//
//   State state = restState(scene);
#pragma once

#include "solver/scene/scene.h"

namespace tendril::solver {

// At rest, roots where the poses given in the rest shape have them: the identity, or on their parents.
State restState(const Scene& scene);

}  // namespace tendril::solver
