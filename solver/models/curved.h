// Stations of curved elements (clothoid and helix): Gauss collocation by pieces. Frames at the points are
// exact (power series). W, P and the velocity products are integrated from values at the same points, with
// order 2 kPoints at the ends.
//
//   W'  = Q phi               P'  = W x t                  phi = 1 - s/l and s/l (clothoid), 1 (helix)
//   (dW/dt eta)' = (W eta) x (Q phi eta)
//   (dP/dt eta)' = (dW/dt eta) x t + (W eta) x ((W eta) x t)
//
// These follow from Q' = Q [kappa]x and r' = Q e_t by differentiation in time (clothoid paper, equation 15,
// applied to rates). The series is linear in its start frame, so it is evaluated in world axes throughout.
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/base/span.h"
#include "solver/elements/curved_element.h"
#include "solver/kinematics/series.h"
#include "solver/scene/scene.h"

namespace tendril::solver {

namespace curved {

constexpr int kPoints = static_cast<int>(CurvedElement<2>::kPoints);
constexpr double kTurnOfPiece = 1.5;  // rad a piece, at most: the collocation error is then rounding
constexpr int kMostPieces = 4000;

// |kappa| is largest at one of the ends.
inline int piecesFor(const Clothoid<double>& element) {
  const double most = std::max(element.start.squaredNorm(), element.end.squaredNorm());
  const double pieces = std::ceil(std::sqrt(most) * element.length / kTurnOfPiece);
  return pieces > 1 ? static_cast<int>(std::min<double>(pieces, kMostPieces)) : 1;
}

// Powers u^n at the Gauss points.
template <int Terms>
constexpr auto makePowers() {
  std::array<std::array<double, kPoints>, Terms> power{};
  for (int k = 0; k < kPoints; ++k) {
    double u = 1;
    for (int n = 0; n < Terms; ++n, u *= kGauss<kPoints>.point[k]) power[n][k] = u;
  }
  return power;
}
inline constexpr auto kPowers = makePowers<series::kMostTerms>();

// t, n1, n2 and position / arc length at a point: sums of the series.
using Columns = Eigen::Array<double, 16, 1>;

inline Matrix3d axesOf(const Columns& c) {
  Matrix3d axes;
  axes << c.segment<3>(0), c.segment<3>(4), c.segment<3>(8);
  return axes;
}

// W x t for each rate
template <int Ends>
RateMap<Ends> crossed(const RateMap<Ends>& w, const Vector3d& t) {
  RateMap<Ends> map;
  map.col(0) = w.col(1) * t.z() - w.col(2) * t.y();
  map.col(1) = w.col(2) * t.x() - w.col(0) * t.z();
  map.col(2) = w.col(0) * t.y() - w.col(1) * t.x();
  return map;
}

// base + length * integral of values from the piece's start to point k
template <class V>
V upTo(const V& base, const std::array<V, kPoints>& value, double length, int k) {
  const auto& part = kGauss<kPoints>.upTo[static_cast<std::size_t>(k)];
  V sum = value[0] * part[0];
  for (std::size_t j = 1; j < kPoints; ++j) sum += value[j] * part[j];
  return base + sum * length;
}
template <class V>
V whole(const V& base, const std::array<V, kPoints>& value, double length) {
  const auto& part = kGauss<kPoints>.weight;
  V sum = value[0] * part[0];
  for (std::size_t j = 1; j < kPoints; ++j) sum += value[j] * part[j];
  return base + sum * length;
}

// Frames of a piece at its Gauss points and its end.
inline void pieceFrames(const Clothoid<double>& element, double from, double length, const Matrix3d& axes,
                        std::array<Columns, kPoints>& points, Columns& end) {
  const Vector3d kappa = element.at(from), slope = element.slope();
  const int terms = series::termsFor(kappa.norm() * length, slope.norm() * length * length, series::kFull);
  for (Columns& point : points) point.setZero();
  end.setZero();
  TermColumns<double> first;
  first.t << axes.col(0).array(), 0;
  first.n1 << axes.col(1).array(), 0;
  first.n2 << axes.col(2).array(), 0;
  eachTerm<double>(first, kappa, slope, length, terms, [&](int n, const TermColumns<double>& term) {
    Columns row;
    row << term.t, term.n1, term.n2, term.t * series::kInverse[static_cast<std::size_t>(n)];
    const auto& power = kPowers[static_cast<std::size_t>(n)];
    for (std::size_t k = 0; k < kPoints; ++k) points[k] += row * power[k];
    end += row;
  });
}

// Rates at the ends of the part of an element up to u.
template <int Ends>
RateVector<Ends> ratesOfPart(RateVector<Ends> eta, double u) {
  if constexpr (Ends == 2)
    eta.template segment<3>(3) += (1 - u) * (eta.template head<3>() - eta.template segment<3>(3));
  return eta;
}

}  // namespace curved

// `Ends`: 2 for affine curvature, 1 for constant curvature. `bounds`: arc lengths of the pieces' ends, from 0
// on. Writes kPoints stations a piece, and the element's end. `axes`: of the element's start.
template <int Ends>
void curvedStations(const Clothoid<double>& element, const Matrix3d& axes, Span<const double> bounds,
                    Station<Ends>* at, Moving<Station<Ends>>& end) {
  using namespace curved;
  constexpr auto& gauss = kGauss<kPoints>;
  end = startStation<Ends>(axes);
  std::array<Columns, kPoints> frames;
  Columns endFrame;
  std::array<RateMap<Ends>, kPoints> slope;
  for (std::size_t piece = 0; piece + 1 < bounds.size(); ++piece, at += kPoints) {
    const double from = bounds[piece], length = bounds[piece + 1] - from;
    pieceFrames(element, from, length, end.axes, frames, endFrame);
    for (std::size_t k = 0; k < kPoints; ++k) {
      at[k].arc = from + length * gauss.point[k];
      at[k].weight = length * gauss.weight[k];
      at[k].axes = axesOf(frames[k]);
      at[k].position = end.position + frames[k].template segment<3>(12).matrix() * (length * gauss.point[k]);
      slope[k] = bendMap<Ends>(at[k].axes, at[k].arc / element.length);
    }
    for (std::size_t k = 0; k < kPoints; ++k)
      at[k].turn = upTo<RateMap<Ends>>(end.turn, slope, length, static_cast<int>(k));
    end.turn = whole<RateMap<Ends>>(end.turn, slope, length);
    for (std::size_t k = 0; k < kPoints; ++k) slope[k] = crossed<Ends>(at[k].turn, at[k].axes.col(0));
    for (std::size_t k = 0; k < kPoints; ++k)
      at[k].shift = upTo<RateMap<Ends>>(end.shift, slope, length, static_cast<int>(k));
    end.shift = whole<RateMap<Ends>>(end.shift, slope, length);
    end.axes = axesOf(endFrame);
    end.position += endFrame.template segment<3>(12).matrix() * length;
  }
  end.arc = bounds[bounds.size() - 1];
}

// Velocity products; spins of the stations are known.
template <int Ends>
void curvedBiases(const Clothoid<double>& element, const RateVector<Ends>& eta, Span<const double> bounds,
                  const Station<Ends>* at, StationMotion* motion, Moving<Station<Ends>>& end) {
  using namespace curved;
  end.spinBias.setZero();
  end.rateBias.setZero();
  std::array<Vector3d, kPoints> slope;
  for (std::size_t piece = 0; piece + 1 < bounds.size(); ++piece, at += kPoints, motion += kPoints) {
    const double length = bounds[piece + 1] - bounds[piece];
    for (std::size_t k = 0; k < kPoints; ++k) {
      Vector3d bend = eta.template head<3>();
      if constexpr (Ends == 2) bend += (at[k].arc / element.length) * (eta.template segment<3>(3) - bend);
      slope[k] = motion[k].spin.cross(at[k].axes * bend);
    }
    for (std::size_t k = 0; k < kPoints; ++k)
      motion[k].spinBias = upTo<Vector3d>(end.spinBias, slope, length, static_cast<int>(k));
    end.spinBias = whole<Vector3d>(end.spinBias, slope, length);
    for (std::size_t k = 0; k < kPoints; ++k) {
      const Vector3d t = at[k].axes.col(0);
      slope[k] = motion[k].spinBias.cross(t) + motion[k].spin.cross(motion[k].spin.cross(t));
    }
    for (std::size_t k = 0; k < kPoints; ++k)
      motion[k].rateBias = upTo<Vector3d>(end.rateBias, slope, length, static_cast<int>(k));
    end.rateBias = whole<Vector3d>(end.rateBias, slope, length);
  }
}

// The exact station at an arc length inside an element, as the end of a shorter element with interpolated end
// curvature. `eta`: for the velocity products.
template <int Ends>
Moving<Station<Ends>> curvedStationAt(const Clothoid<double>& element, const Matrix3d& axes,
                                      const RateVector<Ends>& eta, double s) {
  const double u = s / element.length;
  const Clothoid<double> part{element.start, element.at(s), s};
  const auto pieces = static_cast<std::size_t>(curved::piecesFor(part));
  thread_local std::vector<Station<Ends>> inside;
  thread_local std::vector<StationMotion> motion;
  thread_local std::vector<double> bounds;
  inside.resize(pieces * curved::kPoints);
  motion.resize(inside.size());
  bounds.resize(pieces + 1);
  for (std::size_t i = 0; i <= pieces; ++i)
    bounds[i] = s * static_cast<double>(i) / static_cast<double>(pieces);
  Moving<Station<Ends>> at;
  curvedStations<Ends>(part, axes, bounds, inside.data(), at);
  const RateVector<Ends> rates = curved::ratesOfPart<Ends>(eta, u);
  for (std::size_t i = 0; i < inside.size(); ++i) setRates<Ends>(inside[i], rates, motion[i]);
  setRates<Ends>(at, rates, at);
  curvedBiases<Ends>(part, rates, bounds, inside.data(), motion.data(), at);
  if constexpr (Ends == 2)
    for (RateMap<2>* map : {&at.turn, &at.shift}) {
      map->topRows<3>() += (1 - u) * map->middleRows<3>(3);
      map->middleRows<3>(3) *= u;
    }
  at.arc = s;
  return at;
}

// Common to clothoid and helix, which give element(), findSpring(), springEnergy() and restFor().
template <int Ends>
class CurvedModel : public ElementModel<Station<Ends>> {
 public:
  virtual Clothoid<double> element(const SceneRod& rod, const Pose& pose, std::size_t e) const = 0;

  int pieces(const SceneRod& rod, const Pose& pose, std::size_t e) const override {
    return curved::piecesFor(element(rod, pose, e));
  }
  void stations(const SceneRod& rod, const Pose& pose, std::size_t e, const Matrix3d& axes,
                Span<const double> bounds, Station<Ends>* at, Moving<Station<Ends>>& end) const override {
    curvedStations<Ends>(element(rod, pose, e), axes, bounds, at, end);
  }
  void biases(const SceneRod& rod, const Pose& pose, std::size_t e, const RateVector<Ends>& eta,
              Span<const double> bounds, const Station<Ends>* at, StationMotion* motion,
              Moving<Station<Ends>>& end) const override {
    curvedBiases<Ends>(element(rod, pose, e), eta, bounds, at, motion, end);
  }
  Moving<Station<Ends>> stationAt(const SceneRod& rod, const Pose& pose, std::size_t e, const Matrix3d& axes,
                                  const RateVector<Ends>& eta, double s) const override {
    return curvedStationAt<Ends>(element(rod, pose, e), axes, eta, s);
  }
  double turnOfChange(const SceneRod& rod, std::size_t k, const Vector3d& by) const override {
    return by.norm() * rod.length(std::min(k, rod.elements() - 1));
  }
};

}  // namespace tendril::solver
