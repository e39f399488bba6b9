// The state of constraint primitives as attributes (constraint_state.def).
#pragma once

#include <string>

#include "solver/constraints/constraint.h"
#include "solver/geometry/geometry.h"

namespace tendril::nodes {

struct ConstraintAttributes {
#define CONSTRAINT_STATE(member, name, size) Attribute* member = nullptr;
#include "nodes/simulation/constraint_state.def"
#undef CONSTRAINT_STATE
  Attribute* type = nullptr;

  explicit ConstraintAttributes(Geometry& g);  // adds missing ones
};

// The type of a primitive's state; empty: none. Caches of Tendril 0.1.0 store a number, its index in the
// table of that version.
std::string typeOfState(const Geometry& g, std::size_t primitive);

// The attribute of a number that a type of constraint keeps itself.
std::string ownStateName(const char* name);

// Bits of constraintflags.
enum ConstraintFlag { kBegun = 1, kYields = 2, kMoves = 4, kMoved = 8, kActs = 16 };

}  // namespace tendril::nodes
