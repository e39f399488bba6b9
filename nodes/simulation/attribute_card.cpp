// The attributes that a simulation reads and writes, as artists are told of them.
#include "nodes/attributes/state_names.h"
#include "nodes/simulation/parameters.h"

namespace tendril::nodes {
namespace {

constexpr const char *kAlong = "point, vertex, primitive or detail", *kPoint = "point",
                     *kPrimitive = "primitive", *kDetail = "detail";

std::vector<NodeAttribute> readAttributes() {
  std::vector<NodeAttribute> read = {
      {"id", kPrimitive, "Identity of a rod. Rods, goals and rest shapes are matched by it."},
      {listOf(kStateNames), "point or primitive",
       "Rods: lengths, root, natural curvature and start of each rod, from Tendril Rods."},
      {"pscale width", kAlong, "Rods: radius (pscale) or diameter (width) in scene units."},
      {"density young poisson damping drag aspect", kAlong, "Rods: the material, from Tendril Rods."},
      {"kangular dampangular", kAlong, "Rods: multiply stiffness and damping, as for the Wire Solver."},
      {"dragnormal dragtangent normaldrag tangentdrag", kAlong,
       "Rods: multiply Normal Drag and Tangent Drag. The first two are Vellum's names, the others Wire's."},
      {"force targetv airresist", kAlong,
       "Rods: force in N on a knot, and wind as POP nodes write it. targetv counts where airresist is above "
       "0."},
      {"friction disableexternal", kAlong,
       "Rods: friction multiplies that of colliders and Self Friction; where disableexternal is 1, rods "
       "touch no collider."},
      {"disableself", kAlong, "Rods: where it is 1, they touch no rod.", "{ enableselfcollisions == 0 }"},
      {"cohesion", kAlong, "Rods: multiplies Cohesion.", "{ cohesion == 0 }"},
      {"growth cutlength", kPrimitive, "Rods: growth multiplies Growth, cutlength overrides Cut Length."},
      {"maxbend", kAlong, "Rods: overrides Break Threshold (Bend)."},
      {"stiffnessfactor weightfactor staygravity", "primitive; staygravity: detail",
       "Rods: what Tendril Rods changed to let rods stay in shape, and under which gravity they do."},
      {"pintoanimation gluetoanimation stopped active", kPoint,
       "Goal, else rods: where rods are pinned. If none of the first three exists, all roots are held."},
      {"animationP targetP animationorient orient", kPoint,
       "Goal, else rods: positions and orientations that pins and targets follow."},
      {"goalweight", kAlong, "Goal, else rods: multiplies Goal Weight.", "{ goalweight == 0 }"},
      {"targetstiffness", kAlong, "Goal, else rods: multiplies Target Stiffness.",
       "{ targetstiffness == 0 }"},
      {"targetdamping", kAlong, "Goal, else rods: multiplies Target Damping.", "{ targetdamping == 0 }"},
      {"targetweight", kAlong, "Goal, else rods: multiplies Target Stiffness and Target Damping.",
       "{ targetstiffness == 0 targetdamping == 0 }"},
      {"type active friction mass maxforce compliance", "primitive of constraints",
       "Constraints: what Tendril Constrain writes, and can be animated afterwards."},
  };
  for (const ForceType* force : forceTypes()) {
    if (force->properties.empty()) continue;
    const std::string name = force->properties[0].name;
    read.push_back(
        {name, kAlong, "Rods: multiplies the parameter of the same name.", "{ " + name + " == 0 }"});
  }
  return read;
}

std::vector<NodeAttribute> writtenAttributes() {
  return {
      {"P orient v w", kPoint, "Position, material frame, velocity and angular velocity of each knot."},
      {listOf(kStateNames), "point or primitive", "The shape and motion of each rod."},
      {listOf(kHistoryNames), "point or primitive",
       "What the next frame needs to go on exactly, such as past steps, goals and plastic deformation."},
      {"kinetic elastic potential", "primitive and detail", "Energies in J, of a rod and of all."},
      {"iterations residual", "primitive and detail",
       "Newton iterations, and how far the last one still turned the rod (rad)."},
      {"contact contactforce contacts penetration", "point, primitive and detail",
       "Number of contacts (contact: at a knot; contacts: of a rod, and of all), their force in N, and the "
       "deepest overlap in parts of the thickness there."},
      {"pushout", kDetail, "On the start frame, with Push Rest Shapes Out: rods are still to be pushed out."},
      {"windtime winddrift", kDetail, "Where gusts and eddies are, so that a cached frame goes on exactly."},
      {"framepos frameorient framevel framespin framemean framemeanspin", kDetail,
       "With Reference Frame: its motion."},
      {"rodsungrown rodsungrownat", kDetail, "Rods that have not grown yet, and where they will begin."},
      {"growth", kPrimitive, "Of pieces of cut rods."},
      {"force torque slide residual dissipated broken", "primitive of constraints",
       "Constraints: force (N), torque (N m), the distance slid, how far the constraint is off, energy lost "
       "to "
       "friction (J), and whether it broke."},
      {"constraint* pearl* breakforce target arclength rodid", "primitive or point of constraints",
       "Constraints: their state. breakforce is the force that broke one (N, N m)."},
  };
}

}  // namespace

void addSimulationAttributes(NodeDefinition& node) {
  node.attributesRead = readAttributes();
  node.attributesWritten = writtenAttributes();
}

}  // namespace tendril::nodes
