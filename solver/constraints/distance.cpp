// Two points keep a distance: |x_a - x_b| - d = 0.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void distanceRows(const SceneConstraint& constraint, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  const Eigen::Vector3d way = a.frame.position - b.frame.position;
  const double length = way.norm();
  if (constraint.rest <= 0) {  // distance 0: the points coincide
    to.addPoint(a, b);
    return;
  }
  // at the centre every direction is equivalent
  const Eigen::Vector3d along = length > 1e-9 * constraint.rest ? Eigen::Vector3d(way / length)
                                                                : Eigen::Vector3d(Eigen::Vector3d::UnitY());
  to.addAlong(a, b, along, length - constraint.rest, false);
  to.swingLength = length;
}

}  // namespace

const ConstraintType& constraintType_distance() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "distance";
    made.label = "Distance";
    made.about = "two points keep their distance";
    made.rest = ConstraintRest::length;
    made.rows = distanceRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
