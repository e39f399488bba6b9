// Rows of constraints, and the table of types.
//
// Frames a and b with spins w and velocities v, d = x_a - x_b:
//
//   along an axis u     g = u . d             dg = u . (v_a - v_b) [+ w_b . (u x d) if u turns with b]
//   rotation            A B^T = exp([g]x)     dg = J_l(g)^-1 (w_a - A B^T w_b)
//   directions p of a, q of b; e1, e2 across q     g_i = e_i . p,  dg_i = e_i . (dp - dq),  dp = w_a x p
//
// J_l^-1 = J_r^-T (solver/kinematics/rotation_vector.h).
#include "solver/constraints/constraint.h"

#include <Eigen/Geometry>

#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

using Eigen::Matrix3d;
using Eigen::Vector3d;

void SceneConstraint::setType(const ConstraintType& is) {
  type = &is;
  for (std::size_t i = 0; i < is.properties.size(); ++i) own[i] = is.properties[i].value;
}

void ConstraintRows::clear() {
  count = places = 0;
  swingLength = 0;
  violation.setZero();
  by[0].setZero();
  by[1].setZero();
  slide.setZero();
}

void ConstraintRows::addAlong(const EndAt& a, const EndAt& b, const Vector3d& axis, double value,
                              bool turning) {
  violation[count] = value;
  by[0].row(count) << 0, 0, 0, axis.transpose();
  by[1].row(count) << 0, 0, 0, -axis.transpose();
  if (turning) by[1].row(count).head<3>() = axis.cross(Vector3d(a.frame.position - b.frame.position));
  slide(count, 0) = axis.dot(a.tangent);
  slide(count, 1) = -axis.dot(b.tangent);
  ++count;
  ++places;
}

void ConstraintRows::addPlane(const EndAt& a, const EndAt& b, const Vector3d& normal) {
  const Vector3d across = b.frame.axes * normal;
  addAlong(a, b, across, across.dot(a.frame.position - b.frame.position), true);
}

void ConstraintRows::addPoint(const EndAt& a, const EndAt& b) {
  const Vector3d off = a.frame.position - b.frame.position;
  for (int i = 0; i < 3; ++i) addAlong(a, b, Vector3d::Unit(i), off[i], false);
}

void ConstraintRows::addOrientation(const EndAt& a, const EndAt& b) {
  const Vector3d turn = turnBetween(b.frame.axes, a.frame.axes);
  const Matrix3d rate = turnRateInverse(turn).transpose();
  violation.segment<3>(count) = turn;
  by[0].block<3, 3>(count, 0) = rate;
  by[1].block<3, 3>(count, 0) = -rate * a.frame.axes * b.frame.axes.transpose();
  slide.col(0).segment<3>(count) = rate * a.curvature;
  slide.col(1).segment<3>(count) = by[1].block<3, 3>(count, 0) * b.curvature;
  count += 3;
}

void ConstraintRows::addAlignment(const Vector3d& p, const Vector3d& q) {
  const Vector3d first = q.unitOrthogonal(), second = q.cross(first);
  // beyond a right angle e . p falls again: rescaled, so that the shortest way back is found
  const double cosine = p.dot(q), sine = p.cross(q).norm();
  const double stretch = cosine > 0 || sine < 1e-9 ? 1 : 1 / sine;
  for (const Vector3d& across : {first, second}) {
    violation[count] = stretch * across.dot(p);
    by[0].row(count).head<3>() = p.cross(across);
    by[1].row(count).head<3>() = -p.cross(across);
    ++count;
  }
}

#define CONSTRAINT(name) const ConstraintType& constraintType_##name();
#include "solver/constraints/constraints.def"
#undef CONSTRAINT

const std::vector<const ConstraintType*>& constraintTypes() {
  static const std::vector<const ConstraintType*> all = {
#define CONSTRAINT(name) &constraintType_##name(),
#include "solver/constraints/constraints.def"
#undef CONSTRAINT
  };
  return all;
}

const ConstraintType* findConstraintType(const std::string& name) {
  for (const ConstraintType* type : constraintTypes())
    if (name == type->name) return type;
  return nullptr;
}

}  // namespace tendril::solver
