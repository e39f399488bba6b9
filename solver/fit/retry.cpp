// Second attempts at poor fits. Gauss-Newton finds the nearest local minimum; fewer elements have fewer of
// them and give a better start.
#include <algorithm>
#include <cmath>

#include "solver/fit/stages.h"

namespace tendril::solver::fit {
namespace {

using Eigen::Vector3d;

// Every second knot, and the last one.
std::vector<double> halved(const std::vector<double>& knots) {
  std::vector<double> coarse;
  for (std::size_t k = 0; k + 1 < knots.size(); k += 2) coarse.push_back(knots[k]);
  coarse.push_back(knots.back());
  return coarse;
}

}  // namespace

Shape refined(const Shape& coarse, const std::vector<double>& knots) {
  Shape fine = coarse;
  fine.kappa.clear();
  fine.arc.clear();
  const double scale = coarse.length() / knots.back();
  std::size_t e = 0;
  for (const double knot : knots) {
    const double s = knot * scale;
    while (e + 1 < coarse.elements() && s >= coarse.arc[e + 1] * (1 - 1e-9)) ++e;
    const double u = std::clamp((s - coarse.arc[e]) / (coarse.arc[e + 1] - coarse.arc[e]), 0.0, 1.0);
    const bool helix = layoutOf(coarse.model) == Layout::elements;
    fine.kappa.push_back(helix ? coarse.kappa[e]
                               : Vector3d((1 - u) * coarse.kappa[e] + u * coarse.kappa[e + 1]));
    fine.arc.push_back(s);
  }
  return fine;
}

Attempt improved(const Attempt& from, const Shape& shape, bool held) {
  constexpr int kMostIterations = 40;
  Attempt result = from;
  result.shape = shape;
  Aim aim;
  aim.held = held;
  const Outcome outcome = improve(result.shape, result.track, aim, kMostIterations);
  result.iterations += outcome.iterations;
  result.cost = outcome.cost;
  result.miss = largestMiss(result.shape, result.track);
  return result;
}

namespace {

// The twist angle of the element that twists most, rad.
double largestTwist(const Shape& shape) {
  double most = 0;
  for (std::size_t e = 0; e < shape.elements(); ++e)
    most = std::max(most, (shape.arc[e + 1] - shape.arc[e]) *
                              std::max(std::abs(shape.kappa[e][0]), std::abs(shape.kappa[e + 1][0])));
  return most;
}

// True if twist exceeds twice the bend (curls have less) and 2 rad in an element.
bool isWrung(const Shape& shape) {
  constexpr double kMuch = 2;  // rad
  double twist = 0, bend = 0;
  for (const Vector3d& kappa : shape.kappa) {
    twist = std::max(twist, std::abs(kappa[0]));
    bend = std::max(bend, kappa.tail<2>().norm());
  }
  return twist > 2 * bend && largestTwist(shape) > kMuch;
}

// Points of a nearly straight rod hardly determine its twist, which Gauss-Newton then uses to fit what few
// elements cannot bend. A fit with a penalty on twist is preferred if it is about as close.
Attempt calmed(Attempt fit, const Track& track, const Start& start) {
  constexpr double kCalm[] = {1e-4, 1e-6, 1e-8};  // decreasing penalty
  constexpr int kMostIterations = 25;
  constexpr double kWild = 6;  // rad: more than so few points can determine
  constexpr double kExact = 1e-5, kSame = 1.25, kUnseen = 1e-3, kUnseenWild = 1e-2;  // of the length
  if (start.held || !isWrung(fit.shape)) return fit;
  Attempt calm = fit;
  calm.track = track;
  for (Vector3d& kappa : calm.shape.kappa) kappa.setZero();
  calm.shape.root.axes = start.axes;
  const double scale = track.arc.back() / calm.shape.arc.back();
  for (double& arc : calm.shape.arc) arc *= scale;
  for (const double each : kCalm) {
    Aim aim;
    aim.calm = each;
    const Outcome outcome = improve(calm.shape, calm.track, aim, kMostIterations);
    calm.iterations += outcome.iterations;
    calm.cost = outcome.cost;
  }
  calm.miss = largestMiss(calm.shape, calm.track);
  const double length = track.arc.back(), twist = largestTwist(fit.shape);
  const double unseen = fit.miss <= kExact * length ? kExact : twist < kWild ? kUnseen : kUnseenWild;
  const bool better = calm.miss <= kSame * fit.miss + unseen * length && largestTwist(calm.shape) < twist;
  if (!better) fit.iterations = calm.iterations;
  return better ? calm : fit;
}

Attempt fitCoarseFirst(const Track& track, const Start& start, Model model,
                       const std::vector<double>& knots) {
  constexpr double kWell = 0.02;  // of the length
  Attempt fit = fitKnots(track, start, model, knots);
  const std::size_t elements = knots.size() - 1;
  if (layoutOf(model) == Layout::joints || elements < 2 || fit.miss < kWell * track.arc.back()) return fit;
  const Attempt coarse = fitCoarseFirst(track, start, model, halved(knots));
  if (coarse.miss >= fit.miss && coarse.cost >= fit.cost) return fit;
  Attempt other = improved(coarse, refined(coarse.shape, knots), start.held);
  other.iterations += fit.iterations;
  return other.cost < fit.cost ? other : fit;
}

}  // namespace

Attempt fitWell(const Track& track, const Start& start, Model model, const std::vector<double>& knots) {
  Attempt fit = fitCoarseFirst(track, start, model, knots);
  return layoutOf(model) == Layout::joints ? fit : calmed(std::move(fit), track, start);
}

}  // namespace tendril::solver::fit
