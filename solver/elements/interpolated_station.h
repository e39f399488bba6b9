// Stations between the quadrature points, interpolated from those that an element stores: for what touches
// the rod at other places every step. It costs some tens of nanoseconds, the exact station hundreds
// (ElementModel::stationAt; `tendril bench islands`), and keeps nothing.
//
// Axes, position and maps are interpolated by the polynomial through the six Gauss points of the piece and
// one node beyond either side: the element's own end, or the nearest Gauss point of the next piece. In
// barycentric form, with u from 0 to 1 along the piece,
//
//   f(u) = sum_j c_j f_j / sum_j c_j,   c_j = w_j / (u - u_j),   w_j = 1 / prod_{m != j} (u_j - u_m)
//
// (Berrut and Trefethen, Barycentric Lagrange interpolation, SIAM Review 46, 2004.) Errors go with the eighth
// power of a piece's turn: where curvature changes sign within a piece of 1.5 rad, 1e-5 in axes and 2e-6 of
// the element's length in position; in a curl with a fourth of that curvature, 1e-6 and 2e-7. The nodes are
// material points, so the interpolated map is exactly the derivative of the interpolated position.
#pragma once

#include <algorithm>
#include <array>

#include "solver/base/span.h"
#include "solver/elements/curved_element.h"
#include "solver/elements/rigid_element.h"
#include "solver/kinematics/quadrature.h"

namespace tendril::solver {

namespace interpolated {

template <int N>
constexpr std::array<double, N> makeWeights() {
  std::array<double, N> weights{};
  for (int j = 0; j < N; ++j) {
    double product = 1;
    for (int m = 0; m < N; ++m)
      if (m != j) product *= kGauss<N>.point[j] - kGauss<N>.point[m];
    weights[j] = 1 / product;
  }
  return weights;
}
template <int N>
inline constexpr std::array<double, N> kWeights = makeWeights<N>();

}  // namespace interpolated

// `stored`: of the element, six a piece; `bounds`: of its pieces; `start`: axes of its start; `s`: arc length
// from there, m.
template <int Ends>
Station<Ends> interpolatedStation(const Station<Ends>* stored, Span<const double> bounds,
                                  const Matrix3d& start, const Station<Ends>& end, double s) {
  constexpr int kPoints = static_cast<int>(CurvedElement<Ends>::kPoints), kNodes = kPoints + 2;
  constexpr auto& gauss = kGauss<kPoints>;
  const std::size_t pieces = bounds.size() - 1;
  std::size_t piece = 0;
  if (pieces > 1)
    piece = static_cast<std::size_t>(std::upper_bound(bounds.begin() + 1, bounds.end() - 1, s) -
                                     bounds.begin() - 1);
  const double from = bounds[piece], length = bounds[piece + 1] - from, u = (s - from) / length;
  const Station<Ends>* own = stored + piece * kPoints;
  const Station<Ends>* before = piece > 0 ? own - 1 : nullptr;  // null: the start, which no rate moves
  const Station<Ends>* after = piece + 1 < pieces ? own + kPoints : &end;
  if (s == 0) return startStation<Ends>(start);
  if (s == end.arc) return end;
  const double low = before ? (before->arc - from) / length : 0, high = (after->arc - from) / length;

  std::array<double, kNodes> share;  // of the own points, then of the nodes before and after
  double lowProduct = low - high, highProduct = high - low, sum = 0;
  for (int j = 0; j < kPoints; ++j) {
    const double node = gauss.point[j], away = u - node;
    if (away == 0) return own[j];
    lowProduct *= low - node;
    highProduct *= high - node;
    share[j] = interpolated::kWeights<kPoints>[j] / ((node - low) * (node - high) * away);
    sum += share[j];
  }
  share[kPoints] = 1 / (lowProduct * (u - low));
  share[kPoints + 1] = 1 / (highProduct * (u - high));
  sum += share[kPoints] + share[kPoints + 1];
  for (double& part : share) part /= sum;

  Station<Ends> at;
  const auto take = [&](const Station<Ends>& node, double by, auto into) {
    into(at.turn, by * node.turn);
    into(at.shift, by * node.shift);
    into(at.axes, by * node.axes);
    into(at.position, by * node.position);
  };
  const auto set = [](auto& to, const auto& part) { to = part; };
  const auto add = [](auto& to, const auto& part) { to += part; };
  take(*after, share[kPoints + 1], set);
  for (int j = 0; j < kPoints; ++j) take(own[j], share[j], add);
  if (before)
    take(*before, share[kPoints], add);
  else
    at.axes += share[kPoints] * start;
  at.arc = s;
  at.weight = 0;
  return at;
}

// A rigid link is the same everywhere.
inline Station<1> interpolatedStation(const LinkStation*, Span<const double>, const Matrix3d&,
                                      const RigidElement::End& end, double s) {
  RigidElement::End at = end;
  at.position = s * end.axes.col(0);
  at.arc = s;
  return RigidElement::withMaps(at);
}

}  // namespace tendril::solver
