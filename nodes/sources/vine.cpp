// tendril::vine: a climbing stem with side shoots that share its points.
#include <cmath>

#include "nodes/sources/source.h"
#include "solver/base/math.h"
#include "solver/rods/shape.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct VineParms {
  double length = 1.5;
  double width = 0.006;
  int shoots = 6;
  double shootLength = 0.35;
  double curl = 1.5;
  double wander = 0.5;
  int points = 120;
  int seed = 1;
  SourceTransform placement;
};

// A stem: slow wandering curvature, stronger curl towards the tip.
Shape grow(Random& random, const Vector3d& tangent, double length, double wander, double curlTurns) {
  constexpr int kPieces = 8;
  Shape shape;
  shape.root.axes = frameAlong(tangent, random.normal3());
  for (int k = 0; k <= kPieces; ++k) {
    const double u = static_cast<double>(k) / kPieces;
    const double slow = wander * 2.5 / length, tip = kTurn * curlTurns / length * 3 * u * u;
    shape.arc.push_back(length * u);
    shape.kappa.emplace_back(0.3 * slow * random.normal(), slow * random.normal(),
                             slow * random.normal() + tip);
  }
  return shape;
}

// So many points evenly along it; the first is left out where the stem's own point stands there.
CurveBuilder::Points drawn(const Shape& shape, int points, bool withRoot) {
  CurveBuilder::Points result;
  ShapeWalker walker(shape);
  for (int i = withRoot ? 0 : 1; i < points; ++i)
    result.push_back(walker.at(shape.length() * i / (points - 1)).position);
  return result;
}

void widen(CurveBuilder& builder, std::size_t primitive, double width, bool withRoot) {
  const Span<const std::int32_t> points = builder.geometry.pointsOf(primitive);
  for (std::size_t v = withRoot ? 0 : 1; v < points.size(); ++v)
    builder.setWidth(static_cast<std::size_t>(points[v]),
                     width * (1 - 0.8 * static_cast<double>(v) / static_cast<double>(points.size() - 1)));
}

Outputs cookVine(const VineParms& parms, const Cook& cook) {
  CurveBuilder builder(parms.placement, cook.unitLength);
  Random random(static_cast<std::uint64_t>(parms.seed));
  const Shape stem = grow(random, Vector3d(0.1, 1, 0), parms.length, parms.wander, 0.15 * parms.curl);
  const std::size_t main = builder.add(drawn(stem, parms.points, true));
  widen(builder, main, parms.width, true);
  for (int i = 0; i < parms.shoots; ++i) {
    const double u = 0.15 + 0.75 * (i + random.between(0.1, 0.9)) / parms.shoots;
    const int at = std::min(parms.points - 1, static_cast<int>(std::lround(u * (parms.points - 1))));
    ShapeWalker walker(stem);
    const Frame<double> frame = walker.at(stem.length() * at / (parms.points - 1));
    const double around = 2.4 * i + random.between(-0.4, 0.4);  // near the golden angle, as leaves stand
    const Vector3d out = std::cos(around) * frame.axes.col(1) + std::sin(around) * frame.axes.col(2);
    Shape shoot =
        grow(random, frame.axes.col(0) + 0.9 * out,
             parms.shootLength * random.between(0.6, 1.2) * (1.2 - 0.5 * u), parms.wander, parms.curl);
    shoot.root.position = frame.position;
    const int points = std::max(8, parms.points / 3);
    const std::size_t branch = builder.branch(builder.geometry.pointsOf(main)[static_cast<std::size_t>(at)],
                                              drawn(shoot, points, false));
    widen(builder, branch, 0.5 * parms.width * (1 - 0.6 * u), false);
  }
  return outputsOf(std::move(builder.geometry));
}

}  // namespace

NodeDefinition vineNode() {
  NodeDefinition node = makeNode<VineParms>("tendril::vine::1.0", "Tendril Vine", cookVine);
  node.about = "A climbing stem with curling side shoots, joined at shared points";
  node.help =
      "A plant with branches: side shoots are attached to the stem by the points that they share with it.";
  node.home = Home::none;
  node.attributesWritten = {{"P width", "point", "Positions and diameters."}};
  node.related = {"rods", "tree", "solver"};
  node.picture = {"climb.png", "A vine as it has grown."};
  ParameterTable<VineParms> table(node);
  table.real<&VineParms::length>("length", "Length")
      .unit("m")
      .soft(0.2, 10)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .help({"Length of the main stem from its root, measured along the stem.", "1 to 3.", "none"});
  table.real<&VineParms::width>("width", "Width")
      .unit("m")
      .soft(0.001, 0.05)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"Diameter of the stem at its root. It tapers, and side shoots are thinner. Thick stems stand, "
             "thin ones hang.",
             "0.006.", "Radius times two (Sweep)."});
  table.integer<&VineParms::shoots>("shoots", "Side Shoots")
      .soft(0, 30)
      .hardLow(0)
      .hardHigh(10000)
      .help({"Number of shoots that grow from the stem, spread around it like leaves.", "6.",
             "branches (L-System)."});
  table.real<&VineParms::shootLength>("shootlength", "Shoot Length")
      .unit("m")
      .soft(0.05, 2)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .disableWhen("{ shoots == 0 }")
      .help(
          {"Length of a shoot near the root. Shoots higher up are shorter.", "a quarter of Length.", "none"});
  table.real<&VineParms::curl>("curl", "Curl")
      .unit("1")
      .soft(0, 4)
      .hardLow(-1000)
      .hardHigh(1000)
      .help({"Number of turns by which the tip of a shoot rolls up: 0 for twigs, more for tendrils.", "1.5.",
             "none"});
  table.real<&VineParms::wander>("wander", "Wander")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(100)
      .help({"How far stems deviate from a straight line.", "0.5.", "Height (Mountain), roughly."});
  table.integer<&VineParms::points>("points", "Points")
      .soft(20, 500)
      .hardLow(8)
      .hardHigh(1000000)
      .help({"Number of points of the stem. Shoots have a third of it.", "120.", "Segments (Resample)."});
  table.integer<&VineParms::seed>("seed", "Seed")
      .soft(0, 100)
      .hardLow(0)
      .help({kSeedHelp, "any number.", "Global Seed (Scatter)."});
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<VineParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
