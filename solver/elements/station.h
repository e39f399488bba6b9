// Places along an element where its integrals are taken, and how they move: all that a model has to say about
// its kinematics. World axes; positions from the element's start; SI units.
//
//   V   = (omega, v)   spin (rad/s) of the element's start, velocity (m/s) of its origin
//   eta                rates of the coordinates at the element's start and (clothoid) end
//   Q, r               material axes and position of a station
//   W, P               W eta, P eta: what the rates add to its spin and to its velocity
//
// A station then has the spin omega + W eta and the velocity v + omega x r + P eta.
//
// W and P are kept by rates: one row for each number in eta, padded to full registers, one column for each
// axis of the world. That is how the sums over the stations want them.
#pragma once

#include <vector>

#include "solver/kinematics/rotation.h"

namespace tendril::solver {

using Eigen::Matrix3d;
using Eigen::Vector3d;

template <int Ends>
constexpr int kRates = 3 * Ends;  // numbers in eta
template <int Ends>
constexpr int kRateRows = 4 * Ends;

template <int Ends>
using RateMap = Eigen::Matrix<double, kRateRows<Ends>, 3>;
template <int Ends>
using RateVector = Eigen::Matrix<double, kRateRows<Ends>, 1>;  // padding: zeros

template <int Ends>
struct Station {
  RateMap<Ends> turn, shift;    // W, P
  Matrix3d axes;                // Q
  Vector3d position;            // r
  double arc, weight;           // from the element's start; length of rod that it stands for, m
  Vector3d spin, rate;          // W eta, P eta
  Vector3d spinBias, rateBias;  // (dW/dt) eta, (dP/dt) eta, seen from the start frame
};

// The station at an element's very start: nothing between.
template <int Ends>
Station<Ends> startStation(const Matrix3d& axes) {
  Station<Ends> at;
  at.turn.setZero();
  at.shift.setZero();
  at.axes = axes;
  at.position.setZero();
  at.arc = at.weight = 0;
  at.spin = at.rate = at.spinBias = at.rateBias = Vector3d::Zero();
  return at;
}

template <int Ends>
void setRates(Station<Ends>& at, const RateVector<Ends>& eta) {
  at.spin.noalias() = at.turn.transpose() * eta;
  at.rate.noalias() = at.shift.transpose() * eta;
}

// Accelerations of a station where neither the start frame nor the rates accelerate.
template <int Ends>
Vector3d spinBiasOf(const Station<Ends>& at, const Vector3d& omega) {
  return omega.cross(at.spin) + at.spinBias;
}
template <int Ends>
Vector3d velocityBiasOf(const Station<Ends>& at, const Vector3d& omega) {
  const Vector3d swing = omega.cross(at.position) + 2 * at.rate;
  return omega.cross(swing) + at.rateBias;
}

}  // namespace tendril::solver
