// The parameters of contacts, as artists see them.
#include "nodes/simulation/parameters.h"

namespace tendril::nodes {

using Parms = SimulationParms;

void addContactParameters(ParameterTable<Parms>& table) {
  table.toggle<&Parms::collides>("enablecollisions", "Enable Collisions")
      .help({"Rods touch the colliders. Where a rod has the point attribute disableexternal, it does not.",
             "on.", "Enable Collisions (Vellum Solver)."});
  table.real<&Parms::thicknessScale>("thicknessscale", "Thickness Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(0)
      .hardHigh(1e6)
      .disableWhen("{ enablecollisions == 0 enableselfcollisions == 0 }")
      .help({"Multiplies the radius with which rods touch: pscale, or half the width. Stiffness and mass do "
             "not change.",
             "1; 5 to 20 for guides that stand for many hairs.", "pscale (Vellum)."});
  table.real<&Parms::thickness>("thickness", "Extra Thickness")
      .unit("scene units")
      .soft(0, 0.01)
      .hardLow(0)
      .hardHigh(1e12)
      .disableWhen("{ enablecollisions == 0 }")
      .help({"Distance that rods keep from colliders besides their own radius.", "0.",
             "Collision Padding, roughly."});
  table.real<&Parms::frictionScale>("frictionscale", "Friction Scale")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(1e6)
      .disableWhen("{ enablecollisions == 0 }")
      .help(
          {"Multiplies the friction coefficients of the colliders. The point attribute friction of the rods "
           "multiplies them as well.",
           "1.", "Friction, External Friction (Vellum Solver)."});
  table.real<&Parms::cohesion>("cohesion", "Cohesion")
      .unit("N/m")
      .soft(0, 20)
      .hardLow(0)
      .hardHigh(1e9)
      .disableWhen("{ enablecollisions == 0 }")
      .help(
          {"Force that pulls a metre of rod off what it touches. Rods hang on to a wall or a ceiling if they "
           "weigh less than this per metre, and come off where they are pulled harder. Nothing is attracted "
           "from a distance. It is added to the cohesion of the collider; the point attribute cohesion of "
           "the rods multiplies it.",
           "0; 0.5 holds a vine 5 mm thick below a ceiling, 5 holds it in wind.", "none"});
  table.real<&Parms::skipRoots>("skiproots", "Ignore Near Roots")
      .unit("scene units")
      .soft(0, 0.05)
      .hardLow(0)
      .hardHigh(1e12)
      .disableWhen("{ enablecollisions == 0 enableselfcollisions == 0 }")
      .help({"Rods whose roots are held touch nothing up to this distance from the root. Use it for roots "
             "below the skin. Rods always ignore the first four of their own radii.",
             "0; the depth of the roots below the skin.", "none"});
  table.toggle<&Parms::selfCollides>("enableselfcollisions", "Self Collisions")
      .help(
          {"Rods touch each other, and themselves: hair on hair, knots, heaps. They keep the sum of their "
           "radii off each other, times Thickness Scale, and never pass through each other where a step can "
           "be "
           "solved. Where a rod has the point attribute disableself, it touches no rod. Rods that touch are "
           "solved together, so a frame takes longer by their number.",
           "off; on for knots, bundles, hair that must keep its volume.",
           "Self Collisions (Vellum Solver)."});
  table.real<&Parms::selfFriction>("selffriction", "Self Friction")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1e6)
      .disableWhen("{ enableselfcollisions == 0 }")
      .help({"Coefficient of friction between rods. The point attribute friction multiplies it; where rods "
             "differ, the geometric mean counts. Rods do not roll on each other.",
             "0.2 for hair; 0.5 for rope.", "Friction (Vellum Solver)."});
  table.toggle<&Parms::pushesRest>("pushrest", "Push Rest Shapes Out")
      .disableWhen("{ enablecollisions == 0 }")
      .help(
          {"Rods that are drawn inside of colliders are bent out of them on their first frame, and keep this "
           "bend in their rest shape. Without it they are let out over some frames and press against the "
           "collider from then on. The shape near the root does not change where Ignore Near Roots says so.",
           "off; on for grooms that reach into the skin.", "none"});
}

}  // namespace tendril::nodes
