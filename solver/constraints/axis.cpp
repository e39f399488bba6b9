// A point stays on a straight line: two planes through it.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void axisRows(const SceneConstraint& constraint, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  const Eigen::Vector3d first = constraint.normal.unitOrthogonal();
  to.addPlane(a, b, first);
  to.addPlane(a, b, constraint.normal.cross(first));
}

}  // namespace

const ConstraintType& constraintType_axis() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "axis";
    made.label = "Axis";
    made.about = "a point stays on a straight line";
    made.hasNormal = true;
    made.rows = axisRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
