// tendril::constrain: constraint primitives for rods.
#include "nodes/making/make_constraints.h"
#include "solver/constraints/constraint.h"

namespace tendril::nodes {
namespace {

Outputs cookConstrain(const ConstrainParms& parms, const Cook& cook) {
  return outputsOf(makeConstraints(parms, cook));
}

std::vector<MenuItem> typeItems() {
  std::vector<MenuItem> items;
  for (const ConstraintType* type : constraintTypes()) items.push_back({type->name, type->label});
  items.push_back({"pins", "Pinned Points"});
  items.push_back({"vellum", "From Vellum"});
  return items;
}

void addTypeParameters(ParameterTable<ConstrainParms>& table) {
  table.menu<&ConstrainParms::type>("type", "Type", typeItems())
      .help({"What the constraint holds. Position and Orientation fix a point of a rod or its direction. "
             "Plane, Axis and Distance leave a point free to move in a plane, on a line or on a sphere. Fuse "
             "joins two points and their orientations. Keyhole, Oriented Keyhole and Slipknot let a rod "
             "slide through a place, through a place with a given direction, or through a point of another "
             "rod. Pearl is a mass that slides on the rod. One-Sided keeps a point on one side of a plane. "
             "Angle and Hinge set the angle between rods, or give them a common axis. Attach follows a "
             "moving point or triangle. Pinned Points converts the pin attributes of Wire and Vellum. From "
             "Vellum converts Vellum constraint geometry.",
             "Position for pins, Fuse for branches, Keyhole for eyelets.",
             "Constraint Type (Vellum Constraints)."});
  table.string<&ConstrainParms::name>("name", "Name")
      .help({"Name of the constraints in warnings, followed by a number. If empty, the type is used.",
             "lace, rung.", "constraint_name (Vellum Constraints)."});
}

void addPlaceParameters(ParameterTable<ConstrainParms>& table) {
  table.group<&ConstrainParms::group>("group", "Rods", Owner::primitive, 0)
      .hideWhen("{ type == vellum }")
      .help({"Only these rods are constrained by this node.",
             "empty for all; else groups, numbers, ranges and attributes, such as `vines 0-9 @generation<2`.",
             "Group (most nodes)."});
  table
      .menu<&ConstrainParms::place>("place", "At",
                                    {{"root", "Root"},
                                     {"tip", "Tip"},
                                     {"ends", "Both Ends"},
                                     {"lengths", "Arc Lengths"},
                                     {"even", "Evenly Spread"},
                                     {"points", "Knots of a Group"},
                                     {"nearest", "Nearest to Targets"}})
      .hideWhen("{ type == pins } { type == vellum }")
      .help({"The places on a rod that are constrained. Nearest to Targets makes one constraint for each "
             "target point, on the rod nearest to it.",
             "Arc Lengths for exact places, Nearest to Targets for eyelets and stakes.", "none"});
  table.string<&ConstrainParms::lengths>("lengths", "Arc Lengths")
      .hideWhen("{ place != lengths } { type == pins } { type == vellum }")
      .help({"Positions along each rod, separated by spaces. Negative values count from the tip.",
             "0.25 0.5 -0.1.", "none"});
  table
      .menu<&ConstrainParms::lengthUnit>("lengthunit", "Measured In",
                                         {{"fraction", "Fraction"}, {"distance", "Metres"}})
      .hideWhen("{ place != lengths } { type == pins } { type == vellum }")
      .help({"Unit of Arc Lengths: a fraction of each rod's length, or metres.",
             "Fraction, if rods differ in length.", "none"});
  table.integer<&ConstrainParms::count>("count", "Count")
      .soft(1, 50)
      .hardLow(1)
      .hardHigh(100000)
      .hideWhen("{ place != even } { type == pins } { type == vellum }")
      .help({"Number of constraints on each rod, spread evenly between From and To.", "10 pearls, 20 rungs.",
             "none"});
  table.real<&ConstrainParms::from>("from", "From")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .hideWhen("{ place != even } { type == pins } { type == vellum }")
      .help({"Position of the first constraint on each rod, as a fraction of its length from the root.", "0.",
             "none"});
  table.real<&ConstrainParms::to>("to", "To")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .hideWhen("{ place != even } { type == pins } { type == vellum }")
      .help({"Position of the last constraint on each rod, as a fraction of its length from the root.", "1.",
             "none"});
  table.group<&ConstrainParms::points>("points", "Knots", Owner::point, 0)
      .hideWhen("{ place != points } { type == pins } { type == vellum }")
      .help({"Which knots are constrained. The constraints sit exactly on these knots, so you can choose "
             "them with a painted group.",
             "a point group painted on the curves.", "Group (Vellum Constraints)."});
}

void addHoldParameters(ParameterTable<ConstrainParms>& table) {
  table
      .menu<&ConstrainParms::hold>("hold", "Hold To",
                                   {{"world", "Where They Are"}, {"targets", "Targets"}, {"rods", "Rods"}})
      .help({"What the rods are constrained to: their current place in the world, points or triangles of the "
             "second input, or other rods. If the targets move, connect the same geometry to the solver's "
             "Goal input too.",
             "Targets for everything that moves.", "Target (Vellum Constraints)."});
  table
      .menu<&ConstrainParms::match>(
          "match", "Match",
          {{"nearest", "Nearest Point"}, {"order", "In Order"}, {"surface", "Nearest Triangle"}})
      .hideWhen("{ hold != targets } { place == nearest } { type == pins } { type == vellum }")
      .help({"How target points or triangles are assigned to the places on rods.",
             "Nearest Point; In Order if both lists have the same order.",
             "Closest Point (Attach to Geometry)."});
  table
      .menu<&ConstrainParms::pairs>("pairs", "Pair",
                                    {{"nearest", "Nearest Rod"},
                                     {"order", "With Second Group, in Order"},
                                     {"neighbours", "Each with the Next"},
                                     {"same", "Each with Itself"}})
      .hideWhen("{ hold != rods } { place == nearest } { type == pins } { type == vellum }")
      .help({"Which rods are constrained to each other. Each with Itself closes loops: it joins a place on a "
             "rod to another place on the same rod, such as root to tip.",
             "Nearest Rod for branches and nets, With Second Group for rope bridges.", "none"});
  table.group<&ConstrainParms::secondGroup>("secondgroup", "Second Rods", Owner::primitive, 0)
      .hideWhen(
          "{ hold != rods } { place == nearest } { pairs == neighbours } { pairs == same } { type == pins } "
          "{ type == vellum }")
      .help(
          {"Rods that may be the second rod of a pair; the group Rods selects the first. If empty, it is all "
           "rods; with Nearest Rod, all that Rods does not select, so that branches are tied to their "
           "parents and not to each other. `*` allows every rod.",
           "empty, or a group such as `@generation<2`.", "none"});
  table.string<&ConstrainParms::secondLengths>("secondlengths", "Their Arc Lengths")
      .hideWhen(
          "{ hold != rods } { place == nearest } { pairs == nearest } { type == pins } { type == vellum }")
      .help({"Positions on the second rod, one for each position on the first, in the same unit. If empty, "
             "they are the positions on the first rod.",
             "0 to join a tip to a root.", "none"});
  table.real<&ConstrainParms::maxDistance>("maxdistance", "Max Distance")
      .unit("m")
      .soft(0, 1)
      .hardLow(0)
      .hideWhen(
          "{ hold == world place != nearest } { hold == targets match == order place != nearest } { type == "
          "pins } { type == vellum }")
      .help({"Places that are farther apart than this are not constrained. 0 sets no limit.",
             "0.02 to constrain only what touches.", "Max Distance Search (Vellum Constraints)."});
}

// Hides what only some types have. Pins are positions and orientations, Vellum's may be distances.
using HasIt = bool (*)(const ConstraintType& type);
std::string hiddenUnless(HasIt has, bool ofVellum = false) {
  std::string condition = ofVellum ? "{ type == pins }" : "{ type == pins } { type == vellum }";
  for (const ConstraintType* type : constraintTypes())
    if (!has(*type)) condition += " { type == " + std::string(type->name) + " }";
  return condition;
}

bool hasRest(const ConstraintType& type) {
  return type.rest != ConstraintRest::none;
}
bool hasLength(const ConstraintType& type) {
  return type.rest == ConstraintRest::length;
}
bool hasAngle(const ConstraintType& type) {
  return type.rest == ConstraintRest::angle;
}
bool hasNormal(const ConstraintType& type) {
  return type.hasNormal;
}
bool slides(const ConstraintType& type) {
  return type.slides & 1;
}
bool slidesOnBoth(const ConstraintType& type) {
  return type.slides & 2;
}
bool rubs(const ConstraintType& type) {
  return slides(type) || type.oneSided;
}
bool carries(const ConstraintType& type) {
  return type.carries;
}

void addRestParameters(ParameterTable<ConstrainParms>& table) {
  table.vector<&ConstrainParms::normal>("normal", "Direction")
      .unit("1")
      .hideWhen(hiddenUnless(hasNormal))
      .help({"Plane and One-Sided: the normal; the point stays on its side. Axis: the direction of the line. "
             "Angle: the direction to measure from. Hinge: the axis. It is given in the world; between two "
             "rods it turns with the second one. The attribute N of target points overrides it.",
             "0 1 0 for the ground.", "none"});
  table.menu<&ConstrainParms::rest>("rest", "Rest Length and Angle", {{"keep", "As Drawn"}, {"set", "Set"}})
      .hideWhen(hiddenUnless(hasRest, true))
      .help({"Whether Distance and Angle keep the values that they have at the start, or the values below.",
             "As Drawn.", "Rest Length Scale (Vellum Constraints)."});
  table.real<&ConstrainParms::restLength>("restlength", "Rest Length")
      .unit("m")
      .soft(0, 1)
      .hardLow(0)
      .hideWhen("{ rest == keep } " + hiddenUnless(hasLength, true))
      .help({"The distance that Distance keeps between two points. 0 brings them together.",
             "the distance as modelled.", "restlength (Vellum)."});
  table.real<&ConstrainParms::restAngle>("restangle", "Rest Angle")
      .unit("deg")
      .soft(0, 180)
      .hardLow(0)
      .hardHigh(180)
      .hideWhen("{ rest == keep } " + hiddenUnless(hasAngle))
      .help({"The angle that Angle keeps between the rod's tangent and the direction, or between the "
             "tangents of two rods.",
             "90.", "none"});
  table.toggle<&ConstrainParms::setTurn>("setturn", "Turn as Targets Do")
      .hideWhen(
          "{ hold != targets place != nearest } { match == surface place != nearest } { type == pins } { "
          "type == vellum }")
      .help({"Orientation, Oriented Keyhole and Attach use the attribute orient of the targets, with +Z "
             "along the rod. If off, rods keep the orientation that they have where the constraint starts.",
             "off.", "Pin Orientation (Vellum Pin to Target)."});
}

void addSlideParameters(ParameterTable<ConstrainParms>& table) {
  table.real<&ConstrainParms::friction>("friction", "Friction")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hideWhen(hiddenUnless(rubs))
      .help(
          {"Friction coefficient of constraints that slide: the force along the rod is at most this number "
           "times the force across it. One-Sided, exact and against the world: the force along the plane is "
           "at most this number times the force that the plane pushes with.",
           "0 for silk, 0.3 for laces, 0.5 for a floor.", "friction (Vellum)."});
  table.toggle<&ConstrainParms::slideBoth>("slideboth", "Both Rods Slide")
      .hideWhen("{ hold != rods } { place == nearest } " + hiddenUnless(slidesOnBoth))
      .help({"Slipknot and Keyhole: the second rod slides through the knot as well.", "off for a noose.",
             "none"});
  table.toggle<&ConstrainParms::slipOff>("slipoff", "Slip Off at the Ends")
      .hideWhen(hiddenUnless(slides))
      .help({"A constraint that slides to the end of its rod comes off and is marked as broken. If off, it "
             "stops there.",
             "on to thread and unthread.", "none"});
  table.toggle<&ConstrainParms::imposeSlide>("imposeslide", "Impose Slide")
      .hideWhen(hiddenUnless(slides))
      .help({"The constraint slides at Slide Rate, with whatever force that needs.",
             "on to pull laces tight.", "none"});
  table.real<&ConstrainParms::slideRate>("sliderate", "Slide Rate")
      .unit("m/s")
      .soft(-1, 1)
      .disableWhen("{ imposeslide == 0 }")
      .hideWhen(hiddenUnless(slides))
      .help({"Speed of the slide along the rod: positive towards the tip, negative towards the root.", "0.1.",
             "Sliding Rate (Vellum Attach)."});
}

void addPearlParameters(ParameterTable<ConstrainParms>& table) {
  table.real<&ConstrainParms::mass>("mass", "Pearl Mass")
      .unit("kg")
      .soft(0, 0.1)
      .hardLow(1e-9)
      .hideWhen(hiddenUnless(carries))
      .help({"Mass of each pearl. The rod carries its weight and its inertia.", "0.001 for a glass bead.",
             "mass (Vellum)."});
  table.real<&ConstrainParms::radius>("radius", "Pearl Radius")
      .unit("m")
      .soft(0, 0.05)
      .hardLow(0)
      .hideWhen(hiddenUnless(carries))
      .help({"Half the length that a pearl takes up along its rod. Neighbouring pearls stay apart by the sum "
             "of their radii. With 0 they pass through each other.",
             "0.005.", "pscale (Vellum)."});
  table.real<&ConstrainParms::restitution>("restitution", "Restitution")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .hideWhen(hiddenUnless(carries))
      .help({"Fraction of the relative speed that is left after two pearls collide: with 0 they move on "
             "together, with 1 no energy is lost.",
             "0.8 for steel.", "Bounce (RBD)."});
}

void addStrengthParameters(ParameterTable<ConstrainParms>& table) {
  table.toggle<&ConstrainParms::active>("active", "Active")
      .help({"If off, the constraint exists but does not act. Animate it to release a rod.", "on.",
             "active (Vellum)."});
  table.real<&ConstrainParms::compliance>("compliance", "Compliance")
      .unit("m/N")
      .soft(0, 0.1)
      .hardLow(0)
      .help(
          {"The inverse of stiffness. At 0 the constraint is exact. Above 0 it is a spring, which gives way "
           "by this much under one newton (for rotations: by this angle in radians under one newton metre).",
           "0; 0.01 for rubber.", "1 / stiffness (Vellum)."});
  table.real<&ConstrainParms::damping>("damping", "Damping")
      .unit("s")
      .soft(0, 1)
      .hardLow(0)
      .disableWhen("{ compliance == 0 }")
      .usedByAttributes()
      .help(
          {"Damping of the spring that Compliance makes: the time by which its force lags behind its motion.",
           "0.02.", "dampingratio (Vellum)."});
  table.real<&ConstrainParms::maxForce>("maxforce", "Break Threshold")
      .unit("N")
      .soft(0, 100)
      .hardLow(0)
      .help({"The constraint breaks for good if its force exceeds this value. 0 never breaks. For "
             "constraints of rotation alone the unit is N m.",
             "0, or the strength of a thread.", "Breaking Threshold (Vellum Constraints)."});
  table.real<&ConstrainParms::closeTime>("closetime", "Close Over")
      .unit("s")
      .soft(0, 2)
      .hardLow(0)
      .help({"A constraint may begin to act while its rod is somewhere else: at the first frame, or when "
             "Active "
             "is turned on. It then pulls the rod to its place over this time. At 0 the rod is there at once "
             "and keeps its velocities: nothing is thrown.",
             "0 at the first frame; 0.2 to 1 where the audience sees it.", "none"});
  table.real<&ConstrainParms::closeSpeed>("closespeed", "Close At")
      .unit("m/s")
      .soft(0, 5)
      .hardLow(0)
      .help(
          {"The speed at which it pulls the rod there, so that far ones take longer. Close Over is then the "
           "least time. For constraints of rotation alone the unit is rad/s. 0 sets no speed.",
           "0.5.", "none"});
}

// Numbers of single types, which describe them themselves.
void addOwnParameters(ParameterTable<ConstrainParms>& table) {
  std::size_t i = 0;
  for (const ConstraintType* type : constraintTypes())
    for (const Property& property : type->properties)
      table.number<&ConstrainParms::own>(property, i++)
          .hideWhen("{ type != " + std::string(type->name) + " }");
}

}  // namespace

NodeDefinition constrainNode() {
  NodeDefinition node =
      makeNode<ConstrainParms>("tendril::constrain::1.0", "Tendril Constrain", cookConstrain);
  node.icon = "SOP_tendril_constrain";
  node.about = "Constrains rods at arc lengths: pins, fuses, keyholes, pearls and more";
  node.help =
      "Makes constraint primitives for the second input of Tendril Solver. A primitive is one point, or a "
      "line between the two places that it connects, with attributes that describe the constraint. They are "
      "ordinary geometry: you can wrangle, animate and delete them. A constraint acts at an arc length, "
      "which can lie anywhere between knots. It holds exactly at the end of each step, at any step size.\n"
      "To combine constraints of several kinds, connect the output of another Tendril Constrain to the third "
      "input. Two things override the parameters: attributes of target points (friction, mass, maxforce, "
      "compliance, restlength ...), and primitive attributes of rods with the prefix constraint "
      "(constraintfriction ...).\n"
      "The solver writes back force (N), torque (N m), slide (the distance it has slid), residual, "
      "dissipated (J) and broken. Several constraints can act at one place: Plane and Distance together keep "
      "a point on a circle, Position and Orientation together are a clamp.";
  node.inputs = {
      {"Rods", true, true, nullptr, "Rods from Tendril Rods."},
      {"Targets", false, true, nullptr,
       "Points or triangles that rods are constrained to. If they move, connect them to the solver's Goal "
       "input, too. For the type From Vellum: Vellum's constraint geometry."},
      {"Constraints", false, true, nullptr,
       "Constraints from another Tendril Constrain. Those of this node are added to them."},
      {"Vellum's Curves", false, true, nullptr,
       "For the type From Vellum: the curves to whose points Vellum's constraint geometry refers."}};
  addConstraintAttributes(node);
  node.related = {"rods", "solver", "tendril_rodsolver", "sop/vellumconstraints",
                  "sop/vellumattachconstraints"};
  node.picture = {"necklace.png", "Ten pearls slide along a string: constraints of the type Pearl."};
  ParameterTable<ConstrainParms> table(node);
  addTypeParameters(table);
  table.tab("tabwhere", "Where");
  addPlaceParameters(table);
  addHoldParameters(table);
  table.tab("tabhow", "How");
  addRestParameters(table);
  addSlideParameters(table);
  addPearlParameters(table);
  addOwnParameters(table);
  addStrengthParameters(table);
  table.end();
  return node;
}

}  // namespace tendril::nodes
