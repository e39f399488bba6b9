// tendril::curves: rods become curves again, to render or to go on with.
#include "nodes/making/make_curves.h"

namespace tendril::nodes {
namespace {

Outputs cookCurves(const CurvesParms& parms, const Cook& cook) {
  return outputsOf(makeCurves(parms, cook));
}

}  // namespace

NodeDefinition curvesNode() {
  NodeDefinition node = makeNode<CurvesParms>("tendril::curves::1.0", "Tendril Curves", cookCurves);
  node.icon = "SOP_tendril_curves";
  node.about = "Turns rods into curves to render, or moves the original curves with their rods";
  node.help =
      "With the original curves in the second input their points come back in the same order, with every "
      "attribute "
      "and primitive untouched; only P, orient, N, up, v, w and width change. Detail finer than an element "
      "stays on "
      "the curve. Where a rod was cut its curve falls apart, too: what is behind becomes a primitive of its "
      "own. NURBS and Bezier curves come back as polygons, sampled.\n"
      "Without them the rods are drawn anew, evenly or closer where they bend, with the attributes of the "
      "rods.\n"
      "width (a diameter) and v (scene units a second) are always written, for Karma's curves and motion "
      "blur.";
  node.inputs = {{"Rods", true}, {"Original Curves", false}};
  ParameterTable<CurvesParms> rows(node);
  rows.group<&CurvesParms::group>("group", "Group", Owner::primitive, 0)
      .help({"Only these rods are drawn or move their curves; the others stay as they are.",
             "Empty for all; names, numbers, ranges.", "Most nodes: Group."});
  rows.menu<&CurvesParms::points>("points", "Points",
                                  {{"auto", "Automatic"},
                                   {"original", "Original Points"},
                                   {"even", "Evenly Spread"},
                                   {"bent", "By Curvature"}})
      .help({"Which points the curves get. Original Points gives back those of the second input, moved. By "
             "Curvature "
             "puts more where a rod bends, the smoothest picture for the number of points. Automatic takes "
             "Original "
             "Points where the second input is connected, else By Curvature.",
             "Original Points for grooms, so that hair generation finds its guides unchanged.",
             "Resample: Length or Segments. Guide Deform does what Original Points does."});
  rows.integer<&CurvesParms::segments>("segments", "Segments")
      .soft(1, 200)
      .hardLow(1)
      .hardHigh(100000)
      .hideWhen("{ points != even }")
      .help({"Number of straight pieces of each curve; too few show as corners in close-ups.",
             "20 for short hair, 200 for long vines.", "Resample: Segments."});
  rows.real<&CurvesParms::angle>("angle", "Largest Angle")
      .unit("deg")
      .soft(1, 45)
      .hardLow(0.01)
      .hardHigh(180)
      .hideWhen("{ points == even } { points == original }")
      .help({"How much neighbouring pieces may turn against each other: smaller is smoother and heavier.",
             "10 from afar, 3 in close-ups.", "none"});
  rows.real<&CurvesParms::spacing>("spacing", "Largest Spacing")
      .unit("m")
      .soft(0, 1)
      .hardLow(0)
      .hideWhen("{ points == even } { points == original }")
      .help({"How far apart points may be even where a rod is straight, so that shading and later deformers "
             "have "
             "something to hold; 0 sets no limit.",
             "0, or a tenth of the rods' length.", "Resample: Maximum Segment Length."});
  rows.toggle<&CurvesParms::orient>("outputorient", "Output orient and w")
      .help({"Adds the material frame and its spin to every point, so that leaves, cards and sweeps copied "
             "onto the "
             "curve twist with the rod. orient and w that the curves had before follow in any case.",
             "On, unless memory is short.", "Vellum: orient of hair."});
  rows.toggle<&CurvesParms::keepState>("keepstate", "Keep Rod State")
      .hideWhen("{ points == original }")
      .help({"Leaves the solver's own attributes on newly drawn curves. They stand on knots and mean nothing "
             "on other "
             "points, but primitives' can be of use to look at.",
             "Off.", "none"});
  return node;
}

}  // namespace tendril::nodes
