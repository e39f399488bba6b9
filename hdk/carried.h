// Origin of primitives that Tendril only passes through.
#pragma once

#include "solver/geometry/geometry.h"

namespace tendril::hdk {

struct Source {
  std::int64_t input = 0, primitive = 0;

  friend bool operator==(const Source& a, const Source& b) {
    return a.input == b.input && a.primitive == b.primitive;
  }
};

inline Value fieldsOf(const Source& source) {
  Value fields = Value::map();
  fields.set("input", Value(source.input));
  fields.set("primitive", Value(source.primitive));
  return fields;
}

// Throws an Error if the primitive is from no input.
inline Source sourceOf(const OtherPrimitive& other) {
  const Value *input = other.fields.find("input"), *primitive = other.fields.find("primitive");
  if (!input || !primitive)
    throw Error("primitive " + std::to_string(other.primitive) + " is neither a polygon nor from an input");
  return {*input->as<std::int64_t>(), *primitive->as<std::int64_t>()};
}

}  // namespace tendril::hdk
