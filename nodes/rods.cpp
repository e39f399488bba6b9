// tendril::rods: curves become rods.
#include "nodes/making/make_rods.h"

namespace tendril::nodes {
namespace {

Outputs cookRods(const RodsParms& parms, const Cook& cook) {
  return outputsOf(makeRods(parms, cook));
}

std::vector<MenuItem> modelItems() {
  std::vector<MenuItem> items;
  for (const Model model : kAllModels) items.push_back({nameOf(model), labelOf(model)});
  return items;
}

void addShapeRows(ParameterTable<RodsParms>& rows) {
  rows.group<&RodsParms::group>("group", "Group", Owner::primitive, 0)
      .help({"Only these curves become rods; the others pass through as they are and stay still.",
             "Empty for all curves; names, numbers, ranges as in `guides`, `0-9`, `!broken`.",
             "Vellum Configure: Group."});
  rows.menu<&RodsParms::model>("model", "Model", modelItems())
      .fixed()
      .help(
          {"What an element of a rod is. Clothoid: curvature flows on from element to element, the smoothest "
           "picture with the fewest elements. Helix: each element one piece of a helix, cheaper. Chain: "
           "rigid "
           "links with joints, for plants with many short branches and for real chains.",
           "Clothoid for hair, vines and ribbons; chain where a thing has links.",
           "Vellum: Hair or String, both of straight links."});
  rows.menu<&RodsParms::fitBy>("fitby", "Fit By",
                               {{"elements", "Number of Elements"}, {"tolerance", "Tolerance"}})
      .fixed()
      .help(
          {"Whether every rod gets the same number of elements, or as many as its shape needs. Equal numbers "
           "simulate fastest.",
           "Number of Elements for hair, Tolerance for plants of mixed sizes.", "none"});
  rows.integer<&RodsParms::elements>("elements", "Elements")
      .soft(1, 32)
      .hardLow(1)
      .hardHigh(4096)
      .fixed()
      .hideWhen("{ fitby != elements }")
      .help(
          {"Into how many elements a rod is cut. More of them follow fine wiggles and let the rod buckle in "
           "smaller waves; they do not make it stiffer or softer. Detail finer than an element stays on the "
           "curve but does not move by itself.",
           "2 to 6 for hair, 8 to 30 for vines and ropes.", "Vellum: the number of points of the curve."});
  rows.real<&RodsParms::tolerance>("tolerance", "Tolerance")
      .unit("1")
      .soft(0.0005, 0.05)
      .hardLow(1e-6)
      .hardHigh(1)
      .fixed()
      .hideWhen("{ fitby != tolerance }")
      .help({"How far a rod may be from its curve, as a part of the curve's length: elements are halved "
             "until it "
             "holds.",
             "0.005 is half a percent: invisible from a step away.", "none"});
  rows.integer<&RodsParms::maxElements>("maxelements", "Most Elements")
      .soft(1, 256)
      .hardLow(1)
      .hardHigh(4096)
      .fixed()
      .hideWhen("{ fitby != tolerance }")
      .help({"Where halving ends, even if Tolerance is not met; a warning counts the rods concerned.",
             "64; more for very long creepers.", "none"});
  rows.real<&RodsParms::grading>("grading", "Grading")
      .unit("1")
      .soft(0.1, 10)
      .hardLow(0.01)
      .hardHigh(100)
      .fixed()
      .help(
          {"Length of the last element over that of the first. Below 1 elements crowd at the tip, where soft "
           "rods curl; above 1 at the root, where they bend most.",
           "1 for equal elements, 0.3 for whips and tapered plants.", "none"});
}

void addFrameRows(ParameterTable<RodsParms>& rows) {
  rows.menu<&RodsParms::rootFrame>("rootframe", "Root Frame",
                                   {{"auto", "Automatic"},
                                    {"orient", "orient"},
                                    {"normal", "N"},
                                    {"up", "up"},
                                    {"upvector", "Up Vector"}})
      .fixed()
      .help(
          {"How the cross section stands at the root. It decides which way a flat rod faces, and an animated "
           "root turns the whole rod with it. Automatic takes the first of the point attributes orient, N, "
           "up "
           "that the curve's first point has, else Up Vector.",
           "Automatic; give grooms up or orient from the skin, or their roots cannot feel it turn.",
           "Vellum: Compute Missing Orientation, Orient Attribute."});
  rows.vector<&RodsParms::upVector>("upvector", "Up Vector")
      .unit("1")
      .help(
          {"Where no attribute decides, the section's n2 axis points as near to this direction as the curve "
           "allows. On animated curves the frame of the rest curve is carried along instead, without flips.",
           "0 1 0, unless many curves run straight up.", "Sweep: Target Up Vector."});
}

void addRestRows(ParameterTable<RodsParms>& rows) {
  rows.menu<&RodsParms::restShape>("restshape", "Rest Shape",
                                   {{"auto", "Automatic"},
                                    {"curve", "Curve As Drawn"},
                                    {"input", "Second Input"},
                                    {"restp", "restP Attribute"},
                                    {"rest", "rest Attribute"},
                                    {"straight", "Straight"}})
      .fixed()
      .help(
          {"The shape that a rod springs back to, which need not be the one it starts in. Automatic takes "
           "the "
           "first that is there: second input, point attribute restP, point attribute rest, the curve "
           "itself.",
           "Give animated curves their rest in the second input: number and length of elements then stay the "
           "same on every frame.",
           "Vellum Rest Blend; Wire: restP."});
  rows.real<&RodsParms::curl>("curl", "Curl")
      .unit("1")
      .soft(0, 2)
      .hardLow(-1000)
      .hardHigh(1000)
      .help({"Multiplies the natural curvature: below 1 curls relax, 0 makes rods that want to be straight, "
             "above "
             "1 they wind up tighter than drawn.",
             "1; animate it slowly to make tendrils coil.", "Vellum: Rest Angle Scale, in part."});
}

}  // namespace

NodeDefinition rodsNode() {
  NodeDefinition node = makeNode<RodsParms>("tendril::rods::1.0", "Tendril Rods", cookRods);
  node.icon = "SOP_tendril_rods";
  node.about = "Turns curves into rods: a few smooth elements each, with a material and a rest shape";
  node.help =
      "Each polygon curve becomes one polyline with one point for each knot, and attributes that hold all a "
      "solver "
      "needs to know. Primitives keep their numbers, attributes and groups; point attributes are read off at "
      "the "
      "knots.\n"
      "Curves that share points become branches: a curve whose first point lies on another curve hangs "
      "there.\n"
      "A curve with one point or no length is kept, held still, and put in the group tendril_bad.\n"
      "To get your own points back, moved, connect the same curves to the second input of Tendril Curves.";
  node.inputs = {{"Curves", true}, {"Rest Curves", false}};
  ParameterTable<RodsParms> rows(node);
  rows.tab("tabshape", "Shape");
  addShapeRows(rows);
  rows.tab("tabframe", "Root Frame");
  addFrameRows(rows);
  rows.menu<&RodsParms::roots>("roots", "Roots",
                               {{"attributes", "As Attributes Say"}, {"held", "Held"}, {"free", "Free"}})
      .fixed()
      .help({"Writes gluetoanimation: 1 on roots that the solver holds and moves, 0 where constraints or "
             "nothing "
             "hold them. Where no attribute says anything all roots are held.",
             "Free for what hangs on constraints alone: arrows, pendants, branches that are fused on.",
             "Wire Solver: gluetoanimation."});
  rows.tab("tabrest", "Rest Shape");
  addRestRows(rows);
  rows.tab("tabmaterial", "Material");
  addMaterialRows(node, [](void* p) -> void* { return &static_cast<RodsParms*>(p)->material; });
  rows.tab("tabtrouble", "Trouble");
  rows.menu<&RodsParms::onBad>("onbad", "Bad Curves", {{"hold", "Hold Still"}, {"error", "Error"}})
      .fixed()
      .help({"What happens to a curve that cannot be a rod: it is kept and held still, with one warning for "
             "all of "
             "them, or the node stops with an error.",
             "Hold Still while you work, Error on a farm.", "none"});
  rows.end();
  return node;
}

}  // namespace tendril::nodes
