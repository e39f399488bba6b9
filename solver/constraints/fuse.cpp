// Two points coincide and keep (or take) their relative orientation: branches, loops.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void fuseRows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
  to.addOrientation(a, b);
}

}  // namespace

const ConstraintType& constraintType_fuse() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "fuse";
    made.label = "Fuse";
    made.about = "two points become one and keep their turn";
    made.needsTwo = true;
    made.keepsTurn = true;
    made.rows = fuseRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
