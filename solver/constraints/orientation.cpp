// The material frame stands as another: A B^T = 1. With `position` at the same point: manipulation.
#include "solver/constraint.h"

namespace tendril {
namespace {

void rows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addTurn(a, b);
}

}  // namespace

const ConstraintType& constraintType_orientation() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "orientation";
    made.about = "the rod stands there as its target, or as another rod";
    made.rows = rows;
    return made;
  }();
  return type;
}

}  // namespace tendril
