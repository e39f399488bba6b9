// tendril::spiral: Euler's spiral, whose curvature grows with its length.
#include "nodes/sources/source.h"
#include "solver/base/math.h"
#include "solver/rods/shape.h"

namespace tendril::nodes {
namespace {

using Eigen::Vector3d;

struct SpiralParms {
  double length = 1;
  double startTurns = 0;
  double endTurns = 4;
  double twist = 0;
  int points = 200;
  SourceTransform placement;
};

// Curvature that would turn the whole length so many times.
double curvature(double turns, double length) {
  return kTurn * turns / length;
}

Outputs cookSpiral(const SpiralParms& parms, const Cook& cook) {
  CurveBuilder builder(parms.placement, cook.unitLength);
  Shape shape;
  shape.root.axes = frameAlong(Vector3d(0, 1, 0), Vector3d(0, 0, 1));
  shape.arc = {0, parms.length};
  const double twist = curvature(parms.twist, parms.length);
  shape.kappa = {Vector3d(twist, 0, curvature(parms.startTurns, parms.length)),
                 Vector3d(twist, 0, curvature(parms.endTurns, parms.length))};
  ShapeWalker walker(shape);
  CurveBuilder::Points points;
  for (int i = 0; i < parms.points; ++i)
    points.push_back(walker.at(parms.length * i / (parms.points - 1)).position);
  builder.add(points);
  return outputsOf(std::move(builder.geometry));
}

}  // namespace

NodeDefinition spiralNode() {
  NodeDefinition node = makeNode<SpiralParms>("tendril::spiral::1.0", "Tendril Spiral", cookSpiral);
  node.about = "An Euler spiral: a shoot that rolls up towards its tip, or a fern";
  node.help = "Its curvature grows linearly along its length, so one clothoid element reproduces it exactly.";
  node.home = Home::none;
  node.attributesWritten = {{"P", "point", "Positions along the spiral."}};
  node.related = {"rods", "helix", "sop/spiral"};
  ParameterTable<SpiralParms> table(node);
  table.real<&SpiralParms::length>("length", "Length")
      .unit("m")
      .soft(0.1, 5)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"Length of the shoot if it were unrolled. The spiral scales with it and keeps its shape.", "1.",
             "none"});
  table.real<&SpiralParms::startTurns>("startturns", "Turns at Root")
      .unit("1")
      .soft(-5, 5)
      .hardLow(-1000)
      .hardHigh(1000)
      .help({"Curvature at the root, as the number of turns that it would make over the whole length.",
             "0, which starts straight.", "none"});
  table.real<&SpiralParms::endTurns>("endturns", "Turns at Tip")
      .unit("1")
      .soft(-10, 10)
      .hardLow(-1000)
      .hardHigh(1000)
      .help(
          {"Curvature at the tip, in the same unit. The whole curve makes the mean of both numbers of turns.",
           "4, which makes two turns in all.", "none"});
  table.real<&SpiralParms::twist>("twist", "Twist")
      .unit("1")
      .soft(-5, 5)
      .hardLow(-1000)
      .hardHigh(1000)
      .help(
          {"Number of turns about its own tangent along the length. Twist lifts the spiral out of its plane.",
           "0, which stays in a plane.", "none"});
  table.integer<&SpiralParms::points>("points", "Points")
      .soft(10, 1000)
      .hardLow(3)
      .hardHigh(1000000)
      .help({"Number of points, spread evenly along the curve. Tight inner coils need many.", "200.",
             "Segments (Resample)."});
  addPlacementParameters(node, [](void* p) -> void* { return &static_cast<SpiralParms*>(p)->placement; });
  return node;
}

}  // namespace tendril::nodes
