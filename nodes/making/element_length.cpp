// The length of elements.
#include "nodes/making/element_length.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/geometry/tuples.h"
#include "solver/rods/reknot.h"

namespace tendril::nodes {

namespace {

constexpr std::size_t kMost = 4096;  // elements
constexpr double kSame = 1 + 1e-9;   // lengths that differ by rounding

}  // namespace

ElementLengths::ElementLengths(const Geometry& curves, double most)
    : curves_(curves), most_(most), drawn_(numericTuple(curves.find(Owner::point, "elementlength"), 1)) {}

// 0: any.
double ElementLengths::at(std::size_t point) const {
  const double drawn = drawn_ ? numberAt(drawn_->numbers, point) : 0;
  if (!std::isfinite(drawn))
    throw Error("point attribute 'elementlength' of point " + std::to_string(point) + " is not finite");
  return drawn > 0 && (most_ == 0 || drawn < most_) ? drawn : most_;
}

// Lengths along the polygon, up to each point.
std::vector<double> ElementLengths::chords(std::size_t primitive) const {
  const Span<const std::int32_t> points = curves_.pointsOf(primitive);
  const Attribute& places = *curves_.find(Owner::point, "P");
  const auto placeOf = [&](std::size_t v) {
    return Eigen::Vector3d(tupleAt(places, static_cast<std::size_t>(points[v])));
  };
  std::vector<double> arcs = {0};
  for (std::size_t v = 1; v < points.size(); ++v)
    arcs.push_back(arcs.back() + (placeOf(v) - placeOf(v - 1)).norm());
  return arcs;
}

void ElementLengths::tooMany(std::size_t primitive) {
  throw Error("curve " + std::to_string(primitive) + " wants more than " + std::to_string(kMost) +
              " elements; raise Max Element Length or elementlength");
}

int ElementLengths::linksOn(std::size_t primitive) const {
  if (!any()) return 0;
  double least = 0;
  for (const std::int32_t point : curves_.pointsOf(primitive))
    if (const double limit = at(static_cast<std::size_t>(point)); limit > 0)
      least = least > 0 ? std::min(least, limit) : limit;
  if (least == 0) return 0;
  const double links = std::ceil(chords(primitive).back() / least);
  if (!(links <= static_cast<double>(kMost))) tooMany(primitive);
  return static_cast<int>(links);
}

std::vector<ElementLengths::Limit> ElementLengths::limitsOn(std::size_t primitive, double length) const {
  const Span<const std::int32_t> points = curves_.pointsOf(primitive);
  const std::vector<double> arcs = chords(primitive);
  std::vector<Limit> limits;
  for (std::size_t v = 1; v < points.size(); ++v) {
    const double a = at(static_cast<std::size_t>(points[v - 1])), b = at(static_cast<std::size_t>(points[v]));
    const double limit = a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
    const double scale = length / arcs.back();
    if (!limits.empty() && limits.back().length == limit)
      limits.back().to = scale * arcs[v];
    else
      limits.push_back({scale * arcs[v - 1], scale * arcs[v], limit});
  }
  return limits;
}

void ElementLengths::divide(std::size_t primitive, Shape& shape) const {
  if (!any() || layoutOf(shape.model) == Layout::joints) return;
  const std::vector<Limit> limits = limitsOn(primitive, shape.length());
  std::vector<double> knots = {0};
  // halves down to where one limit holds, then even parts
  const auto add = [&](const auto& self, double from, double to) -> void {
    double least = 0, most = 0;
    for (const Limit& limit : limits)
      if (limit.to > from && limit.from < to) {
        const double length = limit.length > 0 ? limit.length : to - from;
        least = least > 0 ? std::min(least, length) : length;
        most = std::max(most, length);
      }
    if (least > 0 && to - from > least * kSame) {
      const std::size_t parts =
          most > least ? 2 : static_cast<std::size_t>(std::min(std::ceil((to - from) / least / kSame), 1e6));
      if (knots.size() + parts > kMost + 1) tooMany(primitive);
      for (std::size_t i = 1; i <= parts; ++i)
        self(self, knots.back(), i == parts ? to : from + (to - from) * double(i) / double(parts));
      return;
    }
    knots.push_back(to);
  };
  for (std::size_t e = 0; e < shape.elements(); ++e) add(add, shape.arc[e], shape.arc[e + 1]);
  if (knots.size() == shape.arc.size()) return;
  Rod rod;
  rod.shape = shape;
  rod.rest = shape;
  const Layout layout = layoutOf(shape.model);
  Coordinates straight = straightCoordinates(layout, coordinateCount(layout, knots.size() - 1));
  straight.fillKnots(knots.size());
  reknot(rod, knots, straight);
  shape = std::move(rod.shape);
}

}  // namespace tendril::nodes
