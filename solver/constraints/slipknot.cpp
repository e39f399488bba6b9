// A rod slides through a point of another; with `slideBoth` both slide.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void slipknotRows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
}

}  // namespace

const ConstraintType& constraintType_slipknot() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "slipknot";
    made.label = "Slipknot";
    made.about = "the rod slides through a point of another rod, or both slide";
    made.slides = 3;
    made.needsTwo = true;
    made.rows = slipknotRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
