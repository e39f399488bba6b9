// The rod slides through a point of the world or of another rod: x_a(u) - x_b = 0 with u unknown.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void keyholeRows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
}

}  // namespace

const ConstraintType& constraintType_keyhole() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "keyhole";
    made.label = "Keyhole";
    made.about = "the rod slides through a place";
    made.slides = 3;
    made.rows = keyholeRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
