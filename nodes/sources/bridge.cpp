// tendril::bridge: a rope bridge: two carrying ropes, two hand ropes, planks and hangers at shared points.
#include <cmath>

#include "nodes/sources/source.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct BridgeParms {
  double span = 8;
  double sag = 0.8;
  double deck = 1;
  double rail = 1;
  int planks = 16;
  double rope = 0.03;
  SourceTransform placement;
};

// A rope from -span/2 to span/2 that sags as a parabola; returns its points.
std::vector<std::int32_t> carry(CurveBuilder& builder, const BridgeParms& parms, double height, double z) {
  constexpr int kBetween = 4;  // points for each plank
  const int pieces = parms.planks * kBetween;
  std::vector<std::int32_t> points;
  for (int i = 0; i <= pieces; ++i) {
    const double x = static_cast<double>(i) / pieces - 0.5;
    points.push_back(builder.addPoint(Vector3d(parms.span * x, height - parms.sag * (1 - 4 * x * x), z)));
    builder.setWidth(static_cast<std::size_t>(points.back()), parms.rope);
  }
  builder.through(points);
  std::vector<std::int32_t> joints;
  for (int p = 0; p < parms.planks; ++p)
    joints.push_back(points[kBetween * static_cast<std::size_t>(p) + kBetween / 2]);
  return joints;
}

Outputs cookBridge(const BridgeParms& parms, const Cook& cook) {
  CurveBuilder builder(parms.placement, cook.unitLength);
  const double side = 0.5 * parms.deck;
  const std::vector<std::int32_t> left = carry(builder, parms, 0, -side),
                                  right = carry(builder, parms, 0, side);
  const std::vector<std::int32_t> leftRail = carry(builder, parms, parms.rail, -side),
                                  rightRail = carry(builder, parms, parms.rail, side);
  for (std::size_t i = 0; i < left.size(); ++i) {
    builder.through({left[i], right[i]});
    builder.through({leftRail[i], left[i]});
    builder.through({rightRail[i], right[i]});
  }
  for (std::size_t p = 0; p < builder.geometry.primitiveCount(); ++p)
    builder.setWhole("part", p, p < 2 ? 0 : p < 4 ? 1 : (p - 4) % 3 == 0 ? 2 : 3);
  return outputsOf(std::move(builder.geometry));
}

}  // namespace

NodeDefinition bridgeNode() {
  NodeDefinition node = makeNode<BridgeParms>("tendril::bridge::1.0", "Tendril Rope Bridge", cookBridge);
  node.about = "A rope bridge: carrying ropes, hand ropes, planks and hangers that share points";
  node.help =
      "The primitive attribute part says what a curve is: 0 carrying rope, 1 hand rope, 2 plank, 3 hanger. "
      "The ropes, planks and hangers form many closed loops.";
  node.home = Home::none;
  node.attributesWritten = {{"P width", "point", "Positions, and the diameter of the ropes."},
                            {"part", "primitive", "0 carrying rope, 1 hand rope, 2 plank, 3 hanger."}};
  node.related = {"rods", "constrain", "solver"};
  node.picture = {"bridge.png", "The bridge, simulated: it gives way where a load crosses it."};
  ParameterTable<BridgeParms> table(node);
  table.real<&BridgeParms::span>("span", "Span")
      .unit("m")
      .soft(1, 50)
      .hardLow(1e-2)
      .hardHigh(1e6)
      .help({"Distance between the two ends. Long bridges sway more slowly.", "8.", "none"});
  table.real<&BridgeParms::sag>("sag", "Sag")
      .unit("m")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"How far the ropes hang down in the middle, as drawn. A tight bridge pulls hard at its ends.",
             "a tenth of Span.", "none"});
  table.real<&BridgeParms::deck>("deck", "Deck Width")
      .unit("m")
      .soft(0.2, 5)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .help({"Length of the planks between the two carrying ropes.", "1.", "none"});
  table.real<&BridgeParms::rail>("rail", "Rail Height")
      .unit("m")
      .soft(0.2, 3)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .help({"Height of the hand ropes above the carrying ropes.", "1.", "none"});
  table.integer<&BridgeParms::planks>("planks", "Planks")
      .soft(2, 100)
      .hardLow(1)
      .hardHigh(100000)
      .help({"Number of planks. Each plank has two hangers.", "two per metre.", "none"});
  table.real<&BridgeParms::rope>("rope", "Rope Width")
      .unit("m")
      .soft(0.005, 0.2)
      .hardLow(1e-5)
      .hardHigh(1e6)
      .help({"Diameter of the carrying ropes and hand ropes. Thick ropes are stiffer.", "0.03.",
             "Radius times two (Sweep)."});
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<BridgeParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
