// A point follows a moving point or triangle of another geometry: x_a - x_b = 0.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void attachRows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
}

}  // namespace

const ConstraintType& constraintType_attach() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "attach";
    made.label = "Attach";
    made.about = "a point goes with a point or a triangle of another geometry";
    made.rows = attachRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
