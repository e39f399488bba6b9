// Rods drawn as curves of new points.
#pragma once

#include "nodes/making/make_curves.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// Primitives keep their numbers, attributes and groups; what is drawn is a rod no more.
Geometry drawCurves(const Geometry& source, const std::vector<Rod>& rods, const CurvesParms& parms,
                    const Cook& cook);

}  // namespace tendril::nodes
