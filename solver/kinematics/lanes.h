// SIMD lanes: N doubles side by side, for kernels that compute N rods at once. Kernels are templates on the
// real type T (double or Lanes<N>), never branch on values, and use the functions below for both types.
// Lanes<1> and Lanes<N> give the same bits for a rod: same operations, same order, no contraction. double
// itself may differ in the last bit, since Eigen fuses products of doubles, so rods left over from full packs
// run in Lanes<1>.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "solver/base/layers.h"

namespace tendril::solver {

template <int N>
struct Lanes {
  double lane[N];

  Lanes() = default;
  Lanes(double value) { std::fill_n(lane, N, value); }  // implicit: constants in formulas

  template <class F>
  static Lanes each(F f) {
    Lanes result;
    for (int i = 0; i < N; ++i) result.lane[i] = f(i);
    return result;
  }

  friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.lane[i] + b.lane[i]; });
  }
  friend Lanes operator-(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.lane[i] - b.lane[i]; });
  }
  friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.lane[i] * b.lane[i]; });
  }
  friend Lanes operator/(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.lane[i] / b.lane[i]; });
  }
  friend Lanes operator-(const Lanes& a) {
    return each([&](int i) { return -a.lane[i]; });
  }
  Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  Lanes& operator*=(const Lanes& b) { return *this = *this * b; }
  Lanes& operator/=(const Lanes& b) { return *this = *this / b; }
};

template <int N>
Lanes<N> sqrt(const Lanes<N>& a) {
  return Lanes<N>::each([&](int i) { return std::sqrt(a.lane[i]); });
}

// Per lane: a where x < limit, else b.
inline double selectBelow(double x, double limit, double a, double b) {
  return x < limit ? a : b;
}
template <int N>
Lanes<N> selectBelow(const Lanes<N>& x, double limit, const Lanes<N>& a, const Lanes<N>& b) {
  return Lanes<N>::each([&](int i) { return x.lane[i] < limit ? a.lane[i] : b.lane[i]; });
}

// The largest of all lanes: for shared loop counts.
inline double largest(double a) {
  return a;
}
template <int N>
double largest(const Lanes<N>& a) {
  return *std::max_element(a.lane, a.lane + N);
}

// The nearest integer, halves to even, for |x| < 2^51.
template <class T>
T nearestWhole(const T& x) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  const T shifted = x + T(kShift);
  return shifted - T(kShift);
}

template <class T>
using Vec3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Mat3 = Eigen::Matrix<T, 3, 3>;

}  // namespace tendril::solver

namespace Eigen {
template <int N>
struct NumTraits<tendril::Lanes<N>> : NumTraits<double> {
  using Real = tendril::Lanes<N>;
  using NonInteger = tendril::Lanes<N>;
  using Nested = tendril::Lanes<N>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = N,
    AddCost = N,
    MulCost = N
  };
};
}  // namespace Eigen
