// Curve to rod: guesses, splits, poses; the solver is in fit_solve.
#include "solver/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/fit_solve.h"

namespace tendril {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using fit::Aim;
using fit::improve;
using fit::largestMiss;
using fit::Outcome;
using fit::Track;

struct Attempt {
  Shape shape;
  Track track;
  double miss = 0, cost = 0;
  int iterations = 0;
};

// A polyline with noise has the curvature of the noise; smoothing shows the curve behind it, too much
// smoothing flattens curls. The guess that already runs closest to the points is where Gauss-Newton begins.
Shape bestGuess(const Track& track, const Matrix3d& root, Model model, const std::vector<double>& knots) {
  constexpr double kGood = 0.02;  // of the length
  Shape best = guessShape(track.points, track.arc, root, model, knots, 0);
  double least = largestMiss(best, track);
  const int points = static_cast<int>(track.points.size());
  for (int smoothing = 2; 3 * smoothing < points && least > kGood * track.arc.back(); smoothing *= 2) {
    Shape other = guessShape(track.points, track.arc, root, model, knots, smoothing);
    const double miss = largestMiss(other, track);
    if (miss >= least) continue;
    least = miss;
    best = std::move(other);
  }
  return best;
}

Attempt best(const Track& track, const Matrix3d& root, Model model, const std::vector<double>& knots) {
  constexpr int kMostIterations = 40;
  Attempt result;
  result.track = track;
  if (model == Model::chain) {
    result.shape = guessShape(track.points, track.arc, root, model, knots, 0);
    for (double& s : result.track.arc) s *= result.shape.length() / track.arc.back();
  } else {
    result.shape = bestGuess(track, root, model, knots);
    result.iterations = improve(result.shape, result.track, {}, kMostIterations).iterations;
  }
  result.miss = largestMiss(result.shape, result.track);
  return result;
}

// How much of a change of curvatures that makes the cost fall from `rest` to `best` is taken: none where it
// gains next to nothing, which is so for a rigidly moved copy of a curve whose fit had not quite settled.
double worth(double rest, double best) {
  constexpr double kFloor = 1e-12, kLeast = 0.1, kAll = 0.5;  // gain over what is left
  const double gain = (rest - best) / (best + kFloor),
               u = std::clamp((gain - kLeast) / (kAll - kLeast), 0.0, 1.0);
  return u * u * (3 - 2 * u);
}

// First with every point held at its place: a curl would otherwise slip by a part of a turn.
Attempt poseFromRest(const Track& track, const Matrix3d& root, const Shape& rest, int most) {
  Attempt pose;
  pose.shape = rest;
  pose.shape.root = {root, Vector3d::Zero()};
  pose.track = track;
  pose.iterations = improve(pose.shape, pose.track, {&rest, true, false}, most).iterations;
  Attempt bent = pose;
  bent.iterations += improve(bent.shape, bent.track, {&rest, false, false}, most).iterations;
  const Outcome best = improve(bent.shape, bent.track, {&rest, false, true}, most);
  const Outcome rigid = improve(pose.shape, pose.track, {&rest, true, true}, most);
  const double part = worth(rigid.cost, best.cost);
  bent.cost = best.cost;
  bent.iterations += best.iterations + rigid.iterations;
  if (part == 1) return bent;
  if (part > 0) {  // the root and the places of the points anew for curvatures between
    for (std::size_t k = 0; k < rest.kappa.size(); ++k)
      pose.shape.kappa[k] += part * (bent.shape.kappa[k] - pose.shape.kappa[k]);
    improve(pose.shape, pose.track, {&rest, true, true}, most);
  }
  pose.iterations = bent.iterations;
  pose.cost = rigid.cost;
  return pose;
}

// From the rest's curvatures; where these lead astray, from those that the points say.
Attempt fitPose(const Track& track, const Matrix3d& root, const Shape& rest) {
  constexpr int kMostIterations = 60;
  constexpr double kGood = 4e-4, kMuchCloser = 0.25;  // of mean squares
  Attempt pose = poseFromRest(track, root, rest, kMostIterations);
  if (pose.cost < kGood) return pose;
  Attempt other;
  other.shape = bestGuess(track, root, rest.model, rest.arc);
  other.track = track;
  const Outcome outcome = improve(other.shape, other.track, {&rest, false}, kMostIterations);
  other.cost = outcome.cost;
  other.iterations = pose.iterations + outcome.iterations;
  return other.cost < kMuchCloser * pose.cost ? other : pose;
}

// Elements whose points are too far off are cut in half, in one round.
bool split(std::vector<double>& knots, const Attempt& fit, double tolerance, int most) {
  std::vector<double> miss;
  largestMiss(fit.shape, fit.track, &miss);
  std::vector<double> finer = {0};
  const std::vector<double>& arc = fit.shape.arc;
  int room = most - static_cast<int>(fit.shape.elements());
  for (std::size_t e = 0; e + 1 < arc.size(); ++e) {
    if (miss[e] > tolerance && room-- > 0) finer.push_back((arc[e] + arc[e + 1]) / 2);
    finer.push_back(arc[e + 1]);
  }
  const bool more = finer.size() > knots.size();
  knots = std::move(finer);
  return more;
}

// Not more points than a fit can use: about so many an element, the first and last among them.
Track thinned(const Track& track, std::size_t most, std::vector<std::size_t>& chosen) {
  const std::size_t count = std::min(most, track.points.size());
  Track thin;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = i * (track.points.size() - 1) / (count - 1);
    chosen.push_back(from);
    thin.points.push_back(track.points[from]);
    thin.arc.push_back(track.arc[from]);
  }
  thin.weight.assign(count, 0.0);
  for (std::size_t i = 1; i < count; ++i)
    thin.weight[i] = (thin.arc[std::min(i + 1, count - 1)] - thin.arc[i - 1]) / (2 * thin.arc.back());
  return thin;
}

// The point of a polyline at an arc length.
Vector3d pointAt(const Track& track, double s) {
  const auto next = std::upper_bound(track.arc.begin() + 1, track.arc.end() - 1, s);
  const std::size_t i = static_cast<std::size_t>(next - track.arc.begin()) - 1;
  const double u = std::clamp((s - track.arc[i]) / (track.arc[i + 1] - track.arc[i]), 0.0, 1.0);
  return track.points[i] + u * (track.points[i + 1] - track.points[i]);
}

// The arc length beyond `after` whose point is `link` from the joint, and nearest to `expected`.
double placeOfJoint(const Track& track, const Vector3d& joint, double link, double after, double expected) {
  double best = expected, least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < track.points.size(); ++i) {
    if (track.arc[i + 1] <= after) continue;
    // |start + u edge| = link
    const Vector3d start = track.points[i] - joint, edge = track.points[i + 1] - track.points[i];
    const double a = edge.squaredNorm(), b = start.dot(edge), c = start.squaredNorm() - link * link;
    const double root = b * b - a * c;
    if (!(root >= 0) || !(a > 0)) continue;
    for (const double sign : {-1.0, 1.0}) {
      const double u = (-b + sign * std::sqrt(root)) / a;
      const double s = track.arc[i] + u * (track.arc[i + 1] - track.arc[i]);
      constexpr double kSlack = 1e-9;  // an end of an edge belongs to it
      if (u < -kSlack || u > 1 + kSlack || s <= after || std::abs(s - expected) >= least) continue;
      least = std::abs(s - expected);
      best = s;
    }
  }
  return best;
}

// Along a curve, link by link: the place whose distance from the joint is the link's length, as near as can
// be to where an even stretch of the curve would put it.
Attempt chainPose(const Track& track, const Matrix3d& root, const Shape& rest) {
  Attempt pose;
  pose.shape = rest;
  pose.shape.root = {root, Vector3d::Zero()};
  pose.track = track;
  Matrix3d frame = root;
  Vector3d joint = Vector3d::Zero();
  const double whole = track.arc.back();
  double at = 0;
  for (std::size_t k = 0; k < rest.elements(); ++k) {
    const double link = rest.arc[k + 1] - rest.arc[k];
    at = placeOfJoint(track, joint, link, at, at + link * (whole - at) / (rest.length() - rest.arc[k]));
    const Vector3d along = pointAt(track, at) - joint;
    const Matrix3d turned = along.norm() > 0 ? Matrix3d(shortestTurn(frame.col(0), along) * frame) : frame;
    pose.shape.joints[k] = Eigen::Quaterniond(Matrix3d(frame.transpose() * turned));
    frame = turned;
    joint += link * frame.col(0);
  }
  return pose;
}

Attempt fitAtOnce(const Track& track, const Matrix3d& root, const FitSettings& settings) {
  if (settings.rest && settings.rest->model == Model::chain) return chainPose(track, root, *settings.rest);
  if (settings.rest) return fitPose(track, root, *settings.rest);
  const double length = track.arc.back();
  std::vector<double> knots = spreadKnots(length, settings.elements, settings.grading);
  Attempt fit = best(track, root, settings.model, knots);
  while (settings.tolerance > 0 && fit.miss > settings.tolerance * length &&
         split(knots, fit, settings.tolerance * length, settings.maxElements)) {
    const double scale = length / knots.back();
    for (double& knot : knots) knot *= scale;
    Attempt finer = best(track, root, settings.model, knots);
    finer.iterations += fit.iterations;
    fit = std::move(finer);
  }
  return fit;
}

// All points of the curve on a rod that was fitted to some of them.
void place(FitResult& result, const Track& all, const Track& fitted, const std::vector<std::size_t>& chosen) {
  std::vector<double>& arc = result.arcOfPoint;
  arc.resize(all.arc.size());
  for (std::size_t i = 0, k = 0; i < arc.size(); ++i) {
    while (k + 2 < chosen.size() && chosen[k + 1] < i) ++k;
    const double from = all.arc[chosen[k]], to = all.arc[chosen[k + 1]];
    const double u = std::clamp((all.arc[i] - from) / std::max(to - from, 1e-300), 0.0, 1.0);
    arc[i] = fitted.arc[k] + u * (fitted.arc[k + 1] - fitted.arc[k]);
  }
  double floor = 0;
  fit::eachFrame(result.shape, std::vector<double>(arc), [&](std::size_t i, const Frame<double>& frame) {
    const double s = arc[i] + frame.axes.col(0).dot(all.points[i] - frame.position);
    arc[i] = floor = std::clamp(s, floor, result.shape.length());
  });
  arc.front() = 0;
  fit::eachFrame(result.shape, arc, [&](std::size_t i, const Frame<double>& frame) {
    result.error = std::max(result.error, (frame.position - all.points[i]).norm());
  });
}

}  // namespace

FitResult fitRod(const std::vector<Vector3d>& points, const Matrix3d& root, const FitSettings& settings) {
  constexpr std::size_t kPointsPerElement = 40;
  // far from the origin floats are coarse, and so would sums be: work around the root
  Track all;
  for (const Vector3d& point : points) all.points.push_back(point - points.front());
  all.arc = arcLengths(all.points);
  const int elements = settings.rest            ? static_cast<int>(settings.rest->elements())
                       : settings.tolerance > 0 ? settings.maxElements
                                                : settings.elements;
  const double scale = settings.rest ? settings.rest->length() / all.arc.back() : 1;
  for (double& s : all.arc) s *= scale;
  std::vector<std::size_t> chosen;
  const Track track = thinned(
      all, std::max<std::size_t>(kPointsPerElement * static_cast<std::size_t>(elements), 200), chosen);
  Attempt fit = fitAtOnce(track, root, settings);
  FitResult result;
  result.shape = std::move(fit.shape);
  result.iterations = fit.iterations;
  place(result, all, fit.track, chosen);
  result.shape.root.position += points.front();
  return result;
}

}  // namespace tendril
