// Numbers along curves.
#include "nodes/attributes/knot_values.h"

#include <string>

#include "solver/base/error.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {

std::size_t KnotValue::elementOf(const Geometry& g, std::size_t primitive, std::size_t vertex) const {
  switch (owner) {
    case Owner::point:
      return static_cast<std::size_t>(g.pointsOf(primitive)[vertex]);
    case Owner::vertex:
      return g.starts[primitive] + vertex;
    case Owner::primitive:
      return primitive;
    default:
      return 0;
  }
}

double KnotValue::at(const Geometry& g, std::size_t primitive, std::size_t vertex) const {
  return factor * numberAt(attribute->numbers, elementOf(g, primitive, vertex));
}

Eigen::Vector3d KnotValue::vectorAt(const Geometry& g, std::size_t primitive, std::size_t vertex) const {
  return factor * Eigen::Vector3d(tupleAt(*attribute, elementOf(g, primitive, vertex)));
}

KnotValue findKnotValue(const Geometry& g, const char* name, int size, double factor) {
  for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive, Owner::detail}) {
    const Attribute* attribute = g.find(owner, name);
    if (!attribute) continue;
    if (!numericTuple(attribute, size))
      throw Error(
          std::string(nameOf(owner)) + " attribute '" + name + "' is no " +
          (size == 1 ? std::string("single number") : "tuple of " + std::to_string(size) + " numbers") +
          ", as Tendril reads it; rename or remove it");
    return {attribute, owner, factor};
  }
  return {};
}

}  // namespace tendril::nodes
