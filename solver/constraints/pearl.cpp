// A mass that slides on the rod: the row x_a(u) - target is a spring to its inertial target
// (solver/coupling/pearls.cpp).
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void pearlRows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
}

}  // namespace

const ConstraintType& constraintType_pearl() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "pearl";
    made.label = "Pearl";
    made.about = "a mass that slides on the rod, with friction, and meets others";
    made.slides = 1;
    made.carries = true;
    made.rows = pearlRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
