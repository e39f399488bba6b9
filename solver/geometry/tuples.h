// Attribute values as vectors, for any storage.
#pragma once

#include <Eigen/Core>

#include "solver/geometry/geometry.h"

namespace tendril::solver {

inline Eigen::VectorXd tupleAt(const Attribute& attribute, std::size_t element) {
  const std::size_t size = static_cast<std::size_t>(attribute.tupleSize);
  Eigen::VectorXd value(attribute.tupleSize);
  for (std::size_t c = 0; c < size; ++c)
    value[static_cast<Eigen::Index>(c)] = numberAt(attribute.numbers, element * size + c);
  return value;
}

template <class Vector>
void setTuple(Attribute& attribute, std::size_t element, const Vector& value) {
  const std::size_t size = static_cast<std::size_t>(attribute.tupleSize);
  for (std::size_t c = 0; c < size; ++c)
    setNumber(attribute.numbers, element * size + c, value[static_cast<Eigen::Index>(c)]);
}

inline void setTuple(Attribute& attribute, std::size_t element, double value) {
  setNumber(attribute.numbers, element, value);
}

// The attribute if it is numeric and of that size; else null.
inline const Attribute* numericTuple(const Attribute* attribute, int size) {
  return attribute && attribute->kind == AttributeKind::numeric && attribute->tupleSize == size ? attribute
                                                                                                : nullptr;
}

// The attribute of that name, added if missing. An existing one keeps its storage; throws an Error if it is
// not `size` real numbers.
Attribute& realTuple(Geometry& geometry, Owner owner, const char* name, int size, const char* typeInfo = "");

}  // namespace tendril::solver
