// Two points coincide and share an axis, about which they rotate freely.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void hingeRows(const SceneConstraint& constraint, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
  to.addAlignment(a.frame.axes * constraint.axis, b.frame.axes * constraint.normal);
}

}  // namespace

const ConstraintType& constraintType_hinge() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "hinge";
    made.label = "Hinge";
    made.about = "two points become one and turn freely about an axis";
    made.hasNormal = true;
    made.rows = hingeRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
