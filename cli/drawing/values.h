// The number that false colours show, at any point of a primitive.
#pragma once

#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::cli::show {

// By name: an attribute of points, vertices' points, primitives or all (of tuples, the length), or
//   energy  kinetic + elastic, J           speed  |v|, units/s
//   bend    curvature, 1/unit
class ValueOf {
 public:
  // Throws an Error where the geometry has no such thing; it says what it has.
  ValueOf(const Geometry& geometry, const std::string& name);

  static bool isIn(const Geometry& geometry, const std::string& name);

  double at(std::size_t primitive, std::int32_t point) const;

 private:
  double number(const Attribute& attribute, std::size_t element) const;
  void findBends(const Geometry& geometry);

  const Attribute *points_ = nullptr, *primitives_ = nullptr, *other_ = nullptr, *all_ = nullptr;
  std::vector<double> bends_;
};

// A constraint geometry, as tendril::constrain makes it: not curves.
bool isOfConstraints(const Geometry& geometry);

}  // namespace tendril::cli::show
