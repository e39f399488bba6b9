// A point stays on a straight line: in two planes through it.
#include "solver/constraint.h"

namespace tendril {
namespace {

void rows(const SceneConstraint& constraint, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  const Eigen::Vector3d axis = b.frame.axes * constraint.normal, first = axis.unitOrthogonal();
  for (const Eigen::Vector3d& normal : {first, Eigen::Vector3d(axis.cross(first))})
    to.addPlace(a, b, normal, normal.dot(a.frame.position - b.frame.position), true);
}

}  // namespace

const ConstraintType& constraintType_axis() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "axis";
    made.about = "a point stays on a straight line";
    made.rows = rows;
    return made;
  }();
  return type;
}

}  // namespace tendril
