// What every element gives to the sweep, whatever its model: made from its stations and from the loads on it.
//
//   z = (omega, v, eta_start, eta_end)   in the element's start frame; z' its inertial acceleration, resolved
//   there B   = [-[r]x, 1, P_a, P_b]           velocity of the centreline at s B_w = [1, 0, W_a, W_b] spin at
//   s M   = integral of rho S B^T B + B_w^T Q diag(rho (I1+I2), rho I1, rho I2) Q^T B_w ds h   = the same
//   integral of what acceleration and couple are at z' = 0 A z' + c = acceleration (alpha, a) of the end
//   frame, resolved there
//
// Geometric stiffness under a load whose part beyond s has the force n(s) and the moment m(s) about s. From
// d(r)' = d(theta) x t, d(theta)' = Q d(kappa) and dd(theta)' = d(theta) x d(theta)':
//
//   S = integral of B_w^T ((n.t) 1 - sym(t n^T)) B_w - sym(B_k^T [m]x B_w) ds,  B_k = [0, 0, Q phi_a, Q
//   phi_b]
//
// where n pulls along t, the first part is a string's stiffness, which alone is positive.
#pragma once

#include "solver/models/station.h"
#include "solver/section.h"

namespace tendril {

template <class T, int N>
using VecN = Eigen::Matrix<T, N, 1>;
template <class T, int R, int C>
using MatRC = Eigen::Matrix<T, R, C>;

template <class T>
using Vec6 = VecN<T, 6>;  // (omega, v) or (moment, force)

template <int Ends>
constexpr int kStates = 6 + 3 * Ends;  // numbers in z

// The loads beyond a station, in the element's start frame.
template <class T>
struct Beyond {
  Vec3<T> force = Vec3<T>::Zero(), moment = Vec3<T>::Zero();  // N, N m about the station
};

template <class T, int Ends>
struct Terms {
  static constexpr int kSize = kStates<Ends>;
  MatRC<T, kSize, kSize> inertia;  // M
  VecN<T, kSize> bias;             // h
  MatRC<T, 6, kSize> end;          // A
  Vec6<T> endBias;                 // c
};

template <class T, int Ends>
MatRC<T, 3, kStates<Ends>> velocityMap(const Station<T>& at) {
  MatRC<T, 3, kStates<Ends>> b;
  b.template leftCols<3>() = -crossMatrix(at.frame.position);
  b.template middleCols<3>(3).setIdentity();
  for (int e = 0; e < Ends; ++e) b.template middleCols<3>(6 + 3 * e) = at.shift[static_cast<std::size_t>(e)];
  return b;
}

template <class T, int Ends>
MatRC<T, 3, kStates<Ends>> spinMap(const Station<T>& at) {
  MatRC<T, 3, kStates<Ends>> b;
  b.template leftCols<3>().setIdentity();
  b.template middleCols<3>(3).setZero();
  for (int e = 0; e < Ends; ++e) b.template middleCols<3>(6 + 3 * e) = at.turn[static_cast<std::size_t>(e)];
  return b;
}

// Accelerations of a station at z' = 0; `omega`: the start frame's spin.
template <class T>
Vec3<T> spinBiasAt(const Station<T>& at, const Vec3<T>& omega) {
  return omega.cross(at.spin) + at.spinBias;
}
template <class T>
Vec3<T> velocityBiasAt(const Station<T>& at, const Vec3<T>& omega) {
  const Vec3<T> swing = omega.cross(at.frame.position) + at.rate * T(2);
  return omega.cross(swing) + at.rateBias;
}

// To a station's own frame, of motions in the start frame.
template <class T, int Ends>
MatRC<T, 6, kStates<Ends>> motionMap(const Station<T>& at) {
  MatRC<T, 6, kStates<Ends>> map;
  map.template topRows<3>() = at.frame.axes.transpose() * spinMap<T, Ends>(at);
  map.template bottomRows<3>() = at.frame.axes.transpose() * velocityMap<T, Ends>(at);
  return map;
}
template <class T>
Vec6<T> motionBias(const Station<T>& at, const Vec3<T>& omega) {
  Vec6<T> bias;
  bias << at.frame.axes.transpose() * spinBiasAt(at, omega),
      at.frame.axes.transpose() * velocityBiasAt(at, omega);
  return bias;
}

// A station's rotary inertia per length, kg m, in the start frame.
template <class T>
Mat3<T> rotaryInertia(const Station<T>& at, const SectionAt<T>& section) {
  return at.frame.axes * section.inertia.asDiagonal() * at.frame.axes.transpose();
}

template <class T, int Ends>
void makeTerms(const Stations<T>& stations, const Vec3<T>& omega, const ElementSection<T>& section,
               Terms<T, Ends>& to) {
  to.inertia.setZero();
  to.bias.setZero();
  for (const Station<T>& at : stations.inside) {
    const SectionAt<T> here = section.at(at.arc);
    const auto velocity = velocityMap<T, Ends>(at);
    const auto spin = spinMap<T, Ends>(at);
    const Mat3<T> rotary = rotaryInertia(at, here) * at.weight;
    const T mass = here.mass * at.weight;
    const Vec3<T> turned = omega + at.spin;
    const Vec3<T> couple = rotary * spinBiasAt(at, omega) + turned.cross(Vec3<T>(rotary * turned));
    const MatRC<T, 3, kStates<Ends>> rotarySpin = rotary * spin;
    to.inertia.noalias() += velocity.transpose() * (velocity * mass);
    to.inertia.noalias() += spin.transpose() * rotarySpin;
    to.bias.noalias() +=
        velocity.transpose() * (velocityBiasAt(at, omega) * mass) + spin.transpose() * couple;
  }
  to.end = motionMap<T, Ends>(stations.end);
  to.endBias = motionBias(stations.end, omega);
}

// Adds S at one station. `bend`: Q phi of each end. Positive: only the string's part, where it pulls.
template <class T, int Ends>
void addGeometricStiffness(const Station<T>& at, const Beyond<T>& load, const std::array<T, 2>& phi,
                           bool positive, MatRC<T, kStates<Ends>, kStates<Ends>>& to) {
  const auto spin = spinMap<T, Ends>(at);
  const Vec3<T> t = at.frame.axes.col(0);
  const T pull = load.force.dot(t);
  Mat3<T> string;
  if (positive) {
    string = (Mat3<T>::Identity() - t * t.transpose()) * selectBelow(pull, 0.0, T(0), pull);
  } else {
    const Mat3<T> mixed = t * load.force.transpose();
    string = Mat3<T>::Identity() * pull - (mixed + mixed.transpose()) * T(0.5);
  }
  const MatRC<T, 3, kStates<Ends>> stretched = string * spin * at.weight;
  to.noalias() += spin.transpose() * stretched;
  if (positive) return;
  const MatRC<T, 3, kStates<Ends>> twisted = crossMatrix(load.moment) * spin * (at.weight * T(-0.5));
  for (int e = 0; e < Ends; ++e) {
    const MatRC<T, 3, kStates<Ends>> rows =
        at.frame.axes.transpose() * twisted * phi[static_cast<std::size_t>(e)];
    to.template middleRows<3>(6 + 3 * e) += rows;
    to.template middleCols<3>(6 + 3 * e) += rows.transpose();
  }
}

}  // namespace tendril
