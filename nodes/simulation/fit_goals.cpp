// Plain curves as goals: fitted to the knots of the rods that follow them.
#include <algorithm>

#include "nodes/attributes/curve_binding.h"
#include "nodes/simulation/targets.h"
#include "solver/fit/fit.h"

namespace tendril::nodes {
namespace {

// Where the points of a rod's own curve are, by the vertices that another curve of as many has kept; empty:
// the curves have different numbers of points.
std::vector<Vector3d> pointsOfDrawn(const Geometry& g, const Rod& drawn, const Curve& like) {
  const Places places = readPlaces(g, drawn.primitive);
  std::vector<Vector3d> points;
  if (places.arc.size() != like.pointOf.size() || like.closed) return points;
  ShapeWalker walker(drawn.shape);
  for (const std::size_t v : like.firstVertex) {
    const Frame<double> frame = walker.at(places.arc[v]);
    points.push_back(frame.position + frame.axes * places.offset[v]);
    if (points.size() > 1 && points.back() == points[points.size() - 2]) return {};
  }
  return points;
}

double chordLength(const std::vector<Vector3d>& points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += (points[i] - points[i - 1]).norm();
  return length;
}

// Whether a turn of the root takes all points to the other ones.
bool movedAsWhole(const std::vector<Vector3d>& from, const std::vector<Vector3d>& to, const Matrix3d& turn,
                  double length) {
  constexpr double kSame = 2e-5;  // of the length: coordinates are floats
  if (from.size() != to.size()) return false;
  for (std::size_t i = 0; i < to.size(); ++i)
    if (!((turn * (from[i] - from[0]) - (to[i] - to[0])).norm() < kSame * length)) return false;
  return true;
}

}  // namespace

bool Targets::bendAlong(std::size_t p, Rod& drawn) const {
  Curve curve = readCurve(g_, p);
  if (!curve.fault.empty())
    throw Error("curve " + std::to_string(p) + " (id " + std::to_string(drawn.id) + ") " + curve.fault +
                ", so it has no shape to follow");
  Shape placed = drawn.shape;
  placeOnCurve(drawn.id, p, placed);
  const std::vector<Vector3d> before = pointsOfDrawn(drawn_, drawn, curve);
  const double length = drawn.shape.length();
  if (movedAsWhole(before, curve.points, placed.root.axes * drawn.shape.root.axes.transpose(), length))
    return false;
  // as long as the rod, so that bends keep their angles
  const double whole = before.empty() ? length : chordLength(before),
               now = before.empty() ? arcLengths(curve.points).back() : chordLength(curve.points);
  const Vector3d root = curve.points[0];
  for (Vector3d& point : curve.points) point = root + whole / now * (point - root);
  const Shape rest = drawn.shape;
  FitSettings settings;
  settings.model = rest.model;
  settings.rest = &rest;
  if (!before.empty()) settings.restPoints = &before;
  drawn.shape = fitRod(curve.points, placed.root.axes, settings).shape;
  drawn.shape.root.position = root;
  return true;
}

}  // namespace tendril::nodes
