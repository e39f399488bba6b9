// A rod slides through a point of another; with `slideBoth` both slide.
#include "solver/constraint.h"

namespace tendril {
namespace {

void rows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
}

}  // namespace

const ConstraintType& constraintType_slipknot() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "slipknot";
    made.about = "the rod slides through a point of another rod, or both slide";
    made.slides = 3;
    made.rows = rows;
    return made;
  }();
  return type;
}

}  // namespace tendril
