// What constraint primitives carry from frame to frame. Lengths in scene units, forces in N.
#pragma once

#include <algorithm>

#include "solver/constraints/constraint.h"

namespace tendril::nodes {

struct StateAttribute {
  const char* name;
  int size;
};
constexpr StateAttribute kConstraintState[] = {
    {"constraintarc", 2},   {"constraintdrawn", 2},  {"constraintforce", 6},  {"constraintpush", 1},
    {"constraintflags", 1}, {"constrainttarget", 3}, {"constraintorient", 4}, {"constraintrest", 1},
    {"constraintturn", 4},  {"constraintslid", 1},   {"constrainttype", 1},   {"constraintnormal", 3},
    {"pearlplace", 3},      {"pearlvel", 3},         {"pearlpastplace", 3},   {"pearlpastvel", 3}};

// Its place in the table of types: constrainttype.
inline double numberOf(const ConstraintType& type) {
  const auto& all = constraintTypes();
  return static_cast<double>(std::find(all.begin(), all.end(), &type) - all.begin());
}

// Of constraintflags.
enum ConstraintFlag { kBegun = 1, kYields = 2, kMoves = 4, kMoved = 8 };

}  // namespace tendril::nodes
