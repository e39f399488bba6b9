// tendril::rods: curves become rods.
#include "nodes/attributes/state_names.h"
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

void addShapeParameters(ParameterTable<RodsParms>& table) {
  table.group<&RodsParms::group>("group", "Group", Owner::primitive, 0)
      .help({"Only these curves become rods. The other curves pass through unchanged and do not move.",
             "empty for all curves; else names, numbers and ranges such as `guides`, `0-9`, `!broken`.",
             "Group (Vellum Configure)."});
  table.menu<&RodsParms::model>("model", "Model", modelItems())
      .fixed()
      .help({"What an element of a rod is. Clothoid: curvature is continuous from element to element, which "
             "gives the smoothest shape with the fewest elements. Helix: each element is one piece of a "
             "helix and costs less. Chain: rigid straight links with joints, for plants with many short "
             "branches and for real chains.",
             "Clothoid for hair, vines and ribbons; Chain for things made of links.",
             "Hair or String (Vellum), both made of straight segments."});
  table
      .menu<&RodsParms::fitBy>("fitby", "Fit By",
                               {{"elements", "Number of Elements"}, {"tolerance", "Tolerance"}})
      .fixed()
      .help({"Whether all rods get the same number of elements, or each rod gets as many as its shape needs. "
             "Rods with equal numbers simulate fastest.",
             "Number of Elements for hair, Tolerance for plants of mixed sizes.", "none"});
  table.integer<&RodsParms::elements>("elements", "Elements")
      .soft(1, 32)
      .hardLow(1)
      .hardHigh(4096)
      .fixed()
      .hideWhen("{ fitby != elements }")
      .help({"How many elements each rod has. More elements follow finer waves and allow the rod to buckle "
             "in shorter waves. They do not change its stiffness. Detail finer than an element stays on the "
             "curve but does not move by itself.",
             "2 to 6 for hair, 8 to 30 for vines and ropes.", "the number of points of the curve (Vellum)."});
  table.real<&RodsParms::tolerance>("tolerance", "Tolerance")
      .unit("1")
      .soft(0.0005, 0.05)
      .hardLow(1e-6)
      .hardHigh(1)
      .fixed()
      .hideWhen("{ fitby != tolerance }")
      .help({"The largest distance between a rod and its curve, as a fraction of the curve's length. "
             "Elements are halved until the rod is this close.",
             "0.005, half a percent of the length, which is hard to see.", "none"});
  table.integer<&RodsParms::maxElements>("maxelements", "Max Elements")
      .soft(1, 256)
      .hardLow(1)
      .hardHigh(4096)
      .fixed()
      .hideWhen("{ fitby != tolerance }")
      .help({"Elements are not halved beyond this number, even if Tolerance is not reached. A warning then "
             "counts these rods.",
             "64; more for very long creepers.", "none"});
  table.real<&RodsParms::grading>("grading", "Grading")
      .unit("1")
      .soft(0.1, 10)
      .hardLow(0.01)
      .hardHigh(100)
      .fixed()
      .help({"Length of the last element divided by the length of the first. Values below 1 put shorter "
             "elements at the tip, where soft rods curl. Values above 1 put them at the root, where rods "
             "bend most.",
             "1 for equal elements, 0.3 for whips and tapered plants.", "none"});
  table.real<&RodsParms::maxElementLength>("maxelementlength", "Max Element Length")
      .unit("m")
      .soft(0, 0.1)
      .hardLow(0)
      .fixed()
      .help(
          {"Longer elements are divided; the shape stays as it was fitted. A taut rod bends sharply where "
           "something pulls at it, and shows that only with short elements. Tendril Solver notes where a rod "
           "needs them and how short. Where the point attribute elementlength (scene units) is above 0, it "
           "sets a shorter length between these points. Chains get links of one length. 0 sets no limit.",
           "0, or the length that the solver's note names; elementlength where only a part of long rods "
           "needs it.",
           "Segment Length (Vellum, by Resample)."});
}

void addFrameParameters(ParameterTable<RodsParms>& table) {
  table
      .menu<&RodsParms::rootFrame>("rootframe", "Root Frame",
                                   {{"auto", "Automatic"},
                                    {"orient", "orient"},
                                    {"normal", "N"},
                                    {"up", "up"},
                                    {"upvector", "Up Vector"}})
      .fixed()
      .help({"Orientation of the cross section at the root. It decides which way a flat rod faces. An "
             "animated root frame turns the whole rod. Automatic uses the first of the point attributes "
             "orient, N and up that the curve's first point has, and Up Vector if it has none.",
             "Automatic. Transfer up or orient from the skin to a groom; without them its roots do not turn "
             "with the skin.",
             "Compute Missing Orientation and Orient Attribute (Vellum)."});
  table.vector<&RodsParms::upVector>("upvector", "Up Vector")
      .unit("1")
      .disableWhen("{ rootframe == orient } { rootframe == normal } { rootframe == up }")
      .help({"Where no attribute sets the frame, the axis n2 of the cross section points as close to this "
             "direction as the curve allows. On animated curves the frame of the rest curve is transported "
             "instead, so it does not flip.",
             "0 1 0, unless many curves run straight up.", "Target Up Vector (Sweep)."});
}

void addAttachParameter(ParameterTable<RodsParms>& table) {
  table.real<&RodsParms::attachWithin>("attachwithin", "Attach Within")
      .unit("m")
      .soft(-1, 0.1)
      .hardLow(-1)
      .hardHigh(1e6)
      .help(
          {"Attaches a root to the rod that it lies near, if no point is shared. Imported plants need it: "
           "their branches begin on or beside a stem, not at one of its points. The primitive or point "
           "attributes parent (an id), generation or lod (greater numbers are finer) say which rod can be "
           "the parent. Without them it is a rod that passes by the root, the longer one if there are "
           "several; rods that start at the same place are not attached to each other. The second input "
           "decides if it is connected. A negative value chooses the distance: two radii of the parent; "
           "with one of these attributes also half a percent of the size of all curves, at most a tenth of "
           "the rod's length. Without these attributes it attaches nothing unless half of the roots lie so. "
           "0 attaches nothing. Roots that a pin attribute holds, and rods with Roots set to Free, "
           "are only attached by shared points.",
           "-1; 0 if constraints hold the branches.", "branchweld (Vellum), Fuse before it."});
}

void addRestParameters(ParameterTable<RodsParms>& table) {
  table
      .menu<&RodsParms::restShape>("restshape", "Rest Shape",
                                   {{"auto", "Automatic"},
                                    {"curve", "Curve As Drawn"},
                                    {"input", "Second Input"},
                                    {"restp", "restP Attribute"},
                                    {"rest", "rest Attribute"},
                                    {"straight", "Straight"}})
      .fixed()
      .help({"The shape to which a rod springs back. It can differ from the shape in which it starts. "
             "Automatic uses the first of these that exists: second input, point attribute restP, point "
             "attribute rest, the curve itself.",
             "Automatic. For animated curves, connect the rest curves to the second input, so that the "
             "number and length of elements stay the same on all frames.",
             "Rest Blend (Vellum), restP (Wire)."});
  table.real<&RodsParms::curl>("curl", "Curl")
      .unit("1")
      .soft(0, 2)
      .hardLow(-1000)
      .hardHigh(1000)
      .disableWhen("{ restshape == straight }")
      .help({"Multiplies the natural curvature. Below 1 curls relax, 0 makes rods that want to be straight, "
             "and above 1 rods curl more tightly than drawn.",
             "1; animate it slowly to coil tendrils.", "Rest Angle Scale (Vellum), in part."});
}

void addStayParameters(ParameterTable<StayParms>& table) {
  table
      .menu<&StayParms::underGravity>("undergravity", "Under Gravity",
                                      {{"sag", "Sag"}, {"stay", "Stay in Shape"}})
      .fixed()
      .help({"Whether rods sag from the shape that Rest Shape names, or stay in it. With Stay in Shape the "
             "node finds the rest shape that gravity bends into that shape, so a groom stands on the first "
             "frame and returns after wind. Rods that would fall over are changed as If Unstable says. "
             "Plants stay, too. Pins are read from the curves. Goals, Curl Rotation Lock and constraints do "
             "not disturb rods that they hold in this shape; Target Stiffness towards plain curves pulls by "
             "what the rods miss of them. Stiffness and density scales of the solver make rods sag or rise. "
             "Rods whose roots are not held stay unchanged.",
             "Sag for ropes and dead weight, Stay in Shape for grooms and plants drawn as they stand.",
             "none"});
  table.vector<&StayParms::gravity>("gravity", "Gravity")
      .unit("m/s2")
      .soft(-20, 20)
      .hardLow(-1e4)
      .hardHigh(1e4)
      .hideWhen("{ undergravity != stay }")
      .help({"The gravity under which rods stay. The solver warns at its start if its own Gravity differs.",
             "0 -9.81 0, the default of Tendril Solver.", "Gravity (Vellum Solver)."});
}

void addStabilityParameters(ParameterTable<SagSettings>& table) {
  table
      .menu<&SagSettings::stabilise>("unstable", "If Unstable",
                                     {{"no", "Leave"},
                                      {"stiffen", "Stiffen"},
                                      {"relieve", "Relieve of Weight"},
                                      {"limit", "Limit Added Curvature"}})
      .fixed()
      .hideWhen("{ undergravity != stay }")
      .help({"Thin long rods balance in their shape like a pencil on its tip. Stiffen multiplies their "
             "stiffness by the least factor that makes the balance stable (primitive attribute "
             "stiffnessfactor). Relieve of Weight reduces their weight but not their inertia (attribute "
             "weightfactor). Limit Added Curvature lets them hang in a stable shape close by. Leave changes "
             "nothing, and a warning counts them.",
             "Stiffen for grooms, Relieve of Weight for hair that must stay soft.", "none"});
  table.real<&SagSettings::margin>("margin", "Stability Margin")
      .unit("1")
      .soft(0, 0.9)
      .hardLow(0)
      .hardHigh(0.99)
      .hideWhen("{ undergravity != stay }")
      .help({"Rods are stable even if they lose this fraction of their stiffness. Greater values return more "
             "surely after wind and swing less freely. With 0.1 a third of long curls hangs elsewhere after "
             "a wind.",
             "0.6.", "none"});
  table.real<&SagSettings::ratio>("ratio", "Neighbour Ratio")
      .unit("1")
      .soft(1, 4)
      .hardLow(1)
      .hardHigh(1e9)
      .hideWhen("{ undergravity != stay } { unstable == no } { unstable == limit }")
      .help({"Factors of rods with neighbouring roots differ by no more than this ratio, so that neighbours "
             "move alike. The softer one is made stiffer, or the heavier one lighter.",
             "1.5; 1000 for no smoothing.", "none"});
  table.real<&SagSettings::most>("mostadded", "Max Added Curvature")
      .unit("rad/m")
      .soft(0, 200)
      .hardLow(0)
      .hardHigh(1e9)
      .hideWhen("{ undergravity != stay } { unstable != limit }")
      .help(
          {"The most curvature that the rest shape of an unstable rod may have beyond its drawn shape. Less "
           "lets it hang lower.",
           "50 for hair.", "none"});
}

void addRodAttributes(NodeDefinition& node) {
  constexpr const char* kAlong = "point, vertex, primitive or detail";
  node.attributesRead = {
      {"id", "primitive", "Identity of a curve on all frames. Without it, its number counts."},
      {"pscale width", kAlong,
       "Radius (pscale) or diameter (width) in scene units. They override Radius and Taper."},
      {"density young poisson damping drag aspect", kAlong, "Override the parameters of the same names."},
      {"mass", "point", "Mass of each point in kg. It overrides Density and density."},
      {"orient N up", "point", "The root frame, if Root Frame is Automatic or names one."},
      {"restP rest", "point", "The rest shape, if Rest Shape is Automatic or names one."},
      {"elementlength", "point", "Greatest length of elements there, in scene units."},
      {"parent generation lod", "primitive or point", "Which rod Attach Within may choose."},
      {"pintoanimation gluetoanimation stopped", "point",
       "Roots that are pinned are not attached to rods near by; Stay in Shape reads what is held."}};
  node.attributesWritten = {
      {"rodmodel id", "primitive", "The model, and an id if the curves have none."},
      {listOf(kStateNames), "point or primitive", "Length, shape, motion and natural shape of each rod."},
      {"P orient v w", "point", "Position, material frame, velocity and angular velocity of each knot."},
      {"pscale density young poisson damping drag aspect rodmaterial",
       "point or primitive; rodmaterial: detail",
       "The material. rodmaterial lists what the parameters filled in."},
      {"rodparent rodparentlength", "primitive", "The rod to which the root is attached, and where on it."},
      {"pointarc pointoffset pointframe", "primitive",
       "Where the points of the curve lie on the rod; Tendril Curves needs them."},
      {"gluetoanimation", "point", "1 on held roots, 0 elsewhere, if Roots is Held or Free."},
      {"stiffnessfactor weightfactor staygravity", "primitive; staygravity: detail",
       "With Stay in Shape: what was changed, and the gravity."},
      {"tendril_bad", "primitive group", "Curves that could not become rods."}};
}

}  // namespace

NodeDefinition rodsNode() {
  NodeDefinition node = makeNode<RodsParms>("tendril::rods::1.0", "Tendril Rods", cookRods);
  node.icon = "SOP_tendril_rods";
  node.about = "Turns curves into rods: a few smooth elements each, with a material and a rest shape";
  node.help =
      "Each polygon curve becomes one polyline with a point for each knot (the end of an element). "
      "Attributes hold everything that the solver needs. Primitives keep their numbers, attributes and "
      "groups. Point attributes are interpolated to the knots.\n"
      "Curves that share points become branches: a curve whose first point lies on another curve is attached "
      "there. Attach Within does the same for curves that only lie near each other.\n"
      "The point attribute mass (kg) overrides Density and the attribute density: each point's mass is "
      "spread "
      "over half the way to its neighbours, so the rod weighs what its points weigh. Points of mass 0 "
      "(Vellum's pins) are as heavy as the nearest points that have a mass.\n"
      "A curve with one point or without length is kept, does not move, and is put in the group "
      "tendril_bad.\n"
      "To get your original points back, moved, connect the same curves to the second input of Tendril "
      "Curves.";
  node.inputs = {
      {"Curves", true, true, nullptr, "The curves to turn into rods. They may be animated."},
      {"Rest Curves", false, true, nullptr, "The same curves in their rest shape, matched by id or number."}};
  addRodAttributes(node);
  node.related = {"solver",        "curves", "constrain", "tendril_rodsolver", "sop/vellumconstraints",
                  "dop/wireobject"};
  node.picture = {"willow.png", "A willow: each curve is a rod, attached to the curve on which it begins."};
  ParameterTable<RodsParms> table(node);
  table.tab("tabshape", "Shape");
  addShapeParameters(table);
  table.tab("tabframe", "Root Frame");
  addFrameParameters(table);
  table
      .menu<&RodsParms::roots>("roots", "Roots",
                               {{"attributes", "As Attributes Say"}, {"held", "Held"}, {"free", "Free"}})
      .fixed()
      .help({"Writes the attribute gluetoanimation: 1 on roots that the solver holds and moves, 0 on roots "
             "that are free. With As Attributes Say, all roots are held unless a pin attribute exists.",
             "As Attributes Say; Free for rods that only constraints hold, such as arrows, pendants and "
             "fused branches.",
             "gluetoanimation (Wire Solver)."});
  addAttachParameter(table);
  table.tab("tabrest", "Rest Shape");
  addRestParameters(table);
  ParameterTable<StayParms> stay(node, [](void* p) -> void* { return &static_cast<RodsParms*>(p)->stay; });
  addStayParameters(stay);
  ParameterTable<SagSettings> sag(node,
                                  [](void* p) -> void* { return &static_cast<RodsParms*>(p)->stay.sag; });
  addStabilityParameters(sag);
  table.tab("tabmaterial", "Material");
  addMaterialParameters(node, [](void* p) -> void* { return &static_cast<RodsParms*>(p)->material; });
  table.tab("tabtrouble", "Invalid Curves");
  table.menu<&RodsParms::onBad>("onbad", "On Invalid Curves", {{"hold", "Hold Still"}, {"error", "Error"}})
      .fixed()
      .help({"What happens to a curve that cannot become a rod, such as a curve with one point. Hold Still "
             "keeps it in place and gives one warning for all such curves. Error stops the node.",
             "Hold Still while you work, Error on a farm.", "none"});
  table.end();
  return node;
}

}  // namespace tendril::nodes
