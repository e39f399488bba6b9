// tendril::line: a straight curve.
#include "nodes/sources/source.h"
#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct LineParms {
  double length = 1;
  int points = 20;
  std::array<double, 3> direction = {0, -1, 0};
  SourceTransform placement;
};

Outputs cookLine(const LineParms& parms, const Cook& cook) {
  const Vector3d direction(parms.direction[0], parms.direction[1], parms.direction[2]);
  if (!(direction.norm() > 0)) throw Error("direction: has no length");
  CurveBuilder builder(parms.placement, cook.unitLength);
  CurveBuilder::Points points;
  for (int i = 0; i < parms.points; ++i)
    points.emplace_back(direction.normalized() * (parms.length * i / (parms.points - 1)));
  builder.add(points);
  return outputsOf(std::move(builder.geometry));
}

}  // namespace

NodeDefinition lineNode() {
  NodeDefinition node = makeNode<LineParms>("tendril::line::1.0", "Tendril Line", cookLine);
  node.about = "A straight curve, for a hanging rope or a cantilever";
  node.help = "The simplest curve for a rod.";
  node.home = Home::none;
  node.attributesWritten = {{"P", "point", "Positions along the line."}};
  node.related = {"rods", "arc", "draw", "sop/line"};
  ParameterTable<LineParms> table(node);
  table.real<&LineParms::length>("length", "Length")
      .unit("m")
      .soft(0.1, 10)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"Distance from the first point to the last. Long rods swing more slowly.", "0.1 to 10.",
             "Length (Line)."});
  table.integer<&LineParms::points>("points", "Points")
      .soft(2, 100)
      .hardLow(2)
      .hardHigh(1000000)
      .help({"Number of points of the curve. It does not affect a rod made from it, only the curve that is "
             "drawn.",
             "20.", "Points (Line)."});
  table.vector<&LineParms::direction>("direction", "Direction")
      .unit("1")
      .soft(-1, 1)
      .help({"Direction of the curve, starting at its root. The length of this vector does not matter.",
             "0 -1 0 hangs down, 1 0 0 is horizontal and sags.", "Direction (Line)."});
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<LineParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
