// New points along curves: the topology of a geometry rebuilt, with everything that hangs on it.
#pragma once

#include <vector>

#include "solver/geometry/interpolate.h"

namespace tendril::solver {

// What a primitive becomes: an open polyline of new points, each between two of the primitive's vertices
// (counted within the primitive). Empty: it stays as it is.
using ResampledCurve = std::vector<Blend>;

// Primitives keep their numbers, attributes and groups. New points come after those that are still used by a
// primitive that stays, or that none has ever used; the points of what was redrawn go, with edge groups that
// stood on them. Returns the first new point of each redrawn primitive in `firstPoint` (others: -1).
Geometry resampleTopology(const Geometry& geometry, const std::vector<ResampledCurve>& redrawn,
                std::vector<std::int32_t>& firstPoint);

}  // namespace tendril::solver
