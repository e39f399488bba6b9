// Equal orientation of two material frames: A B^T = 1. With `position` it clamps a point.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void orientationRows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addOrientation(a, b);
}

}  // namespace

const ConstraintType& constraintType_orientation() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "orientation";
    made.label = "Orientation";
    made.about = "the rod stands there as its target, or as another rod";
    made.keepsTurn = true;
    made.turns = true;
    made.rows = orientationRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
