// Gauss-Legendre rules on [0, 1], with the matrix of integrals from 0 to each point: all integrals over an
// element use values at the same points.
//
//   constexpr auto& g = kGauss<6>;
//   integral of f           = sum_j g.weight[j] f(g.point[j])            exact to degree 2N - 1
//   integral of f to u_k    = sum_j g.upTo[k][j] f(g.point[j])           exact to degree N - 1
#pragma once

#include <array>

#include "solver/base/layers.h"

namespace tendril::solver {

template <int N>
struct Gauss {
  std::array<double, N> point{}, weight{};
  std::array<std::array<double, N>, N> upTo{};
};

namespace quadrature {

// Legendre polynomial and its derivative at x.
struct Legendre {
  long double value, slope;
};

constexpr Legendre legendre(int n, long double x) {
  long double before = 1, value = x;
  for (int k = 2; k <= n; ++k) {
    const long double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return {value, n * (x * value - before) / (x * x - 1)};
}

// The roots, ascending: bracketed by changes of sign, refined by Newton's method.
template <int N>
constexpr std::array<long double, N> roots() {
  std::array<long double, N> found{};
  if constexpr (N > 1) {
    constexpr int kSteps = 400;  // finer than the least gap between roots up to degree 12
    int count = 0;
    for (int i = 0; i < kSteps && count < N; ++i) {
      const long double a = -1 + (2 * i + 0.3L) / kSteps, b = a + 2.0L / kSteps;
      if (legendre(N, a).value * legendre(N, b).value > 0) continue;
      long double x = (a + b) / 2;
      for (int k = 0; k < 12; ++k) x -= legendre(N, x).value / legendre(N, x).slope;
      found[count++] = x;
    }
  }
  return found;
}

// The Lagrange polynomial of point j, in product form: coefficients would cancel.
template <int N>
constexpr long double lagrange(const std::array<long double, N>& points, int j, long double at) {
  long double value = 1;
  for (int m = 0; m < N; ++m)
    if (m != j) value *= (at - points[m]) / (points[j] - points[m]);
  return value;
}

}  // namespace quadrature

template <int N>
constexpr Gauss<N> makeGauss() {
  Gauss<N> rule;
  const auto x = quadrature::roots<N>();
  std::array<long double, N> u{}, w{};
  for (int k = 0; k < N; ++k) {
    const long double slope = N > 1 ? quadrature::legendre(N, x[k]).slope : 1;
    u[k] = (x[k] + 1) / 2;
    w[k] = 1 / ((1 - x[k] * x[k]) * slope * slope);
    rule.point[k] = static_cast<double>(u[k]);
    rule.weight[k] = static_cast<double>(w[k]);
  }
  for (int k = 0; k < N; ++k)
    for (int j = 0; j < N; ++j) {
      long double sum = 0;  // the same rule on 0 ... u_k is exact here
      for (int m = 0; m < N; ++m) sum += w[m] * quadrature::lagrange<N>(u, j, u[k] * u[m]);
      rule.upTo[k][j] = static_cast<double>(u[k] * sum);
    }
  return rule;
}

template <int N>
inline constexpr Gauss<N> kGauss = makeGauss<N>();

}  // namespace tendril::solver
