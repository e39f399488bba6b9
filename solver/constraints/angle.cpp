// Two tangents include an angle; against the world the second direction is the normal.
#include <cmath>

#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void angleRows(const SceneConstraint& constraint, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  const Eigen::Vector3d other =
      constraint.holdsTwo() ? b.tangent : Eigen::Vector3d(b.frame.axes * constraint.normal);
  const Eigen::Vector3d across = a.tangent.cross(other);
  const double sine = across.norm();
  if (sine < 1e-6) {  // parallel: any plane of bending will do
    if (constraint.rest < 1e-6) to.addAlignment(a.tangent, other);
    if (constraint.rest < 1e-6) return;
  }
  const Eigen::Vector3d axis =
      sine < 1e-6 ? Eigen::Vector3d(other.unitOrthogonal()) : Eigen::Vector3d(across / sine);
  // rotating a about the axis reduces the angle
  to.violation[to.count] = std::atan2(sine, a.tangent.dot(other)) - constraint.rest;
  to.by[0].row(to.count).head<3>() = -axis;
  to.by[1].row(to.count).head<3>() = axis;
  ++to.count;
}

}  // namespace

const ConstraintType& constraintType_angle() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "angle";
    made.label = "Angle";
    made.about = "the rod keeps an angle to a direction, or to another rod";
    made.hasNormal = true;
    made.rest = ConstraintRest::angle;
    made.turns = true;
    made.rows = angleRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
