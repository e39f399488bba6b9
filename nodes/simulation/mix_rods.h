// Rod geometries mixed: rest shapes from elsewhere, poses between two.
#pragma once

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// `rods` with the natural curvature of the rods in `rest`, by id. Rods that are not there
// keep theirs.
Geometry withRest(const Geometry& rods, const Geometry& rest);

// As they are when nothing bends them: in their natural curvature, with roots where `rest` has them.
Geometry atRest(const Geometry& rods, const Geometry* rest);

// Poses between those of `from` and of `to`, by id; rods of `from` alone stay.
Geometry blendedRods(const Geometry& from, const Geometry& to, double part);

}  // namespace tendril::nodes
