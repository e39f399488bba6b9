// The rod slides through a point along a given direction; it may rotate about its tangent.
#include "solver/constraints/constraint.h"

namespace tendril::solver {
namespace {

void orientedkeyholeRows(const SceneConstraint&, const EndAt& a, const EndAt& b, ConstraintRows& to) {
  to.addPoint(a, b);
  const Eigen::Vector3d direction = b.frame.axes.col(0);
  const int first = to.count;
  to.addAlignment(a.tangent, direction);
  for (int i = first; i < to.count; ++i)  // d(tangent) = (curvature x tangent) ds
    to.slide(i, 0) = to.by[0].row(i).head<3>().dot(a.curvature);
}

}  // namespace

const ConstraintType& constraintType_orientedkeyhole() {
  static const ConstraintType type = [] {
    ConstraintType made;
    made.name = "orientedkeyhole";
    made.label = "Oriented Keyhole";
    made.about = "the rod slides through a place in a given direction";
    made.slides = 1;
    made.rows = orientedkeyholeRows;
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
