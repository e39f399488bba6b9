// Rods drawn as curves of new points.
#pragma once

#include "nodes/make_curves.h"
#include "solver/rods.h"

namespace tendril {

// Primitives keep their numbers, attributes and groups; what is drawn is a rod no more.
Geometry drawCurves(const Geometry& source, const std::vector<Rod>& rods, const CurvesParms& parms,
                    const Cook& cook);

}  // namespace tendril
