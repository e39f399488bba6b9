// Attribute values as vectors.
#include "solver/geometry/tuples.h"

namespace tendril::solver {

Attribute& realTuple(Geometry& geometry, Owner owner, const char* name, int size, const char* typeInfo) {
  Attribute* present = geometry.find(owner, name);
  if (!present) return geometry.add(owner, name, Storage::real32, size, typeInfo);
  if (!numericTuple(present, size) || !isReal(present->storage()))
    throw Error(std::string(nameOf(owner)) + " attribute '" + name + "' is not " +
                (size == 1 ? "a real number" : std::to_string(size) + " real numbers") +
                ", as Tendril uses it; rename or remove it");
  return *present;
}

}  // namespace tendril::solver
