// tendril::helix: a corkscrew.
#include <cmath>

#include "nodes/sources/source.h"
#include "solver/base/math.h"

namespace tendril::nodes {
namespace {

struct HelixParms {
  double radius = 0.1;
  double height = 1;
  double turns = 5;
  double radiusAtEnd = 1;
  int points = 200;
  SourceTransform placement;
};

Outputs cookHelix(const HelixParms& parms, const Cook& cook) {
  CurveBuilder builder(parms.placement, cook.unitLength);
  CurveBuilder::Points points;
  for (int i = 0; i < parms.points; ++i) {
    const double u = static_cast<double>(i) / (parms.points - 1), a = kTurn * parms.turns * u;
    const double radius = parms.radius * (1 + (parms.radiusAtEnd - 1) * u);
    points.emplace_back(radius * std::cos(a), -parms.height * u, radius * std::sin(a));
  }
  builder.add(points);
  return outputsOf(std::move(builder.geometry));
}

}  // namespace

NodeDefinition helixNode() {
  NodeDefinition node = makeNode<HelixParms>("tendril::helix::1.0", "Tendril Helix", cookHelix);
  node.about = "A helix that hangs down: a spring, a curl, a phone cord";
  node.help = "With a constant radius, one element for every three turns reproduces it exactly.";
  node.home = Home::none;
  node.attributesWritten = {{"P", "point", "Positions along the helix."}};
  node.related = {"rods", "spiral", "sop/spiral"};
  ParameterTable<HelixParms> table(node);
  table.real<&HelixParms::radius>("radius", "Radius")
      .unit("m")
      .soft(0.01, 1)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Radius of the first coil. Wide coils make soft springs.", "a tenth of Height for curls.",
             "Radius (Helix)."});
  table.real<&HelixParms::radiusAtEnd>("endscale", "Radius at End")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .help({"Radius of the last coil divided by that of the first. Below 1 the helix tapers, like the "
             "tendril of a plant.",
             "1 for a spring, 0.3 for a ringlet.", "Radius ramp (Helix)."});
  table.real<&HelixParms::height>("height", "Height")
      .unit("m")
      .soft(0.1, 5)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"Distance from the first coil down to the last.", "1.", "Height (Helix)."});
  table.real<&HelixParms::turns>("turns", "Turns")
      .unit("1")
      .soft(0, 20)
      .hardLow(-10000)
      .hardHigh(10000)
      .help({"Number of coils. Negative values wind the other way.", "5.", "Turns (Helix)."});
  table.integer<&HelixParms::points>("points", "Points")
      .soft(10, 1000)
      .hardLow(3)
      .hardHigh(1000000)
      .help({"Number of points of the curve. Each turn needs twenty or more.", "40 per turn.",
             "Divisions (Helix)."});
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<HelixParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
