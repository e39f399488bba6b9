// Curve to rod: prepares the points and selects the way of fitting.
#include "solver/fit/fit.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/base/error.h"
#include "solver/fit/densify.h"
#include "solver/fit/stages.h"

namespace tendril::solver {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using fit::Attempt;
using fit::Track;

// Moves every point's arc length to its foot on the rod, keeping the order.
void settle(const Shape& shape, const std::vector<Vector3d>& points, std::vector<double>& arc) {
  double floor = 0;
  fit::eachFrame(shape, std::vector<double>(arc), [&](std::size_t i, const Frame<double>& frame) {
    const double s = arc[i] + frame.axes.col(0).dot(points[i] - frame.position);
    arc[i] = floor = std::clamp(s, floor, shape.length());
  });
  arc.front() = 0;
}

double largestError(const FitResult& result, const std::vector<Vector3d>& points) {
  double largest = 0;
  fit::eachFrame(result.shape, result.arcOfPoint, [&](std::size_t i, const Frame<double>& frame) {
    largest = std::max(largest, (frame.position - points[i]).norm());
  });
  return largest;
}

// Finds all points on the rod, and the fit's error.
void place(FitResult& result, const std::vector<Vector3d>& points) {
  settle(result.shape, points, result.arcOfPoint);
  result.error = largestError(result, points);
}

// Arc lengths of the rest's points on the rest rod, and their offsets from it.
void carryOffsets(Track& track, const std::vector<std::size_t>& kept, const Shape& rest,
                  const std::vector<Vector3d>& restPoints, std::size_t points, double scale) {
  if (restPoints.size() != points)
    throw Error("a curve with " + std::to_string(points) + " points cannot pose a rod of " +
                std::to_string(restPoints.size()) + " points; fit it without its rest's points");
  std::vector<double> arc = arcLengths(restPoints);
  const double stretch = rest.length() / arc.back();
  for (double& s : arc) s *= stretch;
  for (int round = 0; round < 2; ++round) settle(rest, restPoints, arc);
  std::vector<Vector3d> offset(points);
  fit::eachFrame(rest, arc, [&](std::size_t i, const Frame<double>& frame) {
    offset[i] = frame.axes.transpose() * (restPoints[i] - frame.position) * scale;
  });
  for (std::size_t k = 0; k < kept.size(); ++k) {
    track.arc[k] = arc[kept[k]] * scale;
    track.offset.push_back(offset[kept[k]]);
  }
}

// Moves the curve's start to the origin and scales it to a size near 1, against rounding. The scale is a
// power of two, which is exact.
double normalise(std::vector<Vector3d>& points) {
  constexpr double kHuge = 1e100;  // squares would overflow
  const auto powerOf = [](double size) { return std::exp2(-std::clamp(std::ilogb(size), -1000, 1000)); };
  double largest = 0, extent = 0;
  for (const Vector3d& point : points) largest = std::max(largest, point.cwiseAbs().maxCoeff());
  const double first = largest > kHuge ? powerOf(largest) : 1;
  const Vector3d origin = points.front() * first;
  for (Vector3d& point : points) {
    point = point * first - origin;
    extent = std::max(extent, point.cwiseAbs().maxCoeff());
  }
  const double second = extent > 0 ? powerOf(extent) : 1;
  for (Vector3d& point : points) point *= second;
  return first * second;
}

// Indices of the first and last point and of those far enough from the one before to give a direction.
std::vector<std::size_t> distinct(const std::vector<Vector3d>& points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += (points[i] - points[i - 1]).norm();
  constexpr double kNear = 1e-3;  // of the mean distance
  const double near = kNear * length / static_cast<double>(points.size() - 1);
  std::vector<std::size_t> result = {0};
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    if ((points[i] - points[result.back()]).norm() > near) result.push_back(i);
  if (result.size() > 1 && (points.back() - points[result.back()]).norm() <= near) result.pop_back();
  result.push_back(points.size() - 1);
  return result;
}

// Arc length of the polyline at its points.
std::vector<double> chords(const std::vector<Vector3d>& points) {
  std::vector<double> length = {0};
  for (std::size_t i = 1; i < points.size(); ++i)
    length.push_back(length.back() + (points[i] - points[i - 1]).norm());
  return length;
}

Track trackOf(const std::vector<Vector3d>& points, const std::vector<std::size_t>& kept) {
  Track track;
  for (const std::size_t i : kept) track.points.push_back(points[i]);
  track.arc = arcLengths(track.points);
  return track;
}

Shape scaled(Shape shape, double scale) {
  for (double& s : shape.arc) s *= scale;
  for (Vector3d& kappa : shape.kappa) kappa /= scale;
  return shape;
}

Attempt fitFreely(const Track& track, const Matrix3d& root, const FitSettings& settings) {
  const double length = track.arc.back(), tolerance = settings.tolerance * length;
  const bool chain = layoutOf(settings.model) == Layout::joints, cuts = tolerance > 0;
  if (!chain && !cuts && settings.elements > fit::kMostAtOnce) return fitByWindows(track, root, settings);
  const std::vector<double> knots = spreadKnots(length, settings.elements, settings.grading);
  const fit::Start start = {root};
  if (!cuts) return fitWell(track, start, settings.model, knots);
  if (!chain && settings.maxElements > fit::kMostAtOnce) return fitByWindows(track, root, settings);
  return fitSplitting(track, start, settings.model, knots, tolerance, settings.maxElements);
}

Attempt fitPoseOf(Track& track, const Matrix3d& root, const Shape& rest) {
  return layoutOf(rest.model) == Layout::joints ? chainPose(track, root, rest) : fitPose(track, root, rest);
}

// The most points that a fit can use; windows thin theirs themselves.
std::size_t usefulPoints(const FitSettings& settings, std::size_t points) {
  if (settings.rest) return std::max<std::size_t>(fit::kPointsPerElement * settings.rest->elements(), 200);
  const int elements = settings.tolerance > 0 ? settings.maxElements : settings.elements;
  if (layoutOf(settings.model) != Layout::joints && elements > fit::kMostAtOnce) return points;
  return std::max<std::size_t>(fit::kPointsPerElement * static_cast<std::size_t>(std::max(elements, 1)), 200);
}

// The least number of points that the fit needs.
std::size_t wantedPoints(const FitSettings& settings, std::size_t points) {
  constexpr std::size_t kLeast = 12, kPerElement = 3;
  const std::size_t elements =
      settings.rest            ? settings.rest->elements()
      : settings.tolerance > 0 ? std::min<std::size_t>(static_cast<std::size_t>(settings.maxElements), points)
                               : static_cast<std::size_t>(settings.elements);
  return std::max(kLeast, kPerElement * elements);
}

FitResult fitDense(const std::vector<Vector3d>& points, const Matrix3d& root, const FitSettings& settings) {
  std::vector<Vector3d> local = points;
  const double scale = normalise(local);
  std::vector<std::size_t> chosen, kept = distinct(local);
  Track track = trackOf(local, kept);
  Shape rest;
  if (settings.rest) {
    rest = scaled(*settings.rest, scale);
    const double stretch = rest.length() / track.arc.back();
    for (double& s : track.arc) s *= stretch;
    if (settings.restPoints && layoutOf(rest.model) != Layout::joints)
      carryOffsets(track, kept, *settings.rest, *settings.restPoints, points.size(), scale);
  }
  if (settings.stop) track.stop = &settings.stop;
  track = thinned(track, usefulPoints(settings, points.size()), chosen);
  for (std::size_t& i : chosen) i = kept[i];
  Attempt fit = settings.rest ? fitPoseOf(track, root, rest) : fitFreely(track, root, settings);
  FitResult result;
  result.iterations = fit.iterations;
  result.arcOfPoint = placesOfAll(chords(local), fit.track, chosen);
  result.shape = std::move(fit.shape);
  place(result, local);
  result.shape = scaled(std::move(result.shape), 1 / scale);
  if (settings.rest) result.shape.arc = settings.rest->arc;
  for (double& s : result.arcOfPoint) s = std::min(s / scale, result.shape.length());
  result.error /= scale;
  result.shape.root.position = points.front();
  return result;
}

}  // namespace

FitResult fitRod(const std::vector<Vector3d>& points, const Matrix3d& root, const FitSettings& settings) {
  const std::vector<Vector3d>& cut = settings.restPoints ? *settings.restPoints : points;
  const bool chain = layoutOf(settings.rest ? settings.rest->model : settings.model) == Layout::joints;
  const std::vector<int> pieces =
      chain ? fit::piecesForJoints(cut) : fit::piecesOfEdges(cut, wantedPoints(settings, points.size()));
  const bool dense = std::all_of(pieces.begin(), pieces.end(), [](int count) { return count == 1; });
  if (dense || pieces.size() + 1 != points.size()) return fitDense(points, root, settings);
  FitSettings more = settings;
  std::vector<Vector3d> restPoints;
  const auto divided = chain ? fit::rounded : fit::densified;
  if (settings.restPoints) {
    restPoints = divided(*settings.restPoints, pieces);
    more.restPoints = &restPoints;
  }
  const FitResult all = fitDense(divided(points, pieces), root, more);
  FitResult result = all;
  result.arcOfPoint.clear();
  for (std::size_t i = 0, k = 0; i < points.size();
       k += i < pieces.size() ? static_cast<std::size_t>(pieces[i]) : 0, ++i)
    result.arcOfPoint.push_back(all.arcOfPoint[k]);
  if (chain) result.error = largestError(result, points);  // of the given points alone
  return result;
}

}  // namespace tendril::solver
