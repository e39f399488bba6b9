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
  node.help = "The plainest thing to make a rod of.";
  node.home = Home::none;
  ParameterTable<LineParms> rows(node);
  rows.real<&LineParms::length>("length", "Length")
      .unit("m")
      .soft(0.1, 10)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help(
          {"From the first point to the last; long rods swing more slowly.", "0.1 to 10.", "Line: Length."});
  rows.integer<&LineParms::points>("points", "Points")
      .soft(2, 100)
      .hardLow(2)
      .hardHigh(1000000)
      .help({"How many points the curve has. A rod of it does not care; the drawn curve does.", "20.",
             "Line: Points."});
  rows.vector<&LineParms::direction>("direction", "Direction")
      .unit("1")
      .soft(-1, 1)
      .help({"Where the curve runs from its root; its length does not matter.",
             "0 -1 0 hangs, 1 0 0 sticks out and sags.", "Line: Direction."});
  addPlacementRows(node, [](void* p) -> void* { return &static_cast<LineParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
