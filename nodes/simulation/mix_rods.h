// Blends rod geometries: rest shapes of other rods, intermediate poses.
#pragma once

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// `rods` with the natural curvature of those in `rest`, by id. Rods missing there keep theirs.
Geometry withRest(const Geometry& rods, const Geometry& rest);

// Rods in their natural curvature, with roots as in `rest`.
Geometry atRest(const Geometry& rods, const Geometry* rest);

// Poses between `from` and `to`, by id; rods only in `from` stay.
Geometry blendedRods(const Geometry& from, const Geometry& to, double part);

}  // namespace tendril::nodes
