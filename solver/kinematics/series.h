// The clothoid element: curvature affine in arc length, integrated by power series with splitting.
// Super space clothoids (Casati, Bertails-Descoubes 2013), sections 5 and 6.
//
//   kappa(s) = start + s slope, in the material frame           axes' = axes [kappa]x      position' = axes
//   e_t axes = sum A_n:   A_{n+1} = h/(n+1) (A_n [start]x + h A_{n-1} [slope]x)                (paper, eq.
//   10) position = sum h A_n e_t / (n+1)                                                       (eq. 9b)
//
// The sum is safe where lambda = h |kappa| is small: terms grow to e^lambda, and that many digits are lost.
// The paper bounds lambda from the start of each piece on; here an element is cut into equal pieces, so that
// lanes share them.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/kinematics/quadrature.h"
#include "solver/kinematics/rotation.h"

namespace tendril {

// A clothoid element of given length whose curvature goes from `start` to `end`.
template <class T>
struct Clothoid {
  Vec3<T> start, end;  // 1/m
  T length;            // m

  Vec3<T> slope() const { return (end - start) / length; }
  Vec3<T> at(const T& s) const { return start + (end - start) * (s / length); }
};

namespace series {

constexpr double kLargestAngle = 3.0;  // rad a piece: e^3 loses little more than one digit
constexpr double kLargestSlope = 2.0;  // |slope| h^2, rad a piece
constexpr int kMostTerms = 44;

// How an element is summed. Rods that share lanes must have equal sizes, or a rod's bits would depend on its
// neighbours.
struct Size {
  int pieces, terms;
  friend bool operator==(const Size& a, const Size& b) { return a.pieces == b.pieces && a.terms == b.terms; }
};

// Terms until the largest that can still come is below rounding, rounded up so that few sizes occur. The
// terms of a piece are bounded by those of exp(angle u + slope u^2 / 2).
constexpr double kFull = 1e-17;  // precision: the size of terms left out

inline int termsFor(double angle, double slope, double precision) {
  double before = 0, term = 1;
  int n = 1;
  for (; n < kMostTerms && (term > precision || before > precision); ++n) {
    const double next = (angle * term + slope * before) / n;
    before = term;
    term = next;
  }
  return std::min(kMostTerms, (n + 3) / 4 * 4);
}

// |kappa| is convex along an element: its ends bound it.
template <class T>
Size sizeFor(const Clothoid<T>& c, double precision = kFull) {
  const auto norm = [](const Vec3<T>& v) {
    using std::sqrt;
    return T(sqrt(T(v.dot(v))));
  };
  const double angle = std::max(largest(T(norm(c.start) * c.length)), largest(T(norm(c.end) * c.length)));
  const double slope = largest(T(norm(c.end - c.start) * c.length));  // |slope| length^2
  const double pieces =
      std::max({1.0, std::ceil(angle / kLargestAngle), std::ceil(std::sqrt(slope / kLargestSlope))});
  return {static_cast<int>(pieces), termsFor(angle / pieces, slope / (pieces * pieces), precision)};
}

}  // namespace series

// One piece as a polynomial: the frame at any s in 0 ... its length, relative to the start of the piece.
template <class T>
class SeriesPiece {
 public:
  SeriesPiece(const Vec3<T>& kappa, const Vec3<T>& slope, const T& length, int terms) : length_(length), terms_(terms) {
    Mat3<T> before = Mat3<T>::Zero(), axes = Mat3<T>::Identity();
    for (int n = 0; n < terms_; ++n) {
      term_[n] << axes.reshaped(), axes.col(0) / T(n + 1);
      const Mat3<T> next = (turned(axes, kappa) + turned(before, slope) * length_) * (length_ / T(n + 1));
      before = axes;
      axes = next;
    }
  }

  Frame<T> at(const T& s) const {
    const T u = s / length_;
    Row sum = term_[terms_ - 1];
    for (int n = terms_ - 2; n >= 0; --n) sum = sum * u + term_[n];
    return frameOf(sum, s);
  }

  Frame<T> end() const {  // u = 1: no products, smallest terms first
    Row sum = term_[terms_ - 1];
    for (int n = terms_ - 2; n >= 0; --n) sum += term_[n];
    return frameOf(sum, length_);
  }

 private:
  using Row = Eigen::Array<T, 12, 1>;  // axes by columns, and position over s: one sum for both

  static Frame<T> frameOf(const Row& sum, const T& s) {
    Frame<T> frame;
    frame.axes = sum.template head<9>().reshaped(3, 3);
    frame.position = sum.template tail<3>() * s;
    return frame;
  }

  // A [kappa]x, by columns: t' = k2 n1 - k1 n2,  n1' = -k2 t + k0 n2,  n2' = k1 t - k0 n1
  static Mat3<T> turned(const Mat3<T>& a, const Vec3<T>& k) {
    Mat3<T> m;
    m.col(0) = a.col(1) * k[2] - a.col(2) * k[1];
    m.col(1) = a.col(2) * k[0] - a.col(0) * k[2];
    m.col(2) = a.col(0) * k[1] - a.col(1) * k[0];
    return m;
  }

  Row term_[series::kMostTerms];  // at the end of the piece
  T length_;
  int terms_;
};

// Walks along an element, from its start (identity) on. Arc lengths must not decrease from call to call.
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
  const SeriesPiece<T>& piece() const { return piece_; }
  const Frame<T>& pieceStart() const { return start_; }
  T startArc() const { return pieceLength() * T(index_); }

  void next() {
    start_ = start_ * piece_.end();
    ++index_;
    piece_ = makePiece(index_);
  }

 private:
  void moveTo(const T& s) {
    while (index_ + 1 < size_.pieces && largest(s) > largest(T(startArc() + pieceLength()))) next();
  }

  SeriesPiece<T> makePiece(int index) const {
    const T length = pieceLength();
    return {clothoid_.at(length * T(index)), clothoid_.slope(), length, size_.terms};
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
  ClothoidWalker<T> walker(clothoid);
  for (int i = 1; i < walker.pieces(); ++i) walker.next();
  return walker.pieceStart() * walker.piece().end();
}

// How the frame at s answers changes of the curvatures at both ends.
template <class T>
struct ClothoidDerivative {
  Frame<T> frame;
  FrameDerivative<T> start, end;
};

// turn = integral of axes phi,  shift' = turn x t; phi = 1 - s/l at the start, s/l at the end. Gauss points
// of each piece hold the axes to rounding, and so the integrals.
template <class T>
ClothoidDerivative<T> clothoidDerivative(const Clothoid<T>& clothoid, const T& s) {
  constexpr int kPoints = 10;
  constexpr auto& gauss = kGauss<kPoints>;
  ClothoidDerivative<T> d;
  const int pieces = 2 * series::sizeFor(clothoid).pieces;  // half as long as for the series
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

}  // namespace tendril
