// A point stays on one side of a plane: n . (x_a - x_b) >= 0. The plane pushes only.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void unilateralRows(const SceneConstraint& constraint, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPlane(a, b, constraint.normal);
}

}  // namespace

const ConstraintType& constraintType_unilateral() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "unilateral";
    made.label = "One-Sided";
    made.about = "a point stays on one side of a plane: pushed, never pulled";
    made.oneSided = true;
    made.hasNormal = true;
    made.rows = unilateralRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
