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

  explicit ConstraintAttributes(Geometry& g);  // made where they are absent
};

// The name of the type that a primitive's state belongs to; empty: it has none. Caches of Tendril 0.1.0 have
// a number, its place in the table as it was then.
std::string typeOfState(const Geometry& g, std::size_t primitive);

// Of constraintflags.
enum ConstraintFlag { kBegun = 1, kYields = 2, kMoves = 4, kMoved = 8 };

}  // namespace tendril::nodes
