// Geometry of parts of rods: shortened rods, and pieces that are rods of their own.
#pragma once

#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// A part of a rod of the geometry, by arc lengths.
struct RodPart {
  std::size_t rod = 0;  // index among the geometry's rods
  double from = 0, to = 0;
  std::int64_t id = 0;
};

// The geometry with these parts in place of its rods, a rod's parts in ascending order. Rods without parts
// vanish, with everything attached beyond the existing parts. `rods`: those of `g`.
Geometry slicedRods(const Geometry& g, const std::vector<Rod>& rods, std::vector<RodPart> parts);

}  // namespace tendril::nodes
