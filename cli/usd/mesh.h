// Polygons as a USD mesh.
#pragma once

#include "cli/usd/frame.h"

namespace tendril::cli::usd {

// Adds the mesh, if there are polygons.
void addMesh(const Geometry& geometry, const std::string& name, const std::string& attributes, UsdFrame& to);

}  // namespace tendril::cli::usd
