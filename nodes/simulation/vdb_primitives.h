// OpenVDB grids in a geometry: primitives that Tendril carries. Each has one point, whose position shifts the
// grid.
#pragma once

#include "solver/geometry/geometry.h"
#include "solver/vdb/vdb.h"

namespace tendril::nodes {

Geometry geometryOf(const std::vector<VdbGrid>& grids);

constexpr const char* kVdbPrimitive = "VDB";  // Houdini's name
// The grid of such a primitive, as OpenVDB writes it. Throws an Error where it holds none, as those that
// Houdini saved in a geometry file.
std::vector<std::uint8_t> gridOf(const OtherPrimitive& primitive);

}  // namespace tendril::nodes
