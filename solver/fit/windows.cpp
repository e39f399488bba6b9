// Long curves: by windows of elements. Each starts with the frame and curvature at the end of the kept part
// of the one before and keeps its first part; the rest only looks ahead.
#include <algorithm>
#include <cmath>

#include "solver/fit/stages.h"

namespace tendril::solver::fit {
namespace {

using Eigen::Vector3d;

constexpr int kWindow = 24;  // elements

// The part of the rod that is fitted.
struct Growth {
  Attempt all;
  Start start;
  Frame<double> frame;
  double curveArc = 0, rodArc = 0;  // at its end, on the curve and on the rod
  std::size_t next = 1;             // first point beyond
};

// The curve from the rod's end to the first point at or beyond `to`.
Track windowOf(const Growth& rod, const Track& track, double to) {
  Track window;
  window.stop = track.stop;
  window.points = {Vector3d::Zero()};
  window.arc = {0};
  const std::size_t last = track.points.size() - 1;
  for (std::size_t i = rod.next; i <= last; ++i) {
    window.points.emplace_back(track.points[i] - rod.frame.position);
    window.arc.push_back(track.arc[i] - rod.curveArc);
    if (track.arc[i] >= to) break;
  }
  window.weight.assign(window.arc.size(), 0.0);
  return window;
}

// Appends the first elements of a window to the rod.
void grow(Growth& rod, const Track& track, const Track& window, const Attempt& fit,
          const std::vector<double>& places, std::size_t kept) {
  const Shape& part = fit.shape;
  Shape& whole = rod.all.shape;
  const bool first = whole.arc.empty(), last = kept == part.elements(),
             helix = layoutOf(part.model) == Layout::elements;
  if (first) {
    whole.model = part.model;
    whole.root = part.root;
    whole.arc = {0};
  }
  for (std::size_t e = 0; e < kept; ++e) {
    if (helix || (first && e == 0)) whole.kappa.push_back(part.kappa[e]);
    if (!helix) whole.kappa.push_back(part.kappa[e + 1]);
    whole.arc.push_back(rod.rodArc + part.arc[e + 1]);
  }
  const double end = part.arc[kept];
  std::size_t i = 1;
  for (; i < places.size() && (last || places[i] <= end); ++i)
    rod.all.track.arc[rod.next++] = rod.rodArc + places[i];
  rod.all.iterations += fit.iterations;
  rod.all.miss = std::max(rod.all.miss, fit.miss);
  if (last) return;
  const double u = (end - places[i - 1]) / std::max(places[i] - places[i - 1], 1e-300);
  rod.curveArc += window.arc[i - 1] + std::clamp(u, 0.0, 1.0) * (window.arc[i] - window.arc[i - 1]);
  rod.rodArc += end;
  Shape relative = part;
  relative.root.position.setZero();
  eachFrame(relative, {end}, [&](std::size_t, const Frame<double>& frame) {
    rod.frame = {frame.axes, rod.frame.position + frame.position};
  });
  rod.start = {rod.frame.axes, true, part.kappa[kept]};
  // a point at the very end would give no direction
  while (rod.next + 1 < track.points.size() &&
         track.arc[rod.next] < rod.curveArc + 1e-3 * (window.arc[i] - window.arc[i - 1]))
    rod.all.track.arc[rod.next++] = rod.rodArc;
}

// Fits one window of a curve with given knots.
bool growByKnots(Growth& rod, const Track& track, const std::vector<double>& knots, std::size_t& knot,
                 Model model) {
  const std::size_t left = knots.size() - 1 - knot;
  const std::size_t count = left <= kMostAtOnce ? left : kWindow;
  const Track window = windowOf(rod, track, knots[knot + count]);
  const double scale = window.arc.back() / (knots[knot + count] - knots[knot]);
  std::vector<double> own;
  for (std::size_t k = 0; k <= count; ++k) own.push_back((knots[knot + k] - knots[knot]) * scale);
  std::vector<std::size_t> chosen;
  const Track thin = thinned(window, kPointsPerElement * count, chosen);
  const Attempt fit = fitKnots(thin, rod.start, model, own);
  const std::size_t kept = count == left ? count : 2 * kWindow / 3;
  grow(rod, track, window, fit, placesOfAll(window.arc, fit.track, chosen), kept);
  knot += kept;
  return count < left;
}

// Initial knots of a window within a tolerance, by the caller's number on the whole curve.
std::vector<double> knotsOf(const FitSettings& settings, double part, double length, int most) {
  constexpr int kFew = 4;
  const bool whole = part > 0.999;
  return spreadKnots(length, std::min(whole ? settings.elements : kFew, most), whole ? settings.grading : 1);
}

// Fits one window within a tolerance; adapts the window's length to a moderate number of elements.
bool growByTolerance(Growth& rod, const Track& track, const FitSettings& settings, double& range) {
  const double length = track.arc.back(), tolerance = settings.tolerance * length;
  constexpr std::size_t kFewPoints = 6;
  for (;;) {
    const int used = rod.all.shape.arc.empty() ? 0 : static_cast<int>(rod.all.shape.elements());
    const int left = settings.maxElements - used;
    const bool scarce = left <= kWindow, rest = scarce || rod.curveArc + 1.2 * range >= length;
    const Track window = windowOf(rod, track, rest ? length : rod.curveArc + range);
    const int most = std::clamp(std::min(left, static_cast<int>(window.points.size()) - 1), 1, kWindow);
    std::vector<std::size_t> chosen;
    const Track thin = thinned(window, kPointsPerElement * kWindow, chosen);
    const Attempt fit =
        fitSplitting(thin, rod.start, settings.model,
                     knotsOf(settings, window.arc.back() / length, window.arc.back(), most), tolerance, most);
    if (fit.miss > tolerance && !scarce && window.points.size() > kFewPoints) {
      range = 0.5 * std::min(range, window.arc.back());
      continue;
    }
    const std::size_t elements = fit.shape.elements();
    const bool last = rest || rod.next + window.points.size() > track.points.size();
    const std::size_t kept = last ? elements : std::max<std::size_t>(1, 2 * elements / 3);
    grow(rod, track, window, fit, placesOfAll(window.arc, fit.track, chosen), kept);
    range *= std::clamp(16.0 / static_cast<double>(elements), 0.5, 2.0);
    return kept < elements;
  }
}

}  // namespace

Attempt fitByWindows(const Track& track, const Eigen::Matrix3d& root, const FitSettings& settings) {
  Growth rod;
  rod.all.track = track;
  rod.start.axes = root;
  if (settings.tolerance > 0) {
    double range = track.arc.back();
    while (growByTolerance(rod, track, settings, range)) {
    }
  } else {
    const std::vector<double> knots = spreadKnots(track.arc.back(), settings.elements, settings.grading);
    std::size_t knot = 0;
    while (growByKnots(rod, track, knots, knot, settings.model)) {
    }
  }
  Shape& shape = rod.all.shape;
  if (layoutOf(shape.model) == Layout::elements) shape.kappa.push_back(shape.kappa.back());
  return std::move(rod.all);
}

}  // namespace tendril::solver::fit
