// Adds points along curves: rebuilds a geometry's topology with all its attributes and groups.
#pragma once

#include <vector>

#include "solver/geometry/interpolate.h"

namespace tendril::solver {

// The new open polyline of a primitive; each point is between two of its vertices (numbered within the
// primitive). Empty: unchanged.
using ResampledCurve = std::vector<Blend>;

// Primitives keep numbers, attributes and groups. Points of redrawn primitives are removed unless an
// unchanged primitive uses them; edge groups on removed points are removed. Points that were never used stay.
// New points follow. `firstPoint`: first new point of each redrawn primitive, or -1.
Geometry resampleTopology(const Geometry& geometry, const std::vector<ResampledCurve>& redrawn,
                          std::vector<std::int32_t>& firstPoint);

}  // namespace tendril::solver
