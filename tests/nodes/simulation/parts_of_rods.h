// What tests of rods that come, grow and are cut share: single rods, and how long they are.
#pragma once

#include "solver/geometry/topology.h"
#include "tests/support/shot.h"

namespace tendril::test {

inline Geometry only(const Geometry& g, std::vector<std::int32_t> primitives) {
  return extractPrimitives(g, Span<const std::int32_t>(primitives));
}

inline double lengthOf(const Geometry& g, std::size_t primitive) {
  const Span<const std::int32_t> points = g.pointsOf(primitive);
  return numberAt(g.find(Owner::point, "arclength")->numbers,
                  static_cast<std::size_t>(points[points.size() - 1]));
}

}  // namespace tendril::test
