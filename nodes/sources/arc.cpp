// tendril::arc: a piece of a circle.
#include <cmath>

#include "nodes/sources/source.h"
#include "solver/base/math.h"

namespace tendril::nodes {
namespace {

struct ArcParms {
  double radius = 0.5;
  double angle = 180;
  int points = 40;
  SourceTransform placement;
};

Outputs cookArc(const ArcParms& parms, const Cook& cook) {
  CurveBuilder builder(parms.placement, cook.unitLength);
  CurveBuilder::Points points;
  for (int i = 0; i < parms.points; ++i) {
    const double a = parms.angle * kPi / 180 * i / (parms.points - 1);
    points.emplace_back(parms.radius * std::sin(a), parms.radius * (1 - std::cos(a)), 0);
  }
  builder.add(points);
  return outputsOf(std::move(builder.geometry));
}

}  // namespace

NodeDefinition arcNode() {
  NodeDefinition node = makeNode<ArcParms>("tendril::arc::1.0", "Tendril Arc", cookArc);
  node.about = "An arc of a circle that starts at the origin in the direction of x";
  node.help = "A single helix or clothoid element reproduces it exactly.";
  node.home = Home::none;
  node.attributesWritten = {{"P", "point", "Positions along the arc."}};
  node.related = {"rods", "line", "sop/circle"};
  ParameterTable<ArcParms> table(node);
  table.real<&ArcParms::radius>("radius", "Radius")
      .unit("m")
      .soft(0.1, 5)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"Radius of the circle. A smaller circle makes a more strongly curved rod.", "0.5.",
             "Radius (Circle)."});
  table.real<&ArcParms::angle>("angle", "Angle")
      .unit("deg")
      .soft(0, 360)
      .hardLow(0.01)
      .hardHigh(3600)
      .help({"Angle that the arc covers. Above 360 it overlaps itself.",
             "180 for a bow, 350 for an open ring.", "Angle (Circle)."});
  table.integer<&ArcParms::points>("points", "Points")
      .soft(3, 200)
      .hardLow(3)
      .hardHigh(1000000)
      .help({"Number of points of the curve. It hardly affects a rod made from it, but with too few points "
             "corners show in close-ups.",
             "one every 5 degrees.", "Divisions (Circle)."});
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<ArcParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
