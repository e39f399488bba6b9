// tendril::constrain: constraint primitives for rods.
#include "nodes/making/make_constraints.h"
#include "solver/constraints/constraint.h"

namespace tendril::nodes {
namespace {

Outputs cookConstrain(const ConstrainParms& parms, const Cook& cook) {
  return outputsOf(makeConstraints(parms, cook));
}

std::vector<MenuItem> typeItems() {
  const std::pair<const char*, const char*> labels[] = {
      {"position", "Position"},    {"orientation", "Orientation"},
      {"plane", "Plane"},          {"axis", "Axis"},
      {"distance", "Distance"},    {"fuse", "Fuse"},
      {"keyhole", "Keyhole"},      {"orientedkeyhole", "Oriented Keyhole"},
      {"slipknot", "Slipknot"},    {"pearl", "Pearl"},
      {"unilateral", "Push Only"}, {"angle", "Angle"},
      {"hinge", "Hinge"},          {"attach", "Attach"}};
  std::vector<MenuItem> items;
  for (const ConstraintType* type : constraintTypes()) {
    const char* label = type->name;
    for (const auto& [name, text] : labels)
      if (std::string(name) == type->name) label = text;
    items.push_back({type->name, label});
  }
  items.push_back({"pins", "Pinned Points"});
  items.push_back({"vellum", "From Vellum"});
  return items;
}

void addTypeRows(ParameterTable<ConstrainParms>& rows) {
  rows.menu<&ConstrainParms::type>("type", "Type", typeItems())
      .help(
          {"What holds. Position, Orientation: the point stays, the rod keeps its direction. Plane, Axis, "
           "Distance: it moves there freely. Fuse: two points become one, with their turn. Keyhole, Oriented "
           "Keyhole, Slipknot: the rod slides through a place, a direction, another rod. Pearl: a mass "
           "slides "
           "on the rod. Push Only: a point stays on one side of a plane. Angle, Hinge: how rods stand to "
           "each "
           "other. Attach: to a moving point or triangle. Pinned Points: what Wire and Vellum attributes "
           "pin. "
           "From Vellum: its constraint geometry.",
           "Position for pins, Fuse for branchings, Keyhole for eyelets.",
           "Vellum Constraints: Constraint Type."});
  rows.string<&ConstrainParms::name>("name", "Name")
      .help({"What warnings call the constraints; a number follows. Empty takes the type.", "lace, rung",
             "Vellum Constraints: constraint_name."});
}

void addPlaceRows(ParameterTable<ConstrainParms>& rows) {
  rows.group<&ConstrainParms::group>("group", "Rods", Owner::primitive, 0)
      .help({"Only these rods are held.", "Empty for all; names, numbers, ranges.", "Most nodes: Group."});
  rows.menu<&ConstrainParms::place>("place", "At",
                                    {{"root", "Root"},
                                     {"tip", "Tip"},
                                     {"ends", "Both Ends"},
                                     {"lengths", "Arc Lengths"},
                                     {"even", "Evenly Spread"},
                                     {"points", "Knots of a Group"},
                                     {"nearest", "Nearest to Targets"}})
      .help({"Where on a rod. Nearest to Targets makes one constraint for each target point, on the rod that "
             "is nearest to it.",
             "Arc Lengths where it matters, Nearest to Targets for eyelets and stakes.", "none"});
  rows.string<&ConstrainParms::lengths>("lengths", "Arc Lengths")
      .hideWhen("{ place != lengths }")
      .help({"Places along each rod, with blanks between them; below 0 from the tip.", "0.25 0.5 -0.1",
             "none"});
  rows.menu<&ConstrainParms::lengthUnit>("lengthunit", "Measured In",
                                         {{"fraction", "Parts of the Length"}, {"distance", "Metres"}})
      .hideWhen("{ place != lengths }")
      .help({"What those numbers are.", "Parts of the Length for rods of many lengths.", "none"});
  rows.integer<&ConstrainParms::count>("count", "Count")
      .soft(1, 50)
      .hardLow(1)
      .hardHigh(100000)
      .hideWhen("{ place != even }")
      .help({"How many on each rod.", "10 pearls, 20 rungs.", "none"});
  rows.real<&ConstrainParms::from>("from", "From")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .hideWhen("{ place != even }")
      .help({"Where the first is, in parts of the length.", "0", "none"});
  rows.real<&ConstrainParms::to>("to", "To")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .hideWhen("{ place != even }")
      .help(
          {"Where the last is, in parts of the length, measured from the root like the first.", "1", "none"});
  rows.group<&ConstrainParms::points>("points", "Knots", Owner::point, 0)
      .hideWhen("{ place != points }")
      .help(
          {"Which knots are held; constraints sit exactly on them, so that a painted selection tells where.",
           "A point group painted on the curves.", "Vellum Constraints: Group."});
}

void addHoldRows(ParameterTable<ConstrainParms>& rows) {
  rows.menu<&ConstrainParms::hold>("hold", "Hold To",
                                   {{"world", "Where They Are"}, {"targets", "Targets"}, {"rods", "Rods"}})
      .help({"What holds them: their place in the world, points or triangles of the second input (which may "
             "move: connect that geometry to Goal of the solver, too), or other rods.",
             "Targets for what moves.", "Vellum Constraints: Target."});
  rows.menu<&ConstrainParms::match>(
          "match", "Match",
          {{"nearest", "Nearest Point"}, {"order", "In Order"}, {"surface", "Nearest Triangle"}})
      .hideWhen("{ hold != targets } { place == nearest }")
      .help({"Which target holds which place.", "Nearest Point; In Order where both lists belong together.",
             "Attach to Geometry: Closest Point."});
  rows.menu<&ConstrainParms::pairs>("pairs", "Pair",
                                    {{"nearest", "Nearest Rod"},
                                     {"order", "With Second Group, in Order"},
                                     {"neighbours", "Each with the Next"},
                                     {"same", "Each with Itself"}})
      .hideWhen("{ hold != rods }")
      .help({"Which rods are held together. Each with Itself closes loops: root at one place, tip at the "
             "other.",
             "Nearest Rod for branchings and nets, In Order for rope bridges.", "none"});
  rows.group<&ConstrainParms::secondGroup>("secondgroup", "Second Rods", Owner::primitive, 0)
      .hideWhen("{ hold != rods } { pairs == neighbours } { pairs == same }")
      .help({"Only these may be the other side of a pair; the first group chooses what is held by them.",
             "Empty for all.", "none"});
  rows.string<&ConstrainParms::secondLengths>("secondlengths", "Their Arc Lengths")
      .hideWhen("{ hold != rods } { pairs == nearest }")
      .help({"Places on the second rod, one for each on the first, measured in the same way. Empty: as far "
             "along as on the first.",
             "0 to hold a tip to a root.", "none"});
  rows.real<&ConstrainParms::maxDistance>("maxdistance", "Farthest")
      .unit("m")
      .soft(0, 1)
      .hardLow(0)
      .hideWhen("{ hold == world } { place != nearest }")
      .help({"What is farther apart is not held; 0 sets no limit.", "0.02 to hold only what touches.",
             "Vellum Constraints: Max Distance Search."});
}

void addRestRows(ParameterTable<ConstrainParms>& rows) {
  rows.vector<&ConstrainParms::normal>("normal", "Direction")
      .unit("1")
      .help({"Plane, Push Only: the normal, on whose side the point is. Axis: along the line. Angle: the "
             "direction against the world. Hinge: its axis. In the world; between two rods it goes with the "
             "second. N of target points stands above it.",
             "0 1 0 for the ground.", "none"});
  rows.menu<&ConstrainParms::rest>("rest", "Rest Length and Angle", {{"keep", "As Drawn"}, {"set", "Set"}})
      .help({"Whether Distance and Angle keep what they find where they begin.", "As Drawn.",
             "Vellum Constraints: Rest Length Scale."});
  rows.real<&ConstrainParms::restLength>("restlength", "Rest Length")
      .unit("m")
      .soft(0, 1)
      .hardLow(0)
      .hideWhen("{ rest == keep }")
      .help({"How far Distance keeps points apart; 0 makes them one.", "As built.", "Vellum: restlength."});
  rows.real<&ConstrainParms::restAngle>("restangle", "Rest Angle")
      .unit("deg")
      .soft(0, 180)
      .hardLow(0)
      .hardHigh(180)
      .hideWhen("{ rest == keep }")
      .help(
          {"How far the tangent leans from the direction, or from the other rod, in degrees.", "90", "none"});
  rows.toggle<&ConstrainParms::setTurn>("setturn", "Turn as Targets Do")
      .help(
          {"Orientation, Oriented Keyhole, Attach take the targets' orient, +Z along the rod. Off: rods keep "
           "the turn that they have where the constraint begins.",
           "Off.", "Vellum Pin to Target: Pin Orientation."});
}

void addSlideRows(ParameterTable<ConstrainParms>& rows) {
  rows.real<&ConstrainParms::friction>("friction", "Friction")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .help({"Of what slides: along the rod at most so much of the force across it.",
             "0 for silk, 0.3 for laces.", "Vellum: friction."});
  rows.toggle<&ConstrainParms::slideBoth>("slideboth", "Both Rods Slide")
      .help({"Slipknot, Keyhole: the second rod runs through the knot, too.", "Off for a noose.", "none"});
  rows.toggle<&ConstrainParms::slipOff>("slipoff", "Slip Off at the Ends")
      .help({"What has slid to an end of its rod comes off and is marked broken; else it stops there.",
             "On to thread and unthread.", "none"});
  rows.toggle<&ConstrainParms::imposeSlide>("imposeslide", "Impose Slide")
      .help({"It slides at a given rate, whatever force that takes.", "On to pull laces tight.", "none"});
  rows.real<&ConstrainParms::slideRate>("sliderate", "Slide Rate")
      .unit("m/s")
      .soft(-1, 1)
      .disableWhen("{ imposeslide == 0 }")
      .help({"Towards the tip; below 0 towards the root.", "0.1", "Vellum Attach: Sliding Rate."});
}

void addPearlRows(ParameterTable<ConstrainParms>& rows) {
  rows.real<&ConstrainParms::mass>("mass", "Pearl Mass")
      .unit("kg")
      .soft(0, 0.1)
      .hardLow(1e-9)
      .help({"Of each pearl; the rod feels its weight and inertia.", "0.001 for a glass bead.",
             "Vellum: mass."});
  rows.real<&ConstrainParms::radius>("radius", "Pearl Radius")
      .unit("m")
      .soft(0, 0.05)
      .hardLow(0)
      .help({"Along the rod: neighbours keep the sum of theirs. 0: they pass through each other.", "0.005",
             "Vellum: pscale."});
  rows.real<&ConstrainParms::restitution>("restitution", "Restitution")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help({"How much of the speed is left when pearls meet: 0 they go on together, 1 they lose nothing.",
             "0.8 for steel.", "RBD: Bounce."});
}

void addStrengthRows(ParameterTable<ConstrainParms>& rows) {
  rows.toggle<&ConstrainParms::active>("active", "Active")
      .help({"Off: it is there but does not hold. Key it to let go.", "On.", "Vellum: active."});
  rows.real<&ConstrainParms::compliance>("compliance", "Compliance")
      .unit("m/N")
      .soft(0, 0.1)
      .hardLow(0)
      .help({"At 0 it holds exactly. Above it is a spring: how far it gives way under one newton (turns: "
             "radians "
             "under one newton metre).",
             "0; 0.01 for rubber.", "Vellum: 1 / stiffness."});
  rows.real<&ConstrainParms::damping>("damping", "Damping")
      .unit("s")
      .soft(0, 1)
      .hardLow(0)
      .disableWhen("{ compliance == 0 }")
      .help({"Of that spring: its force lags by so much.", "0.02", "Vellum: dampingratio."});
  rows.real<&ConstrainParms::maxForce>("maxforce", "Breaks Above")
      .unit("N")
      .soft(0, 100)
      .hardLow(0)
      .help({"A greater force breaks it for good; 0 never (turns alone: N m).", "0, or what a thread bears.",
             "Vellum Constraints: Breaking Threshold."});
}

}  // namespace

NodeDefinition constrainNode() {
  NodeDefinition node =
      makeNode<ConstrainParms>("tendril::constrain::1.0", "Tendril Constrain", cookConstrain);
  node.icon = "SOP_tendril_constrain";
  node.about = "Constrains rods at arc lengths: pins, fuses, keyholes, pearls and more";
  node.help =
      "Makes constraint primitives for the second input of Tendril Solver: a point, or a line between what "
      "is "
      "held, with attributes that say how. They are ordinary geometry: wrangle them, key them, delete them. "
      "Where a constraint holds on a rod is an arc length, anywhere between knots; what it says is exact at "
      "the end of each step, at any step size.\n"
      "Connect another Constrain into the third input to collect constraints of several kinds. Attributes of "
      "target points (friction, mass, maxforce, compliance, restlength ...) and primitive attributes of rods "
      "with constraint before their names (constraintfriction ...) stand above the parameters.\n"
      "The solver writes back force, torque (N, N m), slide (how far it has slid), residual, dissipated (J) "
      "and "
      "broken. Two constraints on one place make new ones: plane and distance a circle, position and "
      "orientation a clamp.";
  node.inputs = {{"Rods", true}, {"Targets", false}, {"Constraints", false}, {"Vellum's Curves", false}};
  ParameterTable<ConstrainParms> rows(node);
  addTypeRows(rows);
  rows.tab("tabwhere", "Where");
  addPlaceRows(rows);
  addHoldRows(rows);
  rows.tab("tabhow", "How");
  addRestRows(rows);
  addSlideRows(rows);
  addPearlRows(rows);
  addStrengthRows(rows);
  rows.end();
  return node;
}

}  // namespace tendril::nodes
