// A point is at a place, or at a point of another rod: x_a - x_b = 0.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void positionRows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
}

}  // namespace

const ConstraintType& constraintType_position() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "position";
    made.label = "Position";
    made.about = "a point stays at a place, or at a point of another rod";
    made.rows = positionRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
