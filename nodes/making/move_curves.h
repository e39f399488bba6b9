// The original curves moved along with their rods.
#pragma once

#include "nodes/parameters/definition.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// `bindings`: rods with where the curves' points are on them, if `source` is light; null: none.
// Points in their order, every other attribute and primitive as it was. A point that several curves share
// goes with the one that ownersOfPoints() names.
Geometry moveCurves(const Geometry& source, const std::vector<Rod>& rods, const Geometry& original,
                    const Geometry* bindings, bool addOrient, Host& host);

// Half the width of a knot, scene units; 0 where it has no pscale.
double radiusAt(const Geometry& rods, std::size_t point);

}  // namespace tendril::nodes
