// The steps that a fit is made of, in the order in which fitRod may need them.
#pragma once

#include <vector>

#include "solver/fit/fit.h"
#include "solver/fit/gauss_newton.h"

namespace tendril::solver::fit {

// A rod and where the points are on it.
struct Attempt {
  Shape shape;
  Track track;
  double miss = 0, cost = 0;  // the largest distance of a point; what `improve` made small
  int iterations = 0;
};

// Where a rod begins. Held: at a frame and (clothoid) a curvature that may not change.
struct Start {
  Eigen::Matrix3d axes;
  bool held = false;
  Eigen::Vector3d kappa = Eigen::Vector3d::Zero();
};

// The guess that runs closest to the points.
Shape bestGuess(const Track& track, const Eigen::Matrix3d& root, Model model,
                const std::vector<double>& knots);

// A fit with given knots.
Attempt fitKnots(const Track& track, const Start& start, Model model, const std::vector<double>& knots);

// The same, tried again with fewer elements first where it came out badly.
Attempt fitWell(const Track& track, const Start& start, Model model, const std::vector<double>& knots);

// The same rod with more knots, which hold its own among them, up to a common factor.
Shape refined(const Shape& coarse, const std::vector<double>& knots);

// Gauss-Newton from this shape, with points placed as `from` has them.
Attempt improved(const Attempt& from, const Shape& shape, bool held);

// A fit whose elements are cut until no point misses by more than `tolerance`, a length; `most` elements.
Attempt fitSplitting(const Track& track, const Start& start, Model model, std::vector<double> knots,
                     double tolerance, int most);

// A long curve, a window of elements after the other: time linear in elements.
constexpr int kMostAtOnce = 32;  // elements that are solved together
Attempt fitByWindows(const Track& track, const Eigen::Matrix3d& root, const FitSettings& settings);

// A pose of a rod on points whose places on it are known.
Attempt fitPose(const Track& track, const Eigen::Matrix3d& root, const Shape& rest);

// Of a chain.
Attempt chainPose(const Track& track, const Eigen::Matrix3d& root, const Shape& rest);

// Not more points than a fit can use, the first and last among them; `chosen`: which.
Track thinned(const Track& track, std::size_t most, std::vector<std::size_t>& chosen);
constexpr std::size_t kPointsPerElement = 40;

// The places of all points, of which some were fitted; `all`: arc lengths on the curve.
std::vector<double> placesOfAll(const std::vector<double>& all, const Track& fitted,
                                const std::vector<std::size_t>& chosen);

}  // namespace tendril::solver::fit
