// tendril::ribbon: curling gift ribbon, flat.
#include "nodes/sources/source.h"
#include "solver/base/math.h"
#include "solver/rods/shape.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct RibbonParms {
  double length = 0.8;
  double width = 0.012;
  double turns = 4;
  double slant = 0.3;
  int points = 160;
  SourceTransform placement;
};

Outputs cookRibbon(const RibbonParms& parms, const Cook& cook) {
  CurveBuilder builder(parms.placement, cook.unitLength);
  const double bend = kTurn * parms.turns / parms.length;
  Shape shape;
  shape.root.axes = frameAlong(Vector3d(0, -1, 0), Vector3d(0, 0, 1));
  shape.arc = {0, parms.length};
  // bent over its broad side (about n1), tighter towards the tip, as when drawn over a blade
  shape.kappa = {Vector3d(parms.slant * bend, 0.5 * bend, 0), Vector3d(parms.slant * bend, 1.5 * bend, 0)};
  ShapeWalker walker(shape);
  CurveBuilder::Points points;
  std::vector<Vector3d> faces;
  for (int i = 0; i < parms.points; ++i) {
    const Frame<double> frame = walker.at(parms.length * i / (parms.points - 1));
    points.push_back(frame.position);
    faces.push_back(frame.axes.col(2));
  }
  const std::size_t primitive = builder.add(points);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    builder.setDirection("N", i, faces[i]);
    builder.setWidth(i, parms.width);
  }
  builder.setNumber(Owner::primitive, "aspect", primitive, 0.02);
  return outputsOf(std::move(builder.geometry));
}

}  // namespace

NodeDefinition ribbonNode() {
  NodeDefinition node = makeNode<RibbonParms>("tendril::ribbon::1.0", "Tendril Ribbon", cookRibbon);
  node.about = "A curled gift ribbon: a flat curve with its face normal in N and an aspect of 0.02";
  node.help = "A ribbon bends easily in one direction and hardly in the other.";
  node.home = Home::none;
  node.attributesWritten = {{"P", "point", "Positions along the ribbon."},
                            {"N width", "point", "The face normal, and the width of the face."},
                            {"aspect", "primitive", "0.02: the thickness divided by the width."}};
  node.related = {"rods", "helix", "sop/sweep"};
  ParameterTable<RibbonParms> table(node);
  table.real<&RibbonParms::length>("length", "Length")
      .unit("m")
      .soft(0.1, 3)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .help({"Length of the ribbon if it were uncurled. The curls take up most of it, so the ribbon hangs "
             "down much less.",
             "0.8.", "none"});
  table.real<&RibbonParms::width>("width", "Width")
      .unit("m")
      .soft(0.001, 0.1)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"Width of its face. Wide ribbons are much stiffer sideways and catch more wind.", "0.012.",
             "Width (Sweep)."});
  table.real<&RibbonParms::turns>("turns", "Turns")
      .unit("1")
      .soft(0, 12)
      .hardLow(-1000)
      .hardHigh(1000)
      .help({"Number of times the ribbon is curled. The curls are tighter towards the tip.", "4.", "none"});
  table.real<&RibbonParms::slant>("slant", "Slant")
      .unit("1")
      .soft(0, 1)
      .help({"Twist divided by bending: 0 rolls up in a plane, higher values make a corkscrew.", "0.3.",
             "none"});
  table.integer<&RibbonParms::points>("points", "Points")
      .soft(20, 500)
      .hardLow(3)
      .hardHigh(1000000)
      .help({"Number of points of the curve. It hardly affects a rod made from it, but with too few points "
             "corners show in close-ups.",
             "40 per turn.", "Segments (Resample)."});
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<RibbonParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
