// The rod slides through a place, or through a point of another rod: x_a(u) - x_b = 0 with u unknown.
#include "solver/constraint.h"

namespace tendril {
namespace {

void rows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
}

}  // namespace

const ConstraintType& constraintType_keyhole() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "keyhole";
    made.about = "the rod slides through a place";
    made.slides = 3;
    made.rows = rows;
    return made;
  }();
  return type;
}

}  // namespace tendril
