// tendril::draw: curves and points from a list of numbers.
#include <cmath>

#include "nodes/parameters/text.h"
#include "nodes/sources/source.h"
#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct DrawParms {
  std::string points = "0 0 0, 0 1 0";
  int segments = 8;
  bool closed = false;
  double width = 0;
  SourceTransform placement;
};

Vector3d readPoint(const std::string& text) {
  const std::vector<std::string> numbers = words(text);
  Vector3d point;
  if (numbers.size() != 3) throw Error("points: \"" + text + "\" is not three numbers");
  for (std::size_t i = 0; i < 3; ++i) {
    const std::optional<double> number = parseNumber(numbers[i]);
    if (!number) throw Error("points: \"" + numbers[i] + "\" is no number");
    point[static_cast<Eigen::Index>(i)] = *number;
  }
  return point;
}

// Through all points, with tangents along the way between their neighbours (Catmull and Rom 1974).
CurveBuilder::Points smooth(const CurveBuilder::Points& through, int segments, bool closed) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(through.size());
  if (n < 3 || segments < 2) {
    CurveBuilder::Points all = through;
    if (closed && n > 2) all.push_back(through[0]);
    return all;
  }
  const auto at = [&](std::ptrdiff_t i) -> Vector3d {
    if (closed) return through[static_cast<std::size_t>((i + n) % n)];
    if (i < 0) return 2 * through[0] - through[1];
    if (i >= n)
      return 2 * through[static_cast<std::size_t>(n - 1)] - through[static_cast<std::size_t>(n - 2)];
    return through[static_cast<std::size_t>(i)];
  };
  CurveBuilder::Points made = {through[0]};
  for (std::ptrdiff_t i = 0; i < (closed ? n : n - 1); ++i)
    for (int s = 1; s <= segments; ++s) {
      const double u = static_cast<double>(s) / segments, v = 1 - u;
      const Vector3d a = at(i), b = at(i + 1), m = 0.5 * (b - at(i - 1)), k = 0.5 * (at(i + 2) - a);
      made.push_back((1 + 2 * u) * v * v * a + u * v * v * m + u * u * (3 - 2 * u) * b - u * u * v * k);
    }
  return made;
}

Outputs cookDraw(const DrawParms& parms, const Cook& cook) {
  CurveBuilder builder(parms.placement, cook.unitLength);
  for (const std::string& curve : splitAt(parms.points, ';')) {
    if (words(curve).empty()) continue;
    CurveBuilder::Points through;
    for (const std::string& point : splitAt(curve, ',')) through.push_back(readPoint(point));
    if (through.size() == 1) {
      builder.addPoint(through[0]);
      continue;
    }
    builder.add(smooth(through, parms.segments, parms.closed));
  }
  if (parms.width > 0)
    for (std::size_t i = 0; i < builder.geometry.pointCount(); ++i) builder.setWidth(i, parms.width);
  return outputsOf(std::move(builder.geometry));
}

}  // namespace

NodeDefinition drawNode() {
  NodeDefinition node = makeNode<DrawParms>("tendril::draw::1.0", "Tendril Draw", cookDraw);
  node.about = "Curves and points from a list of coordinates: ropes, frames, eyelets";
  node.help = "Smooth curves through given points; single points are targets for Tendril Constrain.";
  node.home = Home::none;
  ParameterTable<DrawParms> rows(node);
  rows.string<&DrawParms::points>("points", "Points")
      .help({"Numbers x y z of each point in metres, a comma between points, a semicolon between curves. A "
             "curve of "
             "one "
             "point is a point alone.",
             "0 0 0, 1 0.2 0, 2 0 0; 0 1 0, 2 1 0", "Add: Points."});
  rows.integer<&DrawParms::segments>("segments", "Segments")
      .soft(1, 20)
      .hardLow(1)
      .hardHigh(1000)
      .help({"Pieces from one point to the next, on a smooth curve through all; 1 goes straight.", "8",
             "Resample: Segments."});
  rows.toggle<&DrawParms::closed>("closed", "Closed")
      .help({"The last point goes on to the first. The curve ends where it began; Constrain's Fuse closes "
             "the rod.",
             "Off.", "Curve: Close."});
  rows.real<&DrawParms::width>("width", "Width")
      .unit("m")
      .soft(0, 0.1)
      .hardLow(0)
      .hardHigh(1e3)
      .help({"Diameter written to the points; 0 writes none.", "0, where Rods says it.",
             "PolyWire: Wire Radius, doubled."});
  addPlacementRows(node, [](void* p) -> void* { return &static_cast<DrawParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
