// A curve of the host's geometry.
#include "solver/geometry/polyline.h"

#include <cmath>

namespace tendril::solver {
namespace {

using Eigen::Vector3d;

std::vector<Vector3d> positionsOf(const Geometry& g, std::size_t primitive, const std::string& name) {
  const Attribute* attribute = g.find(Owner::point, name);
  if (!attribute || attribute->kind != AttributeKind::numeric || attribute->tupleSize != 3)
    throw Error("point attribute '" + name + "' is not three numbers");
  std::vector<Vector3d> result;
  for (const std::int32_t point : g.pointsOf(primitive)) {
    const std::size_t i = static_cast<std::size_t>(point) * 3;
    result.emplace_back(numberAt(attribute->numbers, i), numberAt(attribute->numbers, i + 1),
                        numberAt(attribute->numbers, i + 2));
    if (!result.back().allFinite())
      throw Error("primitive " + std::to_string(primitive) + ": " + name + " of point " +
                  std::to_string(point) + " is not finite");
  }
  return result;
}

}  // namespace

Curve readCurve(const Geometry& g, std::size_t primitive, const std::string& name) {
  Curve curve;
  if (g.kinds[primitive] == PrimitiveKind::other) {
    curve.fault = "is no polygon curve";
    return curve;
  }
  const std::vector<Vector3d> all = positionsOf(g, primitive, name);
  curve.closed = g.kinds[primitive] == PrimitiveKind::polygon;
  double largest = 0;
  for (std::size_t v = 0; v < all.size(); ++v) {
    if (curve.points.empty() || all[v] != curve.points.back()) {
      curve.points.push_back(all[v]);
      curve.firstVertex.push_back(v);
    }
    curve.pointOf.push_back(curve.points.size() - 1);
    largest = std::max(largest, (all[v] - all[0]).cwiseAbs().maxCoeff());
  }
  if (curve.closed && curve.points.size() > 1 && curve.points.back() != curve.points.front()) {
    curve.points.push_back(curve.points.front());
    curve.firstVertex.push_back(0);
  }
  constexpr double kLargest = 1e15;  // squares of lengths must not overflow, nor their sums
  if (all.size() < 2)
    curve.fault =
        "has " + std::to_string(all.size()) + (all.size() == 1 ? " point" : " points") + "; a rod needs 2";
  else if (curve.points.size() < 2)
    curve.fault = "has zero length";
  else if (!(largest < kLargest))
    curve.fault = "is too large to compute with";
  return curve;
}

std::vector<std::int32_t> ownersOfPoints(const Geometry& g) {
  std::vector<std::int32_t> owners(g.pointCount(), -1), users(g.pointCount(), -1);
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    const Span<const std::int32_t> points = g.pointsOf(p);
    for (std::size_t v = 0; v < points.size(); ++v) {
      const std::size_t i = static_cast<std::size_t>(points[v]);
      if (users[i] < 0) users[i] = static_cast<std::int32_t>(p);
      const bool own = points[v] != points[0];
      if (own && owners[i] < 0) owners[i] = static_cast<std::int32_t>(p);
    }
  }
  for (std::size_t i = 0; i < owners.size(); ++i)
    if (owners[i] < 0) owners[i] = users[i];
  return owners;
}

}  // namespace tendril::solver
