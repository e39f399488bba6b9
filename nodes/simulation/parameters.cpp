// The parameters of a simulation, as artists see them.
#include "nodes/simulation/parameters.h"

namespace tendril::nodes {
namespace {

using Parms = SimulationParms;

void addSolverParameters(ParameterTable<Parms>& table) {
  table
      .menu<&Parms::simType>("simtype", "Simulation Type",
                             {{"dynamic", "Dynamic"}, {"quasistatic", "Quasistatic"}})
      .help({"Dynamic simulates inertia: rods swing and lag behind. Quasistatic moves every rod to its "
             "equilibrium on each frame, as if everything moved very slowly. Nothing swings, and frames "
             "hardly depend on each other.",
             "Dynamic for motion, Quasistatic to settle a groom or to follow slow motion.",
             "Simulation Type (Vellum Solver)."});
  table.integer<&Parms::substeps>("substeps", "Substeps")
      .soft(1, 10)
      .hardLow(1)
      .hardHigh(1000)
      .help({"Number of time steps per frame. More substeps follow fast motion more closely and keep fast "
             "swings alive. They do not change the stiffness.",
             "1 or 2; 4 for fights and runs.", "Substeps (Vellum Solver)."});
  table.real<&Parms::timeScale>("timescale", "Time Scale")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(1000)
      .help({"How much simulated time passes in a frame. Below 1 rods move in slow motion, 0 freezes them.",
             "1; animate it for slow motion.", "Time Scale (Vellum Solver)."});
  table.menu<&Parms::scheme>("scheme", "Integration", {{"smooth", "Smooth"}, {"robust", "Robust"}})
      .disableWhen("{ simtype == quasistatic }")
      .help({"Smooth keeps swings alive (BDF2, second order). Robust removes energy from all motion, more "
             "with longer steps (implicit Euler, first order). A step that fails with Smooth is repeated "
             "with Robust automatically.",
             "Smooth.", "Integration, second and first order (Vellum Solver)."});
  table.integer<&Parms::iterations>("iterations", "Max Iterations")
      .soft(1, 20)
      .hardLow(1)
      .hardHigh(1000)
      .disableWhen("{ simtype == quasistatic }")
      .help({"Upper limit of Newton iterations in a step. Calm motion needs one or two, fast whips need "
             "more. The solver stops as soon as Tolerance is reached.",
             "8; 1 for the fastest and roughest result.", "Constraint Iterations (Vellum Solver), roughly."});
  table.real<&Parms::tolerance>("tolerance", "Tolerance")
      .unit("rad")
      .soft(1e-8, 1e-2)
      .hardLow(1e-14)
      .hardHigh(1)
      .disableWhen("{ simtype == quasistatic }")
      .help({"The solver stops iterating when the next iteration would rotate no part of a rod by more than "
             "about this angle.",
             "0.00001, which is too small to see.", "Solve Tolerance (Wire)."});
  table.menu<&Parms::onDivergence>("ondivergence", "On Failure", {{"warn", "Warn"}, {"error", "Error"}})
      .fixed()
      .help({"What happens when a rod cannot be solved, even with smaller steps. Warn keeps its last good "
             "shape and names the rod in a warning. Error stops the node.",
             "Warn while you work, Error on a farm.", "none"});
}

void addFrameParameters(ParameterTable<Parms>& table) {
  table.toggle<&Parms::useFrame>("useframe", "Reference Frame")
      .fixed()
      .disableWhen("{ simtype == quasistatic }")
      .help({"Reduces the effect of a character's motion on its rods. They are carried along with the "
             "transform below and feel only a fraction of its motion.",
             "off; on for runs, jumps and rides.", "the node Vellum Reference Frame."});
  table.vector<&Parms::frameMove>("framet", "Translate")
      .unit("scene units")
      .disableWhen("{ useframe == 0 }")
      .help({"Position of the reference frame. Animate it with the character, or copy the character's "
             "channels here.",
             "the position of the character's hip or head.", "the object of Vellum Reference Frame."});
  table.vector<&Parms::frameTurn>("framer", "Rotate")
      .unit("deg")
      .disableWhen("{ useframe == 0 }")
      .help({"Rotation of the reference frame about x, then y, then z, around its own origin.",
             "the rotation of the character's hip or head.", "the object of Vellum Reference Frame."});
  table.real<&Parms::frameLinear>("framelinear", "Linear Factor")
      .unit("1")
      .fixed()
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .disableWhen("{ useframe == 0 }")
      .help({"Fraction of the frame's linear motion that rods feel. 1 is physical; with 0 the frame seems to "
             "stand still.",
             "0.3 for a run.", "1 minus Linear Velocity (Vellum Reference Frame)."});
  table.real<&Parms::frameAngular>("frameangular", "Angular Factor")
      .unit("1")
      .fixed()
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .disableWhen("{ useframe == 0 }")
      .help({"Fraction of the frame's rotation that rods feel. With 0 hair does not fly out in a spin.",
             "0.3.", "1 minus Angular Velocity (Vellum Reference Frame)."});
}

void addGoalParameters(ParameterTable<Parms>& table) {
  table.real<&Parms::goalWeight>("goalweight", "Goal Weight")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help(
          {"How strongly rods take the bends and twist of the rods or curves in the Goal input. With 0 they "
           "swing freely, with 0.5 the goal is as stiff as the rod itself, with 1 rods take the shape of the "
           "goal exactly. Nothing stretches or kinks. Plain curves are fitted to the rods' knots and scaled "
           "to their length; send them through Tendril Rods once if the fit costs too much time. If nothing "
           "is connected to Goal, the goal is the shape in which rods come in. The point attribute "
           "goalweight multiplies this value.",
           "0; 0.2 to 0.8 for hair that must keep a pose.", "Match Animation with Target Weight (Vellum)."});
  table.ramp<&Parms::goalRamp>("goalramp", "Goal Ramp")
      .disableWhen("{ goalweight == 0 }")
      .help({"Multiplies Goal Weight from root (left) to tip (right). High at the root and low at the tip "
             "leaves the tips free to move.",
             "from 1 to 0.", "Stiffness Dropoff (Vellum), roughly."});
  table.real<&Parms::goalDamping>("goaldamping", "Goal Damping")
      .unit("s")
      .soft(0, 0.5)
      .hardLow(0)
      .hardHigh(1e6)
      .disableWhen("{ goalweight == 0 }")
      .help({"Damps the motion around the goal shape: the time by which the force of the goal lags.", "0.05.",
             "Damping Ratio of pins (Vellum)."});
  table.real<&Parms::curlLock>("curllock", "Curl Rotation Lock")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help({"Keeps curls from rotating about their own axis while they swing and bounce. Real curls rotate, "
             "which is rarely wanted in animation.",
             "0.5 for styled curls.", "none"});
  table.real<&Parms::targetStiffness>("targetstiffness", "Target Stiffness")
      .unit("1/s2")
      .soft(0, 1000)
      .hardLow(0)
      .hardHigh(1e12)
      .help({"A spring pulls every knot towards its target: animationP, targetP, or else the position in the "
             "Goal input. The force is proportional to mass, so thick and thin rods follow in the same way. "
             "The attributes targetstiffness and targetweight multiply it.",
             "0; 100 returns in about half a second.", "Target Stiffness (Wire)."});
  table.real<&Parms::targetDamping>("targetdamping", "Target Damping")
      .unit("1/s")
      .soft(0, 50)
      .hardLow(0)
      .hardHigh(1e9)
      .help({"Damps the motion of every knot relative to its target. The attribute targetdamping multiplies "
             "it.",
             "twice the square root of Target Stiffness, which does not overshoot.",
             "Target Damping (Wire)."});
  table.ramp<&Parms::targetRamp>("targetramp", "Target Ramp")
      .disableWhen("{ targetstiffness == 0 targetdamping == 0 }")
      .help({"Multiplies Target Stiffness and Target Damping from root (left) to tip (right), for example to "
             "hold hair at the scalp and free its ends.",
             "from 1 to 0.", "none"});
}

void addMaterialParameters(ParameterTable<Parms>& table) {
  table.real<&Parms::stiffness>("stiffnessscale", "Stiffness Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(1e-9)
      .hardHigh(1e9)
      .help({"Multiplies the Young's modulus of all rods, to make everything softer or stiffer at once.",
             "1.", "Bend Stiffness (Vellum)."});
  table.ramp<&Parms::stiffnessRamp>("stiffnessramp", "Stiffness Ramp")
      .help({"Multiplies stiffness from root (left) to tip (right). It must stay above 0.",
             "from 1 to 0.2 for soft tips.", "Stiffness Dropoff (Vellum)."});
  table.real<&Parms::twistStiffness>("twistscale", "Twist Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(1e-9)
      .hardHigh(1e9)
      .help({"Multiplies the stiffness against twist only. Higher values keep ribbons and cards from turning "
             "over.",
             "1.", "Twist Stiffness (Vellum)."});
  table.real<&Parms::dampingScale>("dampingscale", "Damping Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(0)
      .hardHigh(1e9)
      .help({"Multiplies the damping of all rods: higher values end vibrations sooner.", "1.",
             "Damping Ratio (Vellum)."});
  table.ramp<&Parms::dampingRamp>("dampingramp", "Damping Ramp")
      .help({"Multiplies the damping of rods from root (left) to tip (right).", "constant at 1.", "none"});
  table.real<&Parms::densityScale>("densityscale", "Density Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(1e-9)
      .hardHigh(1e9)
      .help({"Multiplies the mass of all rods. Wet hair is heavier and hangs straighter.",
             "1; 1.3 for wet hair.", "Mass (Vellum)."});
  table.ramp<&Parms::densityRamp>("densityramp", "Density Ramp")
      .help({"Multiplies the mass of rods from root (left) to tip (right). It must stay above 0.",
             "constant at 1; rising for weighted ends.", "none"});
}

void addShapeParameters(ParameterTable<Parms>& table) {
  table.real<&Parms::plasticBend>("plasticbend", "Plastic Bend")
      .unit("rad/m")
      .soft(0, 100)
      .hardLow(0)
      .hardHigh(1e12)
      .help({"Rods that bend more than this from their rest shape keep part of the bend, as wire and wet "
             "straw do. 0 switches it off.",
             "0; 5 for a soft wire.", "Plasticity, Threshold (Vellum)."});
  table.real<&Parms::plasticTwist>("plastictwist", "Plastic Twist")
      .unit("rad/m")
      .soft(0, 100)
      .hardLow(0)
      .hardHigh(1e12)
      .help({"Rods that twist more than this about their own axis keep part of the twist. 0 switches it off.",
             "0.", "Plasticity, Threshold (Vellum)."});
  table.real<&Parms::plasticRate>("plasticrate", "Plastic Rate")
      .unit("1/s")
      .soft(0, 50)
      .hardLow(0)
      .hardHigh(1e9)
      .disableWhen("{ plasticbend == 0 plastictwist == 0 }")
      .help({"How fast the rest shape follows the deformation beyond the threshold. It does not depend on "
             "substeps.",
             "5.", "Plasticity, Rate (Vellum)."});
  table.real<&Parms::plasticHardening>("plastichardening", "Plastic Hardening")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(1e9)
      .disableWhen("{ plasticbend == 0 plastictwist == 0 }")
      .help({"Raises the threshold by this fraction of the plastic deformation so far. Metal that is bent "
             "back and forth gets harder to bend.",
             "0.", "Plasticity, Hardening (Vellum)."});
  table.real<&Parms::growth>("growth", "Growth")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help({"Fraction of each rod that exists, measured from its root. Animate it from 0 to 1 and rods grow "
             "at their tips, with their final shape and weight. Side shoots appear when the growth reaches "
             "them. The primitive attribute growth multiplies it.",
             "1; keyframes from 0 to 1 for a vine that climbs.", "Carve before a simulation."});
  table.real<&Parms::cutLength>("cutlength", "Cut Length")
      .unit("m")
      .soft(-1, 1)
      .hardLow(-1)
      .hardHigh(1e9)
      .help({"Cuts every rod at the knot nearest to this length from its root, and the rest falls (with "
             "Quasistatic it stays where it was cut). A negative value does not cut. The primitive attribute "
             "cutlength, in scene units, overrides it.",
             "-1; animate it for a haircut.", "none"});
  table.real<&Parms::maxBend>("maxbend", "Break Threshold (Bend)")
      .unit("rad/m")
      .soft(0, 500)
      .hardLow(0)
      .hardHigh(1e12)
      .help({"Rods that bend more than this from their rest shape break at that knot. 0 never breaks. The "
             "point attribute maxbend, in the same unit, overrides it.",
             "0; 50 for dry twigs.", "Fracture Threshold (Wire), Break Threshold with bend angle (Vellum)."});
}

}  // namespace

void addSimulationParameters(NodeDefinition& node, Inside inside) {
  ParameterTable<Parms> table(node, inside);
  table.tab("tabsolver", "Solver");
  addSolverParameters(table);
  table.tab("tabforces", "Forces");
  addForceParameters(table);
  table.collapsible("groupframe", "Reference Frame");
  addFrameParameters(table);
  table.end();
  table.tab("tabgoal", "Goal");
  addGoalParameters(table);
  table.tab("tabmaterial", "Material");
  addMaterialParameters(table);
  table.tab("tabcollisions", "Collisions");
  addContactParameters(table);
  table.tab("tabshape", "Shape");
  addShapeParameters(table);
}

}  // namespace tendril::nodes
