// Places along an element where its integrals are taken, and how they move: all that a model has to say about
// its kinematics. All in the element's start frame; SI units.
//
//   V   = (omega, v)   body velocity of the start frame: spin (rad/s), velocity of its origin (m/s)
//   eta                rates of the coordinates at the element's start and (clothoid) end
//   Q(s), r(s)         material axes and position at s
//   W(s), P(s)         turn = W eta, shift = P eta: what the rates do to Q and r (for each of the two ends)
//
// A point at s then has the spin omega + W eta and the velocity v + omega x r + P eta.
#pragma once

#include <array>
#include <vector>

#include "solver/kinematics/rotation.h"

namespace tendril {

template <class T>
struct Station {
  T arc, weight;                       // from the element's start; length of rod that it stands for, m
  Frame<T> frame;                      // Q, r
  std::array<Mat3<T>, 2> turn, shift;  // W, P by the rates at start and end
  Vec3<T> spin, rate;                  // W eta, P eta
  Vec3<T> spinBias, rateBias;          // (dW/dt) eta, (dP/dt) eta
};

// Of one element: the places in ascending order, and its end. An element is cut into pieces so that it turns
// little in each; each has the same Gauss points.
template <class T>
struct Stations {
  std::vector<Station<T>> inside;
  Station<T> end;
};

}  // namespace tendril
