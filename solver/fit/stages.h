// Stages of a fit, in the order in which fitRod may need them.
#pragma once

#include <vector>

#include "solver/fit/fit.h"
#include "solver/fit/gauss_newton.h"

namespace tendril::solver::fit {

// A rod and the arc lengths of the points on it.
struct Attempt {
  Shape shape;
  Track track;
  double miss = 0, cost = 0;  // largest distance of a point; value of `improve`
  int iterations = 0;
};

// The rod's start. Held: with fixed frame and (clothoid) curvature.
struct Start {
  Eigen::Matrix3d axes;
  bool held = false;
  Eigen::Vector3d kappa = Eigen::Vector3d::Zero();
};

// The initial guess closest to the points.
Shape bestGuess(const Track& track, const Eigen::Matrix3d& root, Model model,
                const std::vector<double>& knots);

// A fit with given knots.
Attempt fitKnots(const Track& track, const Start& start, Model model, const std::vector<double>& knots);

// The same, with a second attempt by fewer elements if the fit is poor.
Attempt fitWell(const Track& track, const Start& start, Model model, const std::vector<double>& knots);

// The same rod with more knots, which include its own, up to a common factor.
Shape refined(const Shape& coarse, const std::vector<double>& knots);

// Gauss-Newton from this shape, with arc lengths of `from`.
Attempt improved(const Attempt& from, const Shape& shape, bool held);

// A fit that splits elements until every distance is below `tolerance` (a length); at most `most` elements.
Attempt fitSplitting(const Track& track, const Start& start, Model model, std::vector<double> knots,
                     double tolerance, int most);

// Long curves, by windows of elements: time linear in elements.
constexpr int kMostAtOnce = 32;  // elements of one Gauss-Newton system
Attempt fitByWindows(const Track& track, const Eigen::Matrix3d& root, const FitSettings& settings);

// A pose of a rod on points with known arc lengths.
Attempt fitPose(const Track& track, const Eigen::Matrix3d& root, const Shape& rest);

// The same for a chain.
Attempt chainPose(const Track& track, const Eigen::Matrix3d& root, const Shape& rest);

// Arc length on a chain of a place on the curve. `joints`: places of its joints on the curve, `links`: the
// chain's knots. Links are shorter than their arcs, each by as much as the curve bends there.
double onLinks(double place, const std::vector<double>& joints, const std::vector<double>& links);

// Limits the number of points and keeps the first and the last; `chosen`: their indices.
Track thinned(const Track& track, std::size_t most, std::vector<std::size_t>& chosen);
constexpr std::size_t kPointsPerElement = 40;

// Arc lengths of all points from those of the fitted ones; `all`: arc lengths on the curve.
std::vector<double> placesOfAll(const std::vector<double>& all, const Track& fitted,
                                const std::vector<std::size_t>& chosen);

}  // namespace tendril::solver::fit
