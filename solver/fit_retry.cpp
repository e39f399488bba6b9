// A second try where a fit went astray: Gauss-Newton finds the nearest valley, and the guess was in a wrong
// one. Fewer elements have fewer valleys; what they found is then a start for more.
#include <algorithm>
#include <cmath>

#include "solver/fit_parts.h"

namespace tendril::fit {
namespace {

using Eigen::Vector3d;

// Every second knot, and the last.
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
    const bool helix = coarse.model == Model::helix;
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

Attempt fitWell(const Track& track, const Start& start, Model model, const std::vector<double>& knots) {
  constexpr double kWell = 0.02;  // of the length
  Attempt fit = fitKnots(track, start, model, knots);
  const std::size_t elements = knots.size() - 1;
  if (model == Model::chain || elements < 2 || fit.miss < kWell * track.arc.back()) return fit;
  const Attempt coarse = fitWell(track, start, model, halved(knots));
  if (coarse.miss >= fit.miss && coarse.cost >= fit.cost) return fit;
  Attempt other = improved(coarse, refined(coarse.shape, knots), start.held);
  other.iterations += fit.iterations;
  return other.cost < fit.cost ? other : fit;
}

}  // namespace tendril::fit
