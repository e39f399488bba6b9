// Rotations and the closed form of the helix.
//
//   kappa = (twist, bend1, bend2) in 1/m, in the material frame; axes = columns t, n1, n2; s in m
//   axes(s)     = exp(s [kappa]x)
//   position(s) = integral of axes(u) e_t du
#pragma once

#include <Eigen/Geometry>

#include "solver/kinematics/lanes.h"

namespace tendril::solver {

// Position and axes of a material frame: columns t, n1, n2.
template <class T>
struct Frame {
  Mat3<T> axes = Mat3<T>::Identity();
  Vec3<T> position = Vec3<T>::Zero();
};

// The frame `inner`, given relative to `outer`.
template <class T>
Frame<T> operator*(const Frame<T>& outer, const Frame<T>& inner) {
  return {outer.axes * inner.axes, outer.position + outer.axes * inner.position};
}

template <class T>
Mat3<T> crossMatrix(const Vec3<T>& a) {
  Mat3<T> m;
  m << T(0), -a[2], a[1], a[2], T(0), -a[0], -a[1], a[0], T(0);
  return m;
}

template <class T>
struct SinCos {
  T sin, cos;
};

// Own implementation, so that lanes, compilers and machines agree. |x| below 1e6; error below 2 units in the
// last place. Reduction by pi/2 in three parts (Cody and Waite); Taylor polynomials on [-pi/4, pi/4].
template <class T>
SinCos<T> sinCos(const T& x) {
  constexpr double kHigh = 1.5707963267341256, kMiddle = 6.0771005063039659e-11,
                   kLow = 2.0222662487959506e-21;
  const T n = nearestWhole(T(x * T(0.63661977236758134)));
  const T r = ((x - n * T(kHigh)) - n * T(kMiddle)) - n * T(kLow), z = r * r;
  T s = T(1.0 / 355687428096000.0), c = T(1.0 / 20922789888000.0);  // 1/17!, 1/16!
  for (const double f : {-1307674368000.0, 6227020800.0, -39916800.0, 362880.0, -5040.0, 120.0, -6.0})
    s = s * z + T(1 / f);
  for (const double f : {-87178291200.0, 479001600.0, -3628800.0, 40320.0, -720.0, 24.0})
    c = c * z + T(1 / f);
  s = r + r * z * s;
  c = (T(1) - T(0.5) * z) + z * z * c;
  // quadrant: n mod 4 in {-2 ... 2}
  const T q = n - T(4) * nearestWhole(T(n * T(0.25)));
  const T odd = q * q - T(4) * nearestWhole(T(q * q * T(0.25)));  // 1 for 1 and 3, else 0
  const T flipSin = selectBelow(q, -0.5, T(-1), selectBelow(q, 1.5, T(1), T(-1)));
  const T flipCos =
      selectBelow(q * q, 0.5, T(1), selectBelow(q, -1.5, T(-1), selectBelow(q, -0.5, T(1), T(-1))));
  return {flipSin * selectBelow(odd, 0.5, s, c), flipCos * selectBelow(odd, 0.5, c, s)};
}

// c_k(x) = sum_j (-x)^j / (2j + k + 1)!, x = angle^2:
//   c0 = sin a / a,  c1 = (1 - cos a) / a^2,  c2 = (a - sin a) / a^3,  c3 = (1/2 - c1) / a^2,  c4 = (1/6 -
//   c2) / a^2
template <class T>
struct SincFamily {
  T c0, c1, c2, c3, c4;
};

template <class T>
SincFamily<T> sincFamily(const T& x) {
  constexpr double kSeriesBelow =
      2.0;  // the closed forms lose digits below; the series needs more terms above
  const T y = selectBelow(x, kSeriesBelow, x, T(kSeriesBelow));
  T c4 = T(0), c3 = T(0);
  double f4 = 1, f3 = 1;  // (2j + 5)!, (2j + 4)! by recursion from the last term
  constexpr int kTerms = 11;
  for (int i = 1; i <= 2 * kTerms + 5; ++i) f4 *= i;
  f3 = f4 / (2 * kTerms + 5);
  for (int j = kTerms; j >= 0; --j) {
    c4 = T(1 / f4) - y * c4;
    c3 = T(1 / f3) - y * c3;
    f4 /= (2.0 * j + 5) * (2.0 * j + 4);
    f3 /= (2.0 * j + 4) * (2.0 * j + 3);
  }
  const T z = selectBelow(x, kSeriesBelow, T(kSeriesBelow), x);
  using std::sqrt;
  const SinCos<T> angle = sinCos(T(sqrt(z)));
  const T far0 = angle.sin / sqrt(z), far1 = (T(1) - angle.cos) / z;
  const T far3 = (T(0.5) - far1) / z, far2 = (T(1) - far0) / z, far4 = (T(1.0 / 6) - far2) / z;
  SincFamily<T> c;
  const T near2 = T(1.0 / 6) - y * c4, near1 = T(0.5) - y * c3;
  c.c4 = selectBelow(x, kSeriesBelow, c4, far4);
  c.c3 = selectBelow(x, kSeriesBelow, c3, far3);
  c.c2 = selectBelow(x, kSeriesBelow, near2, far2);
  c.c1 = selectBelow(x, kSeriesBelow, near1, far1);
  c.c0 = selectBelow(x, kSeriesBelow, T(T(1) - y * near2), far0);
  return c;
}

// The frame at s of a helix that starts in the identity.
template <class T>
Frame<T> helixFrame(const Vec3<T>& kappa, const T& s) {
  const Vec3<T> a = kappa * s;
  const Mat3<T> k = crossMatrix(a), kk = k * k;
  const SincFamily<T> c = sincFamily(T(a.dot(a)));
  Frame<T> frame;
  frame.axes = Mat3<T>::Identity() + k * c.c0 + kk * c.c1;
  frame.position = (Vec3<T>::UnitX() + k.col(0) * c.c1 + kk.col(0) * c.c2) * s;
  return frame;
}

// Derivative of the frame at s by kappa: d(rotation vector) = turn dkappa (in the start frame), d(position) =
// shift dkappa.
template <class T>
struct FrameDerivative {
  Mat3<T> turn = Mat3<T>::Zero(), shift = Mat3<T>::Zero();
};

template <class T>
FrameDerivative<T> helixDerivative(const Vec3<T>& kappa, const T& s) {
  const Vec3<T> a = kappa * s, e = Vec3<T>::UnitX();
  const Mat3<T> k = crossMatrix(a), kk = k * k, ke = crossMatrix(e);
  const SincFamily<T> c = sincFamily(T(a.dot(a)));
  const T slope1 = (T(2) * c.c3 - c.c2) * T(0.5), slope2 = (T(3) * c.c4 - c.c3) * T(0.5);  // dc1/dx, dc2/dx
  const Vec3<T> ae = a.cross(e), aae = a.cross(ae);
  FrameDerivative<T> d;
  d.turn = (Mat3<T>::Identity() + k * c.c1 + kk * c.c2) * s;
  d.shift = (-ke * c.c1 - (crossMatrix(ae) + k * ke) * c.c2 +
             (ae * slope1 + aae * slope2) * (a.transpose() * T(2))) *
            (s * s);
  return d;
}

}  // namespace tendril::solver
