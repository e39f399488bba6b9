// Stations: quadrature points of an element, and how they move. This is all that a model gives of its
// kinematics. World axes; positions from the element's start; SI units.
//
//   V   = (omega, v)   spin (rad/s) of the element's start, velocity (m/s) of its origin
//   eta                rates of the coordinates at the element's start and (clothoid) end
//   Q, r               material axes and position of a station
//   W, P               maps: the rates add W eta to its spin and P eta to its velocity
//
// A station has the spin omega + W eta and the velocity v + omega x r + P eta.
//
// W and P are stored transposed: a row for each number in eta, padded to full registers, and a column for
// each world axis, as the sums over stations read them.
#pragma once

#include <vector>

#include "solver/forces/force.h"

namespace tendril::solver {

template <int Ends>
constexpr int kRates = 3 * Ends;  // numbers in eta
template <int Ends>
constexpr int kRateRows = 4 * Ends;

template <int Ends>
using RateMap = Eigen::Matrix<double, kRateRows<Ends>, 3>;
template <int Ends>
using RateVector = Eigen::Matrix<double, kRateRows<Ends>, 1>;  // padded with zeros

template <int Ends>
struct Station {
  static constexpr int kEnds = Ends;
  RateMap<Ends> turn, shift;  // W, P
  Matrix3d axes;              // Q
  Vector3d position;          // r
  double arc, weight;         // from the element's start; integration weight, m
};

// A station of a rigid link, whose maps follow from its axes and position.
struct LinkStation {
  static constexpr int kEnds = 1;
  Matrix3d axes;
  Vector3d position;
  double arc, weight;
};

// What the rates do to a station.
struct StationMotion {
  Vector3d spin, rate;          // W eta, P eta
  Vector3d spinBias, rateBias;  // (dW/dt) eta, (dP/dt) eta, relative to the start frame
};

template <class S>
struct Moving : S, StationMotion {};

// The station at an element's start, with no element before it.
template <int Ends>
Moving<Station<Ends>> startStation(const Matrix3d& axes) {
  Moving<Station<Ends>> at;
  at.turn.setZero();
  at.shift.setZero();
  at.axes = axes;
  at.position.setZero();
  at.arc = at.weight = 0;
  at.spin = at.rate = at.spinBias = at.rateBias = Vector3d::Zero();
  return at;
}

// Q phi at the part u of an element, by rates.
template <int Ends>
RateMap<Ends> bendMap(const Matrix3d& axes, double u) {
  RateMap<Ends> map;
  if constexpr (Ends == 1) {
    map.template topRows<3>() = axes.transpose();
    map.template bottomRows<1>().setZero();
  } else {
    map.template topRows<3>() = (1 - u) * axes.transpose();
    map.template middleRows<3>(3) = u * axes.transpose();
    map.template bottomRows<2>().setZero();
  }
  return map;
}

template <int Ends>
void setRates(const Station<Ends>& at, const RateVector<Ends>& eta, StationMotion& to) {
  to.spin.noalias() = at.turn.transpose() * eta;
  to.rate.noalias() = at.shift.transpose() * eta;
}

// Accelerations of a station when the start frame and the rates do not accelerate.
inline Vector3d spinBiasOf(const StationMotion& motion, const Vector3d& omega) {
  return omega.cross(motion.spin) + motion.spinBias;
}
inline Vector3d velocityBiasOf(const Vector3d& position, const StationMotion& motion, const Vector3d& omega) {
  const Vector3d swing = omega.cross(position) + 2 * motion.rate;
  return omega.cross(swing) + motion.rateBias;
}

}  // namespace tendril::solver
