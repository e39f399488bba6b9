// tendril::curves: rods become curves again, to render or to go on with.
#include "nodes/attributes/state_names.h"
#include "nodes/making/make_curves.h"

namespace tendril::nodes {
namespace {

Outputs cookCurves(const CurvesParms& parms, const Cook& cook) {
  return outputsOf(makeCurves(parms, cook));
}

void addAttributesOfCurves(NodeDefinition& node) {
  node.attributesRead = {
      {listOf(kStateNames), "point or primitive", "The shape of each rod."},
      {"pointarc pointoffset pointframe", "primitive",
       "Where the original points lie on their rods, from Tendril Rods."},
      {"pscale width", "point, vertex, primitive or detail",
       "Radius or diameter of rods that are drawn without the original curves."},
      {"rodsungrown rodsungrownat", "detail", "Rods that have not grown yet, from Tendril Solver."}};
  node.attributesWritten = {
      {"P v", "point", "Position, and velocity in scene units per second."},
      {"width", "point", "Diameter, if the curves have none; 0 on points that have not grown."},
      {"orient w", "point", "Material frame and angular velocity, with Output orient and w."},
      {"N up", "point", "Turned with the rod, if the curves have them."}};
}

}  // namespace

NodeDefinition curvesNode() {
  NodeDefinition node = makeNode<CurvesParms>("tendril::curves::1.0", "Tendril Curves", cookCurves);
  node.icon = "SOP_tendril_curves";
  node.about = "Turns rods into curves to render, or moves the original curves with their rods";
  node.help =
      "If the original curves are connected to the second input, their points come back in the same order. "
      "All other attributes and primitives stay untouched; only P, orient, N, up, v, w and width change. "
      "Detail finer than an element stays on the curve. Where a rod was cut, its curve is split and the part "
      "beyond the cut becomes a primitive of its own. NURBS and Bezier curves come back as polygons.\n"
      "Without the second input, new curves are drawn from the rods, with the attributes of the rods.\n"
      "width (a diameter) and v (scene units per second) are always written, for Karma's curves and for "
      "motion blur. Of rods that nobody simulates, v comes from the neighbouring frames in tendril run; in "
      "Houdini a node sees one frame only, so append a Trail node that computes velocity.\n"
      "Of growing rods, original points that have not grown yet wait at the tip with width 0, and shoots "
      "where "
      "they will begin; the point group grown holds the others.";
  node.inputs = {
      {"Rods", true, true, nullptr, "Rods from Tendril Rods or Tendril Solver."},
      {"Original Curves", false, true, nullptr,
       "The curves that were the first input of Tendril Rods. Their points are moved with the rods."},
      {"Rods as Made", false, true, nullptr,
       "Rods from Tendril Rods, or a restart frame of the same cache. Needed only if the first input is a "
       "light "
       "cache, which leaves out where the points of the curves lie on the rods."}};
  addAttributesOfCurves(node);
  node.related = {"rods", "solver", "tendril_rodsolver", "sop/resample", "sop/guidedeform", "sop/trail"};
  node.picture = {"ponytail.png", "Hair drawn from simulated rods, with the points of the original groom."};
  ParameterTable<CurvesParms> table(node);
  table.group<&CurvesParms::group>("group", "Group", Owner::primitive, 0)
      .help({"Only these rods are drawn or move their curves. The other rods stay as they are.",
             "empty for all; else names, numbers and ranges.", "Group (most nodes)."});
  table
      .menu<&CurvesParms::points>("points", "Points",
                                  {{"auto", "Automatic"},
                                   {"original", "Original Points"},
                                   {"even", "Evenly Spread"},
                                   {"bent", "By Curvature"}})
      .help({"Which points the curves get. Original Points returns the points of the second input, moved. "
             "Evenly Spread gives each curve the same number of points. By Curvature puts more points where "
             "a rod bends, which is smoothest for a given number of points. Automatic uses Original Points "
             "if the second input is connected, else By Curvature.",
             "Original Points for grooms, so that hair generation finds its guides unchanged.",
             "Length or Segments (Resample). Guide Deform returns original points."});
  table.integer<&CurvesParms::segments>("segments", "Segments")
      .soft(1, 200)
      .hardLow(1)
      .hardHigh(100000)
      .hideWhen("{ points != even }")
      .help({"Number of straight segments of each curve. With too few of them corners become visible in "
             "close-ups.",
             "20 for short hair, 200 for long vines.", "Segments (Resample)."});
  table.real<&CurvesParms::angle>("angle", "Max Angle")
      .unit("deg")
      .soft(1, 45)
      .hardLow(0.01)
      .hardHigh(180)
      .hideWhen("{ points == even } { points == original } { points == auto hasinput(1) == 1 }")
      .help({"The largest angle between neighbouring segments. Smaller angles give smoother and heavier "
             "curves.",
             "10 from a distance, 3 in close-ups.", "none"});
  table.real<&CurvesParms::spacing>("spacing", "Max Spacing")
      .unit("m")
      .soft(0, 1)
      .hardLow(0)
      .hideWhen("{ points == even } { points == original } { points == auto hasinput(1) == 1 }")
      .help({"The largest distance between points, even where a rod is straight. Shading and later deformers "
             "may need such points. 0 sets no limit.",
             "0, or a tenth of the rods' length.", "Maximum Segment Length (Resample)."});
  table.toggle<&CurvesParms::orient>("outputorient", "Output orient and w")
      .help({"Adds the material frame and the angular velocity to every point, so that leaves, cards and "
             "sweeps on the curve twist with the rod. If the curves already have orient or w, these are "
             "updated in any case.",
             "on, unless memory is short.", "orient of hair (Vellum)."});
  table.toggle<&CurvesParms::keepState>("keepstate", "Keep Rod State")
      .hideWhen("{ points == original } { points == auto hasinput(1) == 1 }")
      .help({"Keeps the solver's own attributes on newly drawn curves. Point values belong to knots and mean "
             "nothing on other points, but primitive values can be useful to display.",
             "off.", "none"});
  return node;
}

}  // namespace tendril::nodes
