// Curve to rod: fits clothoids, helices or straight links to a polyline.
//
//   FitSettings settings;
//   settings.elements = 4;
//   FitResult fit = fitRod(points, frameAlong(points[1] - points[0], up), settings);
//   fit.error / fit.shape.length()
//
// The first point is met exactly: it is the rod's root. Lengths in scene units.
#pragma once

#include <functional>
#include <vector>

#include "solver/rods/shape.h"

namespace tendril::solver {

struct FitSettings {
  Model model = Model::clothoid;
  int elements = 4;      // initial number
  double grading = 1.0;  // ratio of the last element's length to the first's
  double tolerance = 0;  // relative to the length; above 0: splits elements until the error is below
  int maxElements = 64;  // after splitting
  // The curve is a pose of this rod: model, knots and length stay, and `elements` etc. are not used. Twist
  // stays near the rest's where the points do not determine it. Not owned.
  const Shape* rest = nullptr;
  // The points that `rest` was fitted to, as many as now. Their offsets from it (detail finer than an
  // element) are carried along, so a rigidly moved curve gets the rest's curvatures.
  const std::vector<Eigen::Vector3d>* restPoints = nullptr;
  std::function<bool()> stop;  // polled every few milliseconds; true cancels the fit
};

// Thrown when a fit is cancelled.
struct Stopped {};

struct FitResult {
  Shape shape;
  std::vector<double> arcOfPoint;  // arc length on the rod of each point
  double error = 0;                // largest distance of a point from its place on the rod
  int iterations = 0;              // of Gauss-Newton
};

// `points`: at least two, no two neighbours equal. `root`: material frame there; its tangent is an initial
// guess, its directors are kept.
FitResult fitRod(const std::vector<Eigen::Vector3d>& points, const Eigen::Matrix3d& root,
                 const FitSettings& settings);

// Knots from 0 to length, evenly spaced or graded.
std::vector<double> spreadKnots(double length, int elements, double grading);

// Arc lengths at the points of a smooth curve through them, from chords and their angles.
std::vector<double> arcLengths(const std::vector<Eigen::Vector3d>& points);

// Initial guess for Gauss-Newton: curvatures of the polyline, smoothed over `smoothing` neighbours.
Shape guessShape(const std::vector<Eigen::Vector3d>& points, const std::vector<double>& arcOfPoint,
                 const Eigen::Matrix3d& root, Model model, const std::vector<double>& knots, int smoothing);

}  // namespace tendril::solver
