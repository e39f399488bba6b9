// A point stays in a plane: n . (x_a - x_b) = 0. On another rod the plane moves with it.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void planeRows(const SceneConstraint& constraint, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPlane(a, b, constraint.normal);
}

}  // namespace

const ConstraintType& constraintType_plane() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "plane";
    made.label = "Plane";
    made.about = "a point stays in a plane";
    made.hasNormal = true;
    made.rows = planeRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
