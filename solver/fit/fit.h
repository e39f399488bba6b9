// Curve to rod: knots whose clothoids, helices or straight links follow a polyline.
//
//   FitSettings settings;
//   settings.elements = 4;
//   FitResult fit = fitRod(points, frameAlong(points[1] - points[0], up), settings);
//   fit.error / fit.shape.length()
//
// The first point is met exactly: it is where the rod grows. All lengths in scene units.
#pragma once

#include <functional>
#include <vector>

#include "solver/rods/shape.h"

namespace tendril::solver {

struct FitSettings {
  Model model = Model::clothoid;
  int elements = 4;      // to begin with
  double grading = 1.0;  // ratio of the last element's length to the first's
  double tolerance = 0;  // of the length; above 0: elements are split until the error is below
  int maxElements = 64;  // of a split rod
  // A pose of this rod: its model, its knots and its length stay as they are, `elements` and the like do not
  // count. Twist stays near the rest's where the points do not tell. Not owned.
  const Shape* rest = nullptr;
  // The points that `rest` was fitted to, as many as there are now: what the rest leaves of them (frizz finer
  // than an element) is then carried along with the rod, and a curve that only moved has the rest's
  // curvatures.
  const std::vector<Eigen::Vector3d>* restPoints = nullptr;
  std::function<bool()> stop;  // asked every few milliseconds: true calls the fit off
};

// Thrown out of a fit that was called off.
struct Stopped {};

struct FitResult {
  Shape shape;
  std::vector<double> arcOfPoint;  // where on the rod each point of the curve is
  double error = 0;                // the largest distance of a point from its place on the rod
  int iterations = 0;              // of Gauss-Newton
};

// `points`: at least two, no two neighbours equal. `root`: material frame there; its tangent is a first
// guess, its turn about the tangent is kept.
FitResult fitRod(const std::vector<Eigen::Vector3d>& points, const Eigen::Matrix3d& root,
                 const FitSettings& settings);

// Knots at equal or graded distances: 0 ... length.
std::vector<double> spreadKnots(double length, int elements, double grading);

// Arc length at the points of a smooth curve through them, from chords and the angles between them.
std::vector<double> arcLengths(const std::vector<Eigen::Vector3d>& points);

// Curvatures for given knots, read off the polyline after smoothing it over `smoothing` neighbours: where
// Gauss-Newton begins.
Shape guessShape(const std::vector<Eigen::Vector3d>& points, const std::vector<double>& arcOfPoint,
                 const Eigen::Matrix3d& root, Model model, const std::vector<double>& knots, int smoothing);

}  // namespace tendril::solver
