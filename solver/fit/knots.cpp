// Fits with given knots, and with knots that are split where points are far off.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/fit/stages.h"

namespace tendril::solver::fit {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Relative change of a polyline's angles from vertex to vertex: 2 for noise, small for a curve.
double roughness(const std::vector<Vector3d>& points) {
  double change = 0, whole = 0;
  Vector3d edge = (points[1] - points[0]).normalized(), before = Vector3d::Zero();
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const Vector3d next = (points[i + 1] - points[i]).normalized(), turn = edge.cross(next);
    if (i > 1) change += (turn - before).squaredNorm();
    whole += turn.squaredNorm();
    before = turn;
    edge = next;
  }
  return whole > 0 ? change / whole : 0;
}

// One round of halving the elements whose points are too far off.
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

Attempt fromGuess(const Track& track, const Start& start, Shape guess) {
  constexpr int kPlacedIterations = 5, kMostIterations = 40;
  Attempt result;
  result.track = track;
  result.shape = std::move(guess);
  if (start.held) {
    result.shape.root.axes = start.axes;
    if (layoutOf(result.shape.model) == Layout::knots) result.shape.kappa.front() = start.kappa;
  }
  // first with fixed arc lengths: otherwise a curl would slip by part of a turn
  Aim aim;
  aim.held = start.held;
  aim.slides = false;
  result.iterations = improve(result.shape, result.track, aim, kPlacedIterations).iterations;
  aim.slides = true;
  const Outcome outcome = improve(result.shape, result.track, aim, kMostIterations);
  result.iterations += outcome.iterations;
  result.cost = outcome.cost;
  return result;
}

Attempt linksOf(const Track& track, const Start& start, Model model, const std::vector<double>& knots) {
  Attempt result;
  result.track = track;
  result.shape = guessShape(track.points, track.arc, start.axes, model, knots, 0);
  for (double& s : result.track.arc) s = onLinks(s, knots, result.shape.arc);
  result.miss = largestMiss(result.shape, result.track);
  return result;
}

}  // namespace

// Noise of a polyline appears as curvature. Smoothing removes it, but too much flattens curls. So the guess
// closest to the points is taken.
Shape bestGuess(const Track& track, const Matrix3d& root, Model model, const std::vector<double>& knots) {
  constexpr double kCurve = 0.5, kNoise = 1;          // roughness
  constexpr double kGood = 0.1, kGoodOfNoise = 0.05;  // of the length: good enough for Gauss-Newton
  const double rough = roughness(track.points);
  const double good = (rough < kCurve ? kGood : kGoodOfNoise) * track.arc.back();
  const int points = static_cast<int>(track.points.size());
  Shape best;
  double least = std::numeric_limits<double>::infinity();
  for (int smoothing = rough < kNoise || points < 7 ? 0 : 2; least > good;
       smoothing = std::max(2, 2 * smoothing)) {
    if (smoothing > 0 && 3 * smoothing >= points) break;
    Shape other = guessShape(track.points, track.arc, root, model, knots, smoothing);
    const double miss = largestMiss(other, track);
    if (!(miss < least)) continue;
    least = miss;
    best = std::move(other);
  }
  return best.arc.empty() ? guessShape({track.points.front(), track.points.back()}, {0, track.arc.back()},
                                       root, model, knots, 0)
                          : best;
}

double onLinks(double s, const std::vector<double>& joints, const std::vector<double>& links) {
  const std::size_t e = elementAt(joints, s);
  const double part = (s - joints[e]) / std::max(joints[e + 1] - joints[e], 1e-300);
  return std::min(links[e] + part * (links[e + 1] - links[e]), links.back());
}

Attempt fitKnots(const Track& track, const Start& start, Model model, const std::vector<double>& knots) {
  if (layoutOf(model) == Layout::joints) return linksOf(track, start, model, knots);
  Attempt fit = fromGuess(track, start, bestGuess(track, start.axes, model, knots));
  // if that converges to a poor fit, try other guesses
  constexpr double kPoor = 4e-4;  // of the length^2: 2 %
  constexpr int kSmoothing[] = {0, 4, 16};
  for (const int smoothing : kSmoothing) {
    if (!(fit.cost > kPoor) || 3 * smoothing >= static_cast<int>(track.points.size())) break;
    Attempt other =
        fromGuess(track, start, guessShape(track.points, track.arc, start.axes, model, knots, smoothing));
    other.iterations += fit.iterations;
    if (other.cost < fit.cost) std::swap(fit, other);
    fit.iterations = std::max(fit.iterations, other.iterations);
  }
  fit.miss = largestMiss(fit.shape, fit.track);
  return fit;
}

Attempt fitSplitting(const Track& track, const Start& start, Model model, std::vector<double> knots,
                     double tolerance, int most) {
  const double length = track.arc.back();
  Attempt fit = fitWell(track, start, model, knots);
  while (fit.miss > tolerance && split(knots, fit, tolerance, most)) {
    const double scale = length / knots.back();
    for (double& knot : knots) knot *= scale;
    // the previous rod with more knots; a new guess if that is not enough
    Attempt finer = layoutOf(model) == Layout::joints ? fitKnots(track, start, model, knots)
                                                      : improved(fit, refined(fit.shape, knots), start.held);
    if (finer.miss > tolerance && layoutOf(model) != Layout::joints) {
      Attempt fresh = fitKnots(track, start, model, knots);
      fresh.iterations += finer.iterations;
      if (fresh.cost < finer.cost) finer = std::move(fresh);
    }
    finer.iterations += fit.iterations;
    fit = std::move(finer);
  }
  return fit;
}

// Keeps a limited number of points an element, with the first and the last.
Track thinned(const Track& track, std::size_t most, std::vector<std::size_t>& chosen) {
  const std::size_t count = std::min(most, track.points.size());
  Track thin;
  thin.stop = track.stop;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = i * (track.points.size() - 1) / (count - 1);
    chosen.push_back(from);
    thin.points.push_back(track.points[from]);
    thin.arc.push_back(track.arc[from]);
    if (!track.offset.empty()) thin.offset.push_back(track.offset[from]);
  }
  thin.weight.assign(count, 0.0);
  for (std::size_t i = 1; i < count; ++i)
    thin.weight[i] = (thin.arc[std::min(i + 1, count - 1)] - thin.arc[i - 1]) / (2 * thin.arc.back());
  return thin;
}

std::vector<double> placesOfAll(const std::vector<double>& all, const Track& fitted,
                                const std::vector<std::size_t>& chosen) {
  std::vector<double> arc(all.size());
  for (std::size_t i = 0, k = 0; i < arc.size(); ++i) {
    while (k + 2 < chosen.size() && chosen[k + 1] < i) ++k;
    const double from = all[chosen[k]], to = all[chosen[k + 1]];
    const double u = std::clamp((all[i] - from) / std::max(to - from, 1e-300), 0.0, 1.0);
    arc[i] = fitted.arc[k] + u * (fitted.arc[k + 1] - fitted.arc[k]);
  }
  return arc;
}

}  // namespace tendril::solver::fit
