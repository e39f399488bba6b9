// tendril::tree: a trunk with boughs and twigs that share its points.
#include <algorithm>
#include <cmath>

#include "nodes/sources/source.h"
#include "solver/base/math.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct TreeParms {
  double height = 4;
  double width = 0.16;
  int boughs = 9, twigs = 0;
  double clear = 0.35;
  double boughLength = 0.45, twigLength = 0.4;
  double angle = 55;
  double droop = 20, twigDroop = 60;  // degrees
  double taper = 0.25;
  int points = 24;
  int seed = 1;
  SourceTransform placement;
};

constexpr double kGolden = 2.399963229728653;  // rad: how leaves follow each other around a stem

// One axis of the plant while it is drawn.
struct Axis {
  std::size_t primitive = 0;
  std::vector<Vector3d> points, ways;  // of each point; unit
  double length = 0, width = 0;        // width at its root, m
};

// From `root` along `way`, sinking by `droop` (rad) in all, and straying a little.
Axis grow(Random& random, const Vector3d& root, Vector3d way, double length, double droop, int points) {
  Axis axis;
  axis.length = length;
  const Vector3d stray = 0.12 * random.normal3();
  Vector3d at = root;
  for (int i = 0; i < points; ++i) {
    axis.points.push_back(at);
    axis.ways.push_back(way);
    const Vector3d down(0, -1, 0), across = way.cross(down);
    const double left = std::atan2(across.norm(), way.dot(down)), step = std::min(left, droop / (points - 1));
    if (across.norm() > 1e-9) way = Eigen::AngleAxisd(step, across.normalized()) * way;
    way = (way + stray / (points - 1)).normalized();
    at += way * (length / (points - 1));
  }
  return axis;
}

class Plant {
 public:
  Plant(const TreeParms& parms, double unitLength)
      : parms_(parms),
        builder_(parms.placement, unitLength),
        random_(static_cast<std::uint64_t>(parms.seed)) {}

  Geometry draw() {
    Axis trunk = grow(random_, Vector3d::Zero(), Vector3d::UnitY(), parms_.height, 0, parms_.points);
    trunk.width = parms_.width;
    trunk.primitive = builder_.add(trunk.points);
    finish(trunk, 0, true);
    for (int i = 0; i < parms_.boughs; ++i) {
      const Axis bough = branch(trunk, i, parms_.boughs, parms_.clear, parms_.boughLength, parms_.droop, 1);
      for (int k = 0; k < parms_.twigs; ++k)
        branch(bough, k, parms_.twigs, 0.25, parms_.twigLength, parms_.twigDroop, 2);
    }
    return std::move(builder_.geometry);
  }

 private:
  // The i-th of `count` side branches, from the part `clear` of its bearer to its end.
  Axis branch(const Axis& bearer, int i, int count, double clear, double part, double droop, int level) {
    const int last = static_cast<int>(bearer.points.size()) - 1;
    const double u = clear + (1 - clear) * (i + 1.0) / count;
    const std::size_t at =
        static_cast<std::size_t>(std::clamp(static_cast<int>(std::lround(u * last)), 1, last));
    const Vector3d along = bearer.ways[at];
    const Vector3d side = along.unitOrthogonal(), other = along.cross(side);
    const double around = kGolden * i + random_.between(-0.3, 0.3) + level,
                 angle = kDegree * parms_.angle * random_.between(0.85, 1.15);
    const Vector3d out = std::cos(around) * side + std::sin(around) * other;
    const double length = part * bearer.length * random_.between(0.8, 1.1) * (1.25 - 0.5 * u);
    Axis made = grow(random_, bearer.points[at], std::cos(angle) * along + std::sin(angle) * out, length,
                     kDegree * droop, std::max(6, parms_.points / (level + 1)));
    made.width = 0.6 * bearer.width * (1 - (1 - parms_.taper) * u);
    made.primitive = builder_.branch(builder_.geometry.pointsOf(bearer.primitive)[at],
                                     {made.points.begin() + 1, made.points.end()});
    finish(made, level, false);
    return made;
  }

  void finish(const Axis& axis, int level, bool withRoot) {
    builder_.setWhole("level", axis.primitive, level);
    const Span<const std::int32_t> points = builder_.geometry.pointsOf(axis.primitive);
    for (std::size_t v = withRoot ? 0 : 1; v < points.size(); ++v) {
      const double u = static_cast<double>(v) / static_cast<double>(points.size() - 1);
      builder_.setWidth(static_cast<std::size_t>(points[v]), axis.width * (1 - (1 - parms_.taper) * u));
    }
  }

  const TreeParms& parms_;
  CurveBuilder builder_;
  Random random_;
};

Outputs cookTree(const TreeParms& parms, const Cook& cook) {
  return outputsOf(Plant(parms, cook.unitLength).draw());
}

void addOrderParameters(ParameterTable<TreeParms>& table) {
  table.real<&TreeParms::height>("height", "Height")
      .unit("m")
      .soft(0.3, 20)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .help({"Length of the trunk. All other lengths are proportional to it.",
             "0.5 for a shrub, 4 for a young tree.", "none"});
  table.real<&TreeParms::width>("width", "Width")
      .unit("m")
      .soft(0.005, 0.5)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"Diameter of the trunk at the ground. Thick trunks stand still in wind, thin ones sway.",
             "a twenty-fifth of Height.", "Radius times two (Sweep)."});
  table.integer<&TreeParms::boughs>("boughs", "Boughs")
      .soft(0, 20)
      .hardLow(0)
      .hardHigh(10000)
      .help({"Number of branches on the trunk.", "7 to 12.", "branches (L-System)."});
  table.integer<&TreeParms::twigs>("twigs", "Twigs")
      .soft(0, 20)
      .hardLow(0)
      .hardHigh(10000)
      .disableWhen("{ boughs == 0 }")
      .help({"Number of branches on each bough.", "5 to 12; 0 for a palm.", "branches (L-System)."});
}

void addBranchParameters(ParameterTable<TreeParms>& table) {
  table.real<&TreeParms::clear>("clear", "Clear Trunk")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .disableWhen("{ boughs == 0 }")
      .help({"Fraction of the trunk, from the ground, that has no branches.", "0.35; 0.95 for a palm.",
             "none"});
  table.real<&TreeParms::boughLength>("boughlength", "Bough Length")
      .unit("1")
      .soft(0.1, 1)
      .hardLow(1e-3)
      .hardHigh(100)
      .disableWhen("{ boughs == 0 }")
      .help({"Length of a bough as a fraction of the trunk's length. Higher boughs are shorter.", "0.45.",
             "none"});
  table.real<&TreeParms::twigLength>("twiglength", "Twig Length")
      .unit("1")
      .soft(0.1, 2)
      .hardLow(1e-3)
      .hardHigh(100)
      .disableWhen("{ twigs == 0 } { boughs == 0 }")
      .help(
          {"Length of a twig as a fraction of its bough's length.", "0.4; 1 and more for a willow.", "none"});
  table.real<&TreeParms::angle>("angle", "Angle")
      .unit("deg")
      .soft(0, 120)
      .hardLow(0)
      .hardHigh(180)
      .disableWhen("{ boughs == 0 }")
      .help({"Angle between a branch and the stem on which it grows.", "55.", "Angle (L-System)."});
  table.real<&TreeParms::droop>("droop", "Bough Droop")
      .unit("deg")
      .soft(0, 150)
      .hardLow(0)
      .hardHigh(1000)
      .disableWhen("{ boughs == 0 }")
      .help({"How far boughs bend towards the ground from root to tip.", "20; 90 for a palm.", "none"});
  table.real<&TreeParms::twigDroop>("twigdroop", "Twig Droop")
      .unit("deg")
      .soft(0, 180)
      .hardLow(0)
      .hardHigh(1000)
      .disableWhen("{ twigs == 0 } { boughs == 0 }")
      .help({"How far twigs bend towards the ground from root to tip. High values make them hang like "
             "curtains.",
             "60; 150 for a willow.", "none"});
}

void addStemParameters(ParameterTable<TreeParms>& table) {
  table.real<&TreeParms::taper>("taper", "Taper")
      .unit("1")
      .soft(0.05, 1)
      .hardLow(1e-3)
      .hardHigh(1)
      .help({"Diameter at the end of a stem, as a fraction of that at its root.", "0.25.", "none"});
  table.integer<&TreeParms::points>("points", "Points")
      .soft(12, 100)
      .hardLow(6)
      .hardHigh(100000)
      .help({"Number of points of the trunk. Boughs have half as many, twigs a third.", "24.",
             "Segments (Resample)."});
  table.integer<&TreeParms::seed>("seed", "Seed")
      .soft(0, 100)
      .hardLow(0)
      .help({kSeedHelp, "any number.", "Global Seed (Scatter)."});
}

}  // namespace

NodeDefinition treeNode() {
  NodeDefinition node = makeNode<TreeParms>("tendril::tree::1.0", "Tendril Tree", cookTree);
  node.about = "A trunk with boughs and twigs, joined at shared points: trees, palms, willows";
  node.help =
      "A plant with three orders of branches: trunk, boughs and twigs, joined at shared points. The "
      "primitive attribute level counts them from 0, so that each order can have its own material. For a "
      "palm, set Twigs to 0 and Clear Trunk close to 1. For a weeping willow, use a high Twig Droop.";
  node.home = Home::none;
  node.attributesWritten = {{"P width", "point", "Positions and diameters."},
                            {"level", "primitive", "0 trunk, 1 bough, 2 twig."}};
  node.related = {"rods", "vine", "sop/lsystem"};
  node.picture = {"willow.png", "A willow with hanging twigs, in a wind."};
  ParameterTable<TreeParms> table(node);
  addOrderParameters(table);
  addBranchParameters(table);
  addStemParameters(table);
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<TreeParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
