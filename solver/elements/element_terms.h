// An element's matrix and vector, summed over its stations:
//
//   z = (omega, v, eta_start, eta_end)           motion of the element's start, and rates
//   B   = [-[r]x, 1, P]   B_w = [1, 0, W]        velocity and spin of a station, from z
//   B_k = [0, 0, Q phi]                          bending rate
//
//   matrix = sum of m B^T B + B_w^T Y B_w + sym(2 B_k^T N B_w)
//   vector = sum of B^T f + B_w^T c
//
// With Y the rotary inertia this is the mass matrix M. With the geometric stiffness of a load whose resultant
// beyond s is the force n(s) and the moment m(s) about s,
//
//   S = integral of B_w^T ((n.t) 1 - sym(t n^T)) B_w - sym(B_k^T [m]x B_w)
//
// it is the Hessian of Newton's method (from d(r)' = d(theta) x t, d(theta)' = Q d(kappa), dd(theta)' =
// d(theta) x d(theta)'). Where n pulls along t, the first part is a string's stiffness; only that is
// positive.
//
// Matrices are padded to twelve rows, three full registers for every column. Only lower triangles are valid.
#pragma once

#include "solver/elements/station.h"

namespace tendril::solver {

constexpr int kRows = 12;
template <int Ends>
constexpr int kStates = 6 + kRates<Ends>;  // numbers in z

template <int Ends>
using StateMatrix = Eigen::Matrix<double, kRows, kStates<Ends>>;
using StateVector = Eigen::Matrix<double, kRows, 1>;
using MotionMap = Eigen::Matrix<double, kRows, 6>;  // transposed: (omega, v) of a frame from z
using ElementMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kRows, kRows>;
using ElementVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kRows, 1>;

inline Matrix3d crossOf(const Vector3d& a) {
  return crossMatrix<double>(a);
}

// The motion of a frame at `offset` from a station, moving with it.
template <int Ends>
MotionMap motionMap(const Station<Ends>& at, const Vector3d& offset = Vector3d::Zero()) {
  MotionMap map = MotionMap::Zero();
  map.topLeftCorner<3, 3>().setIdentity();
  map.block<3, 3>(3, 3).setIdentity();
  map.topRightCorner<3, 3>() = crossOf(at.position + offset);
  map.template block<kRates<Ends>, 3>(6, 0) = at.turn.template topRows<kRates<Ends>>();
  map.template block<kRates<Ends>, 3>(6, 3) =
      at.shift.template topRows<kRates<Ends>>() + at.turn.template topRows<kRates<Ends>>() * crossOf(offset);
  return map;
}

template <int Ends>
class MatrixSum {
 public:
  // `turning`: Y
  void add(const Station<Ends>& at, double mass, const Matrix3d& turning) {
    addRates(at, mass, turning, at.turn * turning);
  }
  // `bend`: (Q phi)^T N, rows by rates
  void add(const Station<Ends>& at, double mass, const Matrix3d& turning, const RateMap<Ends>& bend) {
    addRates(at, mass, turning, at.turn * turning + 2 * bend);
    spinRates_ -= bend;
  }

  void into(StateMatrix<Ends>& to) const {
    constexpr int n = kRates<Ends>;
    to.setZero();
    to.template topLeftCorner<3, 3>() = spins_;
    to.template block<3, 3>(3, 0) = crossOf(-first_);
    to.template block<3, 3>(3, 3).diagonal().setConstant(mass_);
    to.template block<n, 3>(6, 0) = spinRates_.template topRows<n>();
    to.template block<n, 3>(6, 3) = velocityRates_.template topRows<n>();
    const auto rates = rates_.template topRows<n>();
    to.template block<n, n>(6, 6) = 0.5 * (rates + rates.transpose());
  }

 private:
  void addRates(const Station<Ends>& at, double mass, const Matrix3d& turning, const RateMap<Ends>& turned) {
    const Vector3d& r = at.position;
    const Vector3d first = mass * r;
    mass_ += mass;
    first_ += first;
    spins_ += turning - first * r.transpose();
    spins_.diagonal().array() += first.dot(r);
    // ([mr]x P)^T = -P^T [mr]x
    spinRates_.col(0) += turned.col(0) - at.shift.col(1) * first.z() + at.shift.col(2) * first.y();
    spinRates_.col(1) += turned.col(1) - at.shift.col(2) * first.x() + at.shift.col(0) * first.z();
    spinRates_.col(2) += turned.col(2) - at.shift.col(0) * first.y() + at.shift.col(1) * first.x();
    velocityRates_ += at.shift * mass;
    const RateMap<Ends> moved = at.shift * mass;
    rates_ += moved.lazyProduct(at.shift.template topRows<kRates<Ends>>().transpose());
    rates_ += turned.lazyProduct(at.turn.template topRows<kRates<Ends>>().transpose());
  }

  double mass_ = 0;
  Vector3d first_ = Vector3d::Zero();
  Matrix3d spins_ = Matrix3d::Zero();
  RateMap<Ends> spinRates_ = RateMap<Ends>::Zero(), velocityRates_ = RateMap<Ends>::Zero();
  Eigen::Matrix<double, kRateRows<Ends>, kRates<Ends>> rates_ =
      Eigen::Matrix<double, kRateRows<Ends>, kRates<Ends>>::Zero();
};

template <int Ends>
class VectorSum {
 public:
  void add(const Station<Ends>& at, const Vector3d& force, const Vector3d& couple) {
    force_ += force;
    couple_ += couple + at.position.cross(force);
    rates_ += at.shift * force;
    rates_ += at.turn * couple;
  }

  void into(StateVector& to) const {
    to << couple_, force_, rates_.template head<kRates<Ends>>(),
        Eigen::Matrix<double, kRows - kStates<Ends>, 1>::Zero();
  }

 private:
  Vector3d force_ = Vector3d::Zero(), couple_ = Vector3d::Zero();
  RateVector<Ends> rates_ = RateVector<Ends>::Zero();
};

}  // namespace tendril::solver
