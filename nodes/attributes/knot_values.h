// Numbers that an artist gives along curves and rods: on points, vertices, primitives or the detail,
// whichever comes first.
//
//   const KnotValue young = findKnotValue(rods, "young");
//   if (young) young.at(rods, primitive, knot)
#pragma once

#include <Eigen/Core>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

struct KnotValue {
  const Attribute* attribute = nullptr;
  Owner owner = Owner::point;
  double factor = 1;

  explicit operator bool() const { return attribute; }
  double at(const Geometry& g, std::size_t primitive, std::size_t vertex) const;
  Eigen::Vector3d vectorAt(const Geometry& g, std::size_t primitive, std::size_t vertex) const;  // of three
  std::size_t elementOf(const Geometry& g, std::size_t primitive, std::size_t vertex) const;
};

// Throws an Error where the attribute is there and holds no tuples of that size.
KnotValue findKnotValue(const Geometry& g, const char* name, int size = 1, double factor = 1);

}  // namespace tendril::nodes
