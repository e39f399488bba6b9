// Constraints as they are drawn: as the things that one would build (rings, pins, links), or as lines for
// whoever looks for a fault.
#pragma once

#include "cli/drawing/drawing.h"

namespace tendril::cli::show {

// Solids are as thick as the curves that are in the drawing already. Lies within the drawing as `file`.
void addConstraints(const Geometry& geometry, const DrawSettings& settings, std::size_t file, Drawing& to);

}  // namespace tendril::cli::show
