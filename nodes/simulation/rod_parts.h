// Geometry of parts of rods: shorter ones, and pieces that are rods of their own.
#pragma once

#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// A part of a rod of the geometry at hand, by arc lengths.
struct RodPart {
  std::size_t rod = 0;  // among those of the geometry
  double from = 0, to = 0;
  std::int64_t id = 0;
};

// The geometry with these parts in place of its rods, those of a rod in ascending order; rods without parts
// vanish, and with them whatever hangs beyond what is there. `rods`: as read.
Geometry slicedRods(const Geometry& g, const std::vector<Rod>& rods, std::vector<RodPart> parts);

}  // namespace tendril::nodes
