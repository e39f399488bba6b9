// Stations of elements that are curved: clothoid and helix. Gauss collocation: the frames at the points are
// exact (power series), and all that is integrated along the element (W, P, the velocity products) comes from
// values at the same points, exact at the ends to order 2 kPoints.
//
//   W'  = Q phi               P'  = W x t                  phi = 1 - s/l and s/l (clothoid), 1 (helix)
//   (dW/dt eta)' = (W eta) x (Q phi eta)
//   (dP/dt eta)' = (dW/dt eta) x t + (W eta) x ((W eta) x t)
//
// by differentiating Q' = Q [kappa]x and r' = Q e_t in time (clothoid paper, equation 15, applied to rates).
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/kinematics/series.h"
#include "solver/models/station.h"

namespace tendril {

namespace curved {

constexpr int kPoints = 6;
constexpr double kTurn = 1.5;  // rad a piece at the most: there the collocation is at rounding

// |kappa| is largest at one of the ends.
template <class T>
int piecesFor(const Clothoid<T>& element) {
  using std::sqrt;
  const T start = sqrt(T(element.start.dot(element.start))), end = sqrt(T(element.end.dot(element.end)));
  const double angle = std::max(largest(T(start * element.length)), largest(T(end * element.length)));
  return std::max(1, static_cast<int>(std::ceil(std::min(angle, 1e4) / kTurn)));
}

}  // namespace curved

// `Ends`: 2 where curvature is affine between the ends, 1 where it is constant. Fills `to` without allocating
// where it was as large before.
template <int Ends, class T>
void curvedStations(const Clothoid<T>& element, const std::array<Vec3<T>, 2>& rates, int pieces,
                    Stations<T>& to) {
  constexpr int kPoints = curved::kPoints;
  constexpr auto& gauss = kGauss<kPoints>;
  const T length = element.length / T(pieces);
  to.inside.resize(static_cast<std::size_t>(pieces * kPoints));
  ClothoidWalker<T> walker(element);

  struct Sums {  // at the start of a piece
    std::array<Mat3<T>, 2> turn, shift;
    Vec3<T> spinBias = Vec3<T>::Zero(), rateBias = Vec3<T>::Zero();
  } base;
  for (int e = 0; e < 2; ++e) {
    base.turn[e].setZero();
    base.shift[e].setZero();
  }
  for (int piece = 0; piece < pieces; ++piece) {
    Station<T>* const at = &to.inside[static_cast<std::size_t>(piece * kPoints)];
    std::array<std::array<Mat3<T>, kPoints>, 2> slope;  // Q phi, then W x t
    std::array<Vec3<T>, kPoints> bias;
    Sums next = base;
    // the sum of values up to each point, times h; and up to the end of the piece
    const auto upTo = [&](const auto& values, int k) {
      auto sum = values[0];
      sum *= T(gauss.upTo[k][0]);
      for (int j = 1; j < kPoints; ++j) sum += values[j] * T(gauss.upTo[k][j]);
      sum *= length;
      return sum;
    };
    const auto whole = [&](const auto& values) {
      auto sum = values[0];
      sum *= T(gauss.weight[0]);
      for (int j = 1; j < kPoints; ++j) sum += values[j] * T(gauss.weight[j]);
      sum *= length;
      return sum;
    };
    for (int k = 0; k < kPoints; ++k) {
      at[k].arc = length * T(piece + gauss.point[k]);
      at[k].weight = length * T(gauss.weight[k]);
      at[k].frame = walker.at(at[k].arc);
      const T phi = at[k].arc / element.length;
      slope[0][k] = Ends == 2 ? Mat3<T>(at[k].frame.axes * (T(1) - phi)) : at[k].frame.axes;
      if constexpr (Ends == 2) slope[1][k] = at[k].frame.axes * phi;
    }
    for (int e = 0; e < Ends; ++e) {
      for (int k = 0; k < kPoints; ++k) at[k].turn[e] = base.turn[e] + upTo(slope[e], k);
      next.turn[e] += whole(slope[e]);
    }
    for (int k = 0; k < kPoints; ++k) {
      at[k].spin = at[k].turn[0] * rates[0];
      Vec3<T> bend = slope[0][k] * rates[0];
      if constexpr (Ends == 2) {
        at[k].spin += at[k].turn[1] * rates[1];
        bend += slope[1][k] * rates[1];
      }
      bias[k] = at[k].spin.cross(bend);
    }
    for (int k = 0; k < kPoints; ++k) at[k].spinBias = base.spinBias + upTo(bias, k);
    next.spinBias += whole(bias);
    for (int e = 0; e < Ends; ++e) {
      for (int k = 0; k < kPoints; ++k)
        slope[e][k] = -crossMatrix(Vec3<T>(at[k].frame.axes.col(0))) * at[k].turn[e];
      for (int k = 0; k < kPoints; ++k) at[k].shift[e] = base.shift[e] + upTo(slope[e], k);
      next.shift[e] += whole(slope[e]);
    }
    for (int k = 0; k < kPoints; ++k) {
      const Vec3<T> t = at[k].frame.axes.col(0);
      at[k].rate = at[k].shift[0] * rates[0];
      if constexpr (Ends == 2) at[k].rate += at[k].shift[1] * rates[1];
      bias[k] = at[k].spinBias.cross(t) + at[k].spin.cross(Vec3<T>(at[k].spin.cross(t)));
    }
    for (int k = 0; k < kPoints; ++k) at[k].rateBias = base.rateBias + upTo(bias, k);
    next.rateBias += whole(bias);
    base = next;
  }
  Station<T>& last = to.end;
  last.arc = element.length;
  last.weight = T(0);
  last.frame = walker.at(element.length);
  last.turn = base.turn;
  last.shift = base.shift;
  last.spinBias = base.spinBias;
  last.rateBias = base.rateBias;
  last.spin = base.turn[0] * rates[0];
  last.rate = base.shift[0] * rates[0];
  if constexpr (Ends == 2) {
    last.spin += base.turn[1] * rates[1];
    last.rate += base.shift[1] * rates[1];
  }
}

// One place inside an element, exactly: the end of a shorter element, whose end curvature is a mix of both.
template <int Ends, class T>
Station<T> curvedStationAt(const Clothoid<T>& element, const std::array<Vec3<T>, 2>& rates, const T& s) {
  const T u = s / element.length, v = T(1) - u;
  const Clothoid<T> part{element.start, element.at(s), s};
  Stations<T> stations;
  curvedStations<Ends, T>(part, {rates[0], Vec3<T>(rates[0] * v + rates[1] * u)}, curved::piecesFor(part),
                          stations);
  Station<T> at = stations.end;
  if constexpr (Ends == 2) {
    at.turn[0] += at.turn[1] * v;
    at.shift[0] += at.shift[1] * v;
    at.turn[1] *= u;
    at.shift[1] *= u;
  }
  return at;
}

}  // namespace tendril
