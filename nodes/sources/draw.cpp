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
  node.help = "Draws smooth curves through given points. Single points can be targets for Tendril Constrain.";
  node.home = Home::none;
  node.attributesWritten = {{"P", "point", "Positions of the curves and points."},
                            {"width", "point", "The diameter, if Width is above 0."}};
  node.related = {"rods", "line", "constrain", "sop/add"};
  ParameterTable<DrawParms> table(node);
  table.string<&DrawParms::points>("points", "Points")
      .help({"Coordinates x y z of each point in metres, with a comma between points and a semicolon between "
             "curves. A curve with one point is a single point.",
             "0 0 0, 1 0.2 0, 2 0 0; 0 1 0, 2 1 0.", "Points (Add)."});
  table.integer<&DrawParms::segments>("segments", "Segments")
      .soft(1, 20)
      .hardLow(1)
      .hardHigh(1000)
      .help({"Number of segments from one point to the next, on a smooth curve through all points. 1 "
             "connects them with straight lines.",
             "8.", "Segments (Resample)."});
  table.toggle<&DrawParms::closed>("closed", "Closed")
      .help({"Connects the last point to the first. The curve then ends where it begins; to close the rod, "
             "use Fuse in Tendril Constrain.",
             "off.", "Close (Curve)."});
  table.real<&DrawParms::width>("width", "Width")
      .unit("m")
      .soft(0, 0.1)
      .hardLow(0)
      .hardHigh(1e3)
      .help({"Diameter that is written to the points. 0 writes no width.",
             "0, if Tendril Rods sets the radius.", "Wire Radius times two (PolyWire)."});
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<DrawParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
