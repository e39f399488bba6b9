// The clothoid element: curvature affine in arc length, integrated by power series with splitting.
// Super space clothoids (Casati, Bertails-Descoubes 2013), sections 5 and 6.
//
//   kappa(s) = start + s slope, in the material frame     axes' = axes [kappa]x     position' = axes e_t
//   axes = sum A_n:   A_{n+1} = h/(n+1) (A_n [start]x + h A_{n-1} [slope]x)                 (equation 10)
//   position = sum h A_n e_t / (n+1)                                                        (equation 9b)
//
// The sum is accurate for small lambda = h |kappa|: terms grow to e^lambda and lose that many digits. The
// paper bounds lambda from the start of each piece; here pieces are equal, so that lanes share them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "solver/kinematics/quadrature.h"
#include "solver/kinematics/rotation.h"

namespace tendril::solver {

// A clothoid element of given length whose curvature goes from `start` to `end`.
template <class T>
struct Clothoid {
  Vec3<T> start, end;  // 1/m
  T length;            // m

  Vec3<T> slope() const { return (end - start) / length; }
  Vec3<T> at(const T& s) const { return start + (end - start) * (s / length); }
};

namespace series {

constexpr double kLargestAngle = 6.0;  // rad a piece (the paper: 5): loses at most e^6 units of rounding
constexpr double kLargestSlope = 2.0;  // |slope| h^2, rad a piece
constexpr int kMostTerms = 64;

// 1 / (n + 1): a division would cost more than the rest of a term.
constexpr std::array<double, kMostTerms> makeInverses() {
  std::array<double, kMostTerms> inverses{};
  for (int n = 0; n < kMostTerms; ++n) inverses[n] = 1.0 / (n + 1);
  return inverses;
}
inline constexpr std::array<double, kMostTerms> kInverse = makeInverses();

// Numbers of pieces and terms of an element. Rods in the same pack must have equal sizes, or a rod's bits
// would depend on its neighbours.
struct Size {
  int pieces, first, last;  // terms of the first and the last piece

  // Terms of a piece between: |kappa| is convex, and terms grow at most proportionally to it.
  int terms(int piece) const {
    return first == last || pieces == 1
               ? std::max(first, last)
               : std::min(kMostTerms, first + ((last - first) * piece) / (pieces - 1) + 2);
  }
  friend bool operator==(const Size& a, const Size& b) {
    return a.pieces == b.pieces && a.first == b.first && a.last == b.last;
  }
};

// The number of terms until the bound of the next is below rounding, rounded up so that few sizes occur.
// Terms of a piece are bounded by those of exp(angle u + slope u^2 / 2).
constexpr double kFull = 1e-16;  // size of the omitted terms

inline int termsFor(double angle, double slope, double precision) {
  double before = 0, term = 1;
  int n = 1;
  for (; n < kMostTerms && (term > precision || before > precision); ++n) {
    const double next = (angle * term + slope * before) * kInverse[static_cast<std::size_t>(n - 1)];
    before = term;
    term = next;
  }
  return std::min(kMostTerms, (n + 3) / 4 * 4);
}

// |kappa| is convex along an element, so its ends bound it.
template <class T>
Size sizeFor(const Clothoid<T>& c, double precision = kFull) {
  const auto norm = [](const Vec3<T>& v) {
    using std::sqrt;
    return T(sqrt(T(v.dot(v))));
  };
  const double start = largest(T(norm(c.start) * c.length)), end = largest(T(norm(c.end) * c.length));
  const double slope = largest(T(norm(c.end - c.start) * c.length));  // |slope| length^2
  const double n = std::max(
      {1.0, std::ceil(std::max(start, end) / kLargestAngle), std::ceil(std::sqrt(slope / kLargestSlope))});
  if (n == 1.0) {
    const int terms = termsFor(std::max(start, end), slope, precision);
    return {1, terms, terms};
  }
  // bounds at the inner ends of the first and the last piece
  const double step = (end - start) / n, second = std::max(start, start + step),
               before = std::max(end, end - step);
  return {static_cast<int>(n), termsFor(second / n, slope / (n * n), precision),
          termsFor(before / n, slope / (n * n), precision)};
}

}  // namespace series

// Columns t, n1, n2 of a term. Doubles have a fourth row of zeros: a column fills a register.
template <class T>
struct TermColumns {
  static constexpr int kRows = std::is_same_v<T, double> ? 4 : 3;
  using Column = Eigen::Array<T, kRows, 1>;
  Column t = Column::Zero(), n1 = Column::Zero(), n2 = Column::Zero();

  static TermColumns identity() {
    TermColumns c;
    c.t[0] = c.n1[1] = c.n2[2] = T(1);
    return c;
  }

  // A [a]x + B [b]x:   t' = k2 n1 - k1 n2,  n1' = -k2 t + k0 n2,  n2' = k1 t - k0 n1
  static TermColumns turned(const TermColumns& x, const Vec3<T>& a, const TermColumns& y, const Vec3<T>& b) {
    TermColumns c;
    c.t = (x.n1 * a[2] - x.n2 * a[1]) + (y.n1 * b[2] - y.n2 * b[1]);
    c.n1 = (x.n2 * a[0] - x.t * a[2]) + (y.n2 * b[0] - y.t * b[2]);
    c.n2 = (x.t * a[1] - x.n1 * a[0]) + (y.t * b[1] - y.n1 * b[0]);
    return c;
  }
};

// Calls f(n, A_n) for the terms of a piece at its end. `first`: A_0, the start frame.
template <class T, class F>
void eachTerm(const TermColumns<T>& first, const Vec3<T>& kappa, const Vec3<T>& slope, const T& length,
              int terms, const F& f) {
  TermColumns<T> before, now = first;
  for (int n = 0; n < terms; ++n) {
    f(n, now);
    const T factor =
        length * T(series::kInverse[n]);  // applied to the curvatures, off the terms' dependency chain
    const TermColumns<T> next =
        TermColumns<T>::turned(now, kappa * factor, before, slope * (length * factor));
    before = now;
    now = next;
  }
}
template <class T, class F>
void eachTerm(const Vec3<T>& kappa, const Vec3<T>& slope, const T& length, int terms, const F& f) {
  eachTerm(TermColumns<T>::identity(), kappa, slope, length, terms, f);
}

// The frame at the end of a piece that starts in the identity.
template <class T>
Frame<T> pieceEnd(const Vec3<T>& kappa, const Vec3<T>& slope, const T& length, int terms) {
  TermColumns<T> sum;
  typename TermColumns<T>::Column position = TermColumns<T>::Column::Zero();
  eachTerm(kappa, slope, length, terms, [&](int n, const TermColumns<T>& term) {
    sum.t += term.t;
    sum.n1 += term.n1;
    sum.n2 += term.n2;
    position += term.t * (length * T(series::kInverse[n]));
  });
  Frame<T> frame;
  frame.axes << sum.t.template head<3>(), sum.n1.template head<3>(), sum.n2.template head<3>();
  frame.position = position.template head<3>();
  return frame;
}

// A piece as a polynomial: the frame at any s in 0 ... length, relative to its start.
template <class T>
class SeriesPiece {
 public:
  SeriesPiece(const Vec3<T>& kappa, const Vec3<T>& slope, const T& length, int terms)
      : length_(length), terms_(terms) {
    eachTerm(kappa, slope, length, terms, [&](int n, const TermColumns<T>& term) {
      term_[n] << term.t.template head<3>(), term.n1.template head<3>(), term.n2.template head<3>(),
          term.t.template head<3>() * T(series::kInverse[n]);
    });
  }

  Frame<T> at(const T& s) const {
    const T u = s / length_;
    Row sum = term_[terms_ - 1];
    for (int n = terms_ - 2; n >= 0; --n) sum = sum * u + term_[n];
    Frame<T> frame;
    frame.axes = sum.template head<9>().reshaped(3, 3);
    frame.position = sum.template tail<3>() * s;
    return frame;
  }

 private:
  using Row = Eigen::Array<T, 12, 1>;  // axes by columns, position / s: one sum
  Row term_[series::kMostTerms];       // at the piece's end
  T length_;
  int terms_;
};

// Walks along an element from its start (identity). Arc lengths must not decrease between calls.
template <class T>
class ClothoidWalker {
 public:
  explicit ClothoidWalker(const Clothoid<T>& clothoid, double precision = series::kFull)
      : clothoid_(clothoid), size_(series::sizeFor(clothoid, precision)), piece_(makePiece(0)) {}

  Frame<T> at(const T& s) {
    moveTo(s);
    return start_ * piece_.at(s - startArc());
  }

  int pieces() const { return size_.pieces; }
  T pieceLength() const { return clothoid_.length / T(size_.pieces); }
  T startArc() const { return pieceLength() * T(index_); }

  void next() {
    start_ =
        start_ * pieceEnd(clothoid_.at(startArc()), clothoid_.slope(), pieceLength(), size_.terms(index_));
    ++index_;
    piece_ = makePiece(index_);
  }

 private:
  void moveTo(const T& s) {
    while (index_ + 1 < size_.pieces && largest(s) > largest(T(startArc() + pieceLength()))) next();
  }

  SeriesPiece<T> makePiece(int index) const {
    const T length = pieceLength();
    return {clothoid_.at(length * T(index)), clothoid_.slope(), length, size_.terms(index)};
  }

  Clothoid<T> clothoid_;
  series::Size size_;
  int index_ = 0;
  Frame<T> start_;
  SeriesPiece<T> piece_;
};

// The frame at the end of an element that starts in the identity.
template <class T>
Frame<T> clothoidEnd(const Clothoid<T>& clothoid) {
  const series::Size size = series::sizeFor(clothoid);
  const T length = clothoid.length / T(size.pieces);
  const Vec3<T> slope = clothoid.slope();
  Frame<T> end;
  for (int i = 0; i < size.pieces; ++i)
    end = end * pieceEnd(clothoid.at(length * T(i)), slope, length, size.terms(i));
  return end;
}

// Derivatives of the frame at s by the curvatures at both ends.
template <class T>
struct ClothoidDerivative {
  Frame<T> frame;
  FrameDerivative<T> start, end;
};

// turn = integral of axes phi,  shift' = turn x t; phi = 1 - s/l at the start, s/l at the end. Gauss
// quadrature by pieces is accurate to rounding.
template <class T>
ClothoidDerivative<T> clothoidDerivative(const Clothoid<T>& clothoid, const T& s) {
  constexpr int kPoints = 10;
  constexpr auto& gauss = kGauss<kPoints>;
  ClothoidDerivative<T> d;
  const int pieces = 3 * series::sizeFor(clothoid).pieces;  // a third as long as for the series
  const T length = s / T(pieces);
  ClothoidWalker<T> walker(clothoid);
  for (int piece = 0; piece < pieces; ++piece) {
    Mat3<T> byStart[kPoints], byEnd[kPoints];  // axes phi at the points
    Vec3<T> tangent[kPoints];
    for (int k = 0; k < kPoints; ++k) {
      const T at = length * (T(piece) + T(gauss.point[k]));
      const Mat3<T> axes = walker.at(at).axes;
      const T phi = at / clothoid.length;
      byStart[k] = axes * (T(1) - phi);
      byEnd[k] = axes * phi;
      tangent[k] = axes.col(0);
    }
    const auto integrate = [&](const Mat3<T>* values, FrameDerivative<T>& into) {
      Mat3<T> shift = Mat3<T>::Zero(), turn = Mat3<T>::Zero();
      for (int k = 0; k < kPoints; ++k) {
        Mat3<T> upTo = Mat3<T>::Zero();
        for (int j = 0; j < kPoints; ++j) upTo += values[j] * T(gauss.upTo[k][j]);
        shift -= crossMatrix(tangent[k]) * (into.turn + upTo * length) * T(gauss.weight[k]);
        turn += values[k] * T(gauss.weight[k]);
      }
      into.shift += shift * length;
      into.turn += turn * length;
    };
    integrate(byStart, d.start);
    integrate(byEnd, d.end);
  }
  d.frame = walker.at(s);
  return d;
}

}  // namespace tendril::solver
