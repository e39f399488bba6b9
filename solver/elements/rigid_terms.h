// A rod's solver: shorter terms for rigid elements (links). All of a link's bending is at its start, so it
// moves with the spin behind its joint and the velocity of its start:
//
//   u = (omega + Q eta, v) = E z,  z = (omega, v, eta)          Q: axes behind the joint
//
// Its matrix is E^T inertia E, plus the joint's own terms (rates by rates, rates by the spin before it). So
// the sweep adds and shifts 6 x 6 matrices where curved elements need 12 x 12.
#pragma once

#include "solver/elements/elimination.h"

namespace tendril::solver {

// Eliminates the last three unknowns of z from a link's terms; compare Elimination.
class LinkElimination {
 public:
  // `rates`: rates by rates; `coupling`: kept by rates. False if a pivot is not positive.
  bool factor(const Mat6d& kept, const Matrix3d& rates, const Eigen::Matrix<double, 6, 3>& coupling,
              Mat6d& left, double least) {
    if (!pivot_.factor(rates, least)) return false;
    gain_ = coupling;
    pivot_.substitute(gain_);
    left = kept;
    left.noalias() -= gain_.lazyProduct(gain_.transpose());
    pivot_.back(gain_);
    return true;
  }
  void solve(const Vec6d& kept, const Vector3d& rates, Vec6d& left) {
    offset_ = pivot_.solve(rates);
    left = kept - gain_ * rates;
  }
  Vector3d last(const Vec6d& kept) const { return -(gain_.transpose() * kept + offset_); }

  // A further right side, as in Elimination.
  template <class Vector>
  Vector3d solveBeside(Vector&& kept, const Vector3d& rates) const {
    kept -= gain_ * rates;
    return pivot_.solve(rates);
  }
  const Vector3d& offset() const { return offset_; }
  void addOffset(const Vector3d& by) { offset_ += by; }

 private:
  Pivot pivot_;
  Eigen::Matrix<double, 6, 3> gain_;
  Vector3d offset_ = Vector3d::Zero();
};

// Terms of a link alone; later also of what is attached to it and of everything beyond it.
struct LinkTerms {
  Mat6d inertia;      // by u; symmetric, both triangles valid
  Vec6d push;         // by u: right side
  Matrix3d own;       // of the joint: rates by rates
  Matrix3d mixed;     // of the joint: rates by omega
  Vector3d gradient;  // by rates
  LinkElimination elimination;

  void setZero() {
    inertia.setZero();
    push.setZero();
    own.setZero();
    mixed.setZero();
    gradient.setZero();
  }
  void addMass(const Vector3d& r, double mass, const Matrix3d& turning) {
    const Vector3d first = mass * r;
    Matrix3d spin = turning - first * r.transpose();
    spin.diagonal().array() += first.dot(r);
    inertia.topLeftCorner<3, 3>() += spin;
    addFirst(first);
    inertia.diagonal().tail<3>().array() += mass;
  }
  void addPush(const Vector3d& r, const Vector3d& force, const Vector3d& couple) {
    push.head<3>() += couple + r.cross(force);
    push.tail<3>() += force;
  }
  // Resistance to the velocity of a point at r.
  void addSlope(const Vector3d& r, const Matrix3d& slope) {
    const Matrix3d cross = crossOf(r), turned = slope * cross;
    inertia.bottomRightCorner<3, 3>() += slope;
    inertia.bottomLeftCorner<3, 3>() -= turned;
    inertia.topRightCorner<3, 3>() -= turned.transpose();
    inertia.topLeftCorner<3, 3>() -= cross * turned;
  }
  // A matrix or a load of a frame that moves with the link, origin at r.
  void addShifted(const Vector3d& r, const Mat6d& by) {
    const Matrix3d cross = crossOf(r);
    const Matrix3d mixing = by.bottomLeftCorner<3, 3>() - by.bottomRightCorner<3, 3>() * cross;
    inertia.bottomRightCorner<3, 3>() += by.bottomRightCorner<3, 3>();
    inertia.bottomLeftCorner<3, 3>() += mixing;
    inertia.topRightCorner<3, 3>() += mixing.transpose();
    inertia.topLeftCorner<3, 3>() +=
        by.topLeftCorner<3, 3>() - by.topRightCorner<3, 3>() * cross + cross * mixing;
  }
  void addShifted(const Vector3d& r, const Vec6d& by) { addPush(r, by.tail<3>(), by.head<3>()); }

  // Blocks for the rates and their coupling to the kept unknowns; `axes`: behind the joint.
  Matrix3d ratesOf(const Matrix3d& axes) const {
    return axes.transpose() * inertia.topLeftCorner<3, 3>() * axes + own;
  }
  Eigen::Matrix<double, 6, 3> couplingOf(const Matrix3d& axes) const {
    Eigen::Matrix<double, 6, 3> coupling = inertia.leftCols<3>() * axes;
    coupling.topRows<3>() += mixed.transpose();
    return coupling;
  }
  Vector3d rateVector(const Matrix3d& axes) const { return axes.transpose() * push.head<3>() + gradient; }

 private:
  void addFirst(const Vector3d& first) {
    const Matrix3d cross = crossOf(first);
    inertia.bottomLeftCorner<3, 3>() -= cross;
    inertia.topRightCorner<3, 3>() += cross;
  }
};

}  // namespace tendril::solver
