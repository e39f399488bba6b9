// Rows of constraints against finite differences.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solver/constraints/constraint.h"
#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/derivative.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix3d;
using Eigen::VectorXd;

// Of an end that moves by (turn, shift, slide).
EndAt moved(const EndAt& at, const Vector3d& turn, const Vector3d& shift, double slide) {
  EndAt to = at;
  const auto along = [&](const Vector3d& curvature) {
    return Matrix3d(turnBy(slide * curvature).toRotationMatrix());
  };
  const Matrix3d whole = turnBy(turn).toRotationMatrix() * along(at.curvature);
  to.frame.axes = whole * at.frame.axes;
  to.frame.position +=
      shift + turnBy(turn).toRotationMatrix() * along(0.5 * at.curvature) * (slide * at.tangent);
  to.tangent = whole * at.tangent;
  return to;
}

TEST(Constraints, RowsEqualFiniteDifferences) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto vector = [&] { return Vector3d(any(random), any(random), any(random)); };
  for (const ConstraintType* type : constraintTypes())
    for (int trial = 0; trial < 5; ++trial) {
      SceneConstraint constraint;
      constraint.type = type;
      constraint.normal = vector().normalized();
      constraint.axis = vector().normalized();
      constraint.rest = trial == 4 ? 0.0 : 0.7;
      EndAt a, b;
      for (EndAt* at : {&a, &b}) {
        at->frame = {turnBy(vector()).toRotationMatrix(), vector()};
        at->tangent = at->frame.axes.col(0);
        at->curvature = 2 * vector();
      }
      if (std::string(type->name) == "hinge" || std::string(type->name) == "orientedkeyhole") {
        // across from each other rows are stretched, which is no derivative
        b.frame.axes = turnBy(0.3 * vector()).toRotationMatrix() * a.frame.axes;
        constraint.axis = turnBy(0.3 * vector()) * constraint.normal;
      }
      ConstraintRows rows;
      rows.clear();
      type->rows(constraint, a, b, rows);
      ASSERT_GT(rows.count, 0);
      const int n = rows.count;
      // directions across are chosen anew for each b: they are held for the test
      const bool chosen = std::string(type->name) == "axis" || std::string(type->name) == "hinge" ||
                          std::string(type->name) == "orientedkeyhole";
      Eigen::MatrixXd jacobian(n, chosen ? 7 : 14);
      const auto at = [&](const VectorXd& x) {
        const EndAt first = moved(a, x.segment<3>(0), x.segment<3>(3), x[6]);
        const EndAt second = chosen ? b : moved(b, x.segment<3>(7), x.segment<3>(10), x[13]);
        ConstraintRows there;
        there.clear();
        type->rows(constraint, first, second, there);
        return VectorXd(there.violation.head(n));
      };
      jacobian.leftCols(6) = rows.by[0].topRows(n);
      jacobian.col(6) = rows.slide.col(0).head(n);
      if (!chosen) {
        jacobian.middleCols(7, 6) = rows.by[1].topRows(n);
        jacobian.col(13) = rows.slide.col(1).head(n);
      }
      SCOPED_TRACE(type->name);
      if (!(type->slides & 1)) jacobian.col(6).setZero();
      const VectorXd zero = VectorXd::Zero(jacobian.cols());
      const auto withoutSlides = [&](const VectorXd& x) {
        VectorXd y = x;
        if (!(type->slides & 1)) y[6] = 0;
        if (!chosen && !(type->slides & 2)) y[13] = 0;
        return at(y);
      };
      if (!chosen && !(type->slides & 2)) jacobian.col(13).setZero();
      expectDerivative(withoutSlides, zero, jacobian, 1);
    }
}

// The second end of what chooses its own directions: both ends moved alike change nothing.
TEST(Constraints, RowsAreInvariantUnderRigidMotion) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto vector = [&] { return Vector3d(any(random), any(random), any(random)); };
  for (const ConstraintType* type : constraintTypes()) {
    SceneConstraint constraint;
    constraint.type = type;
    constraint.rest = 0.4;
    EndAt a, b;
    for (EndAt* at : {&a, &b}) at->frame = {turnBy(vector()).toRotationMatrix(), vector()};
    a.tangent = a.frame.axes.col(0);
    // where rows are 0, as in every step's end
    b.frame = a.frame;
    constraint.axis = constraint.normal;
    ConstraintRows rows;
    rows.clear();
    type->rows(constraint, a, b, rows);
    const Vector3d spin = vector(), velocity = vector();
    Vec6d ofA, ofB;
    ofA << spin, velocity + spin.cross(a.frame.position);
    ofB << spin, velocity + spin.cross(b.frame.position);
    const Vec6d change = rows.by[0] * ofA + rows.by[1] * ofB;
    EXPECT_LT(change.norm(), 1e-12) << type->name;
    EXPECT_GT((rows.by[0] * ofA).norm(), 1e-3) << type->name;
  }
}

}  // namespace
}  // namespace tendril::test
