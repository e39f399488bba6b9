// The parameters of a simulation, as artists see them.
#include "nodes/simulation/parameters.h"

namespace tendril::nodes {
namespace {

using Parms = SimulationParms;

void addSolverRows(ParameterTable<Parms>& rows) {
  rows.menu<&Parms::simType>("simtype", "Simulation Type",
                             {{"dynamic", "Dynamic"}, {"quasistatic", "Quasistatic"}})
      .help(
          {"Dynamic swings and lags; Quasistatic puts every rod to rest on each frame, as if all moved very "
           "slowly: nothing jiggles and frames hardly depend on each other.",
           "Dynamic for motion, Quasistatic to settle a groom or follow slow work.",
           "Vellum Solver: Simulation Type."});
  rows.integer<&Parms::substeps>("substeps", "Substeps")
      .soft(1, 10)
      .hardLow(1)
      .hardHigh(1000)
      .help(
          {"Into how many steps a frame is cut. More of them follow fast motion closer and keep quick swings "
           "alive; stiffness does not change with them.",
           "1 or 2; 4 for fights and runs.", "Vellum Solver: Substeps."});
  rows.real<&Parms::timeScale>("timescale", "Time Scale")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(1000)
      .help({"How much of the rods' time passes in a frame: below 1 they move as in slow motion, 0 freezes "
             "them.",
             "1; animate it for slow motion.", "Vellum Solver: Time Scale."});
  rows.menu<&Parms::scheme>("scheme", "Integration", {{"smooth", "Smooth"}, {"robust", "Robust"}})
      .help(
          {"Smooth keeps swings alive (second order). Robust takes energy out of everything that moves, more "
           "with longer steps (first order). Steps that fail in Smooth are done again in Robust by "
           "themselves.",
           "Smooth.", "Vellum Solver: Integration, second and first order."});
  rows.integer<&Parms::iterations>("iterations", "Most Iterations")
      .soft(1, 20)
      .hardLow(1)
      .hardHigh(1000)
      .help({"How often a step may be corrected before it is taken as it is. Calm motion needs one or two, "
             "whips "
             "more; what is not needed is not done.",
             "8; 1 for the fastest, roughest answer.", "Vellum Solver: Constraint Iterations, in spirit."});
  rows.real<&Parms::tolerance>("tolerance", "Tolerance")
      .unit("rad")
      .soft(1e-8, 1e-2)
      .hardLow(1e-14)
      .hardHigh(1)
      .help({"Corrections end where the next would turn no piece of a rod by more than about this angle.",
             "0.00001; nobody sees less.", "Wire: Solve Tolerance."});
  rows.menu<&Parms::onDivergence>("ondivergence", "On Failure", {{"warn", "Warn"}, {"error", "Error"}})
      .fixed()
      .help({"What happens when a rod cannot be solved even in small parts of a step: it keeps its last good "
             "shape and a warning names it, or the node stops with an error.",
             "Warn while you work, Error on a farm.", "none"});
}

void addForceRows(ParameterTable<Parms>& rows) {
  rows.vector<&Parms::gravity>("gravity", "Gravity")
      .unit("m/s2")
      .soft(-20, 20)
      .hardLow(-1e4)
      .hardHigh(1e4)
      .help({"Pulls all rods; what hangs, sags, and by how much, follows from it and the material.",
             "0 -9.81 0.", "Vellum Solver: Gravity."});
  rows.real<&Parms::globalDamping>("globaldamping", "Global Damping")
      .unit("1/s")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Slows everything down against the world, even a fall; air does so more naturally.",
             "0; 1 to calm a take.", "Wire: Damping, of motion."});
  rows.real<&Parms::airDensity>("airdensity", "Air Density")
      .unit("kg/m3")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(1e6)
      .help(
          {"How thick the air is that rods move through; it brakes fast motion and lets wind take hold. With "
           "viscosity 0, too, there is no air at all.",
           "1.2 for air, 1000 for water.", "Vellum Solver: Air Resistance."});
  rows.real<&Parms::airViscosity>("airviscosity", "Air Viscosity")
      .unit("Pa s")
      .soft(0, 0.001)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"What holds thin hair back even when it moves slowly; it hardly matters for thick rods.",
             "0.000018 for air, 0.001 for water.", "none"});
  rows.real<&Parms::dragNormal>("dragnormal", "Normal Drag")
      .unit("1")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .help(
          {"Multiplies the air's hold on motion across a rod. Point attributes drag and dragnormal multiply "
           "it further.",
           "1 as for a bare cylinder.", "Vellum: Normal Drag. Wire: Normal Drag."});
  rows.real<&Parms::dragTangent>("dragtangent", "Tangent Drag")
      .unit("1")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"The same along a rod, where air slips by: greater values let wind drag hair along lengthwise.",
             "1 as for a bare cylinder.", "Vellum: Tangent Drag. Wire: Tangent Drag."});
  rows.ramp<&Parms::dragRamp>("dragramp", "Drag Ramp")
      .help({"Multiplies drag from root (left) to tip (right): leafy tips catch more wind than their stems.",
             "Flat at 1.", "none"});
}

void addWindRows(ParameterTable<Parms>& rows) {
  rows.vector<&Parms::wind>("wind", "Wind")
      .unit("m/s")
      .soft(-10, 10)
      .hardLow(-1000)
      .hardHigh(1000)
      .help({"A steady stream of air that carries rods along as far as drag lets it.", "3 0 0 for a breeze.",
             "Vellum Solver: Wind."});
  rows.real<&Parms::gust>("gust", "Gusts")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(100)
      .help(
          {"How much the stream grows and falls, in parts of itself, in waves that run over a field with it.",
           "0.5 for a lively day.", "POP Wind: Noise, in part."});
  rows.real<&Parms::gustPeriod>("gustperiod", "Gust Period")
      .unit("s")
      .soft(0.2, 10)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .help({"Time from one gust to the next.", "2 to 4.", "none"});
  rows.real<&Parms::noise>("windnoise", "Wind Noise")
      .unit("m/s")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Strength of eddies that tug at neighbouring rods differently, also where there is no steady "
             "stream.",
             "0.5 to 2.", "POP Wind: Amplitude."});
  rows.real<&Parms::noiseSize>("windnoisesize", "Noise Size")
      .unit("m")
      .soft(0.05, 5)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"Width of an eddy: small ones ruffle hair by hair, large ones move whole heads.", "1.",
             "POP Wind: Swirl Size."});
  rows.real<&Parms::noiseTime>("windnoisetime", "Noise Time")
      .unit("s")
      .soft(0.05, 5)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .help({"How long an eddy lives before another takes its place.", "1.", "POP Wind: Pulse Length."});
  rows.integer<&Parms::seed>("windseed", "Seed")
      .soft(0, 100)
      .hardLow(0)
      .hardHigh(1e9)
      .help({"Another number gives other gusts and eddies of the same kind.", "Any.", "POP Wind: Seed."});
}

void addFrameRows(ParameterTable<Parms>& rows) {
  rows.toggle<&Parms::useFrame>("useframe", "Reference Frame")
      .fixed()
      .help({"Takes away a part of what rods feel of a moving character: they are carried along with the "
             "transform "
             "below and swing less for it.",
             "Off; on for runs, jumps and rides.", "Vellum Reference Frame."});
  rows.vector<&Parms::frameMove>("framet", "Translate")
      .unit("scene units")
      .disableWhen("{ useframe == 0 }")
      .help({"Where the frame is: animate it as the character goes, or copy its channels here.",
             "The character's hip or head.", "Vellum Reference Frame: the object."});
  rows.vector<&Parms::frameTurn>("framer", "Rotate")
      .unit("deg")
      .disableWhen("{ useframe == 0 }")
      .help({"How the frame is turned, about x, then y, then z, around its own origin.",
             "The character's rotation.", "Vellum Reference Frame: the object."});
  rows.real<&Parms::frameLinear>("framelinear", "Linear Factor")
      .unit("1")
      .fixed()
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .disableWhen("{ useframe == 0 }")
      .help({"How much of the frame's travel is felt: 1 as in nature, 0 as if it stood still.",
             "0.3 for a run.", "Vellum Reference Frame: Linear Velocity, turned around."});
  rows.real<&Parms::frameAngular>("frameangular", "Angular Factor")
      .unit("1")
      .fixed()
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .disableWhen("{ useframe == 0 }")
      .help({"The same for its turning: 0 keeps hair from flying out in a pirouette.", "0.3.",
             "Vellum Reference Frame: Angular Velocity, turned around."});
}

void addGoalRows(ParameterTable<Parms>& rows) {
  rows.real<&Parms::goalWeight>("goalweight", "Goal Weight")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help(
          {"How far rods take the shape of the goal input: 0 swings freely, 0.5 pulls as hard as their own "
           "stiffness, 1 gives the goal exactly. It acts on bends and twist, so nothing stretches or kinks. "
           "Point attribute goalweight multiplies it.",
           "0; 0.2 to 0.8 for hair that must keep a pose.", "Vellum: Match Animation with Target Weight."});
  rows.ramp<&Parms::goalRamp>("goalramp", "Goal Ramp")
      .help({"Multiplies the goal's weight from root (left) to tip (right): high at the root and low at the "
             "tip "
             "leaves tips alive.",
             "From 1 to 0.", "Vellum: Stiffness Dropoff, in spirit."});
  rows.real<&Parms::goalDamping>("goaldamping", "Goal Damping")
      .unit("s")
      .soft(0, 0.5)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Calms the swing about the goal's shape: the time by which its pull lags.", "0.05.",
             "Vellum: Damping Ratio of pins."});
  rows.real<&Parms::curlLock>("curllock", "Curl Rotation Lock")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help({"Keeps curls from rolling about their own axis while they swing and bounce, which is what they "
             "do in "
             "nature and nobody wants in a walk.",
             "0.5 for styled curls.", "none"});
  rows.real<&Parms::targetStiffness>("targetstiffness", "Target Stiffness")
      .unit("1/s2")
      .soft(0, 1000)
      .hardLow(0)
      .hardHigh(1e12)
      .help({"Pulls every knot towards its place in the goal input (animationP, targetP, else the goal's own "
             "points), as hard for its mass on thick rods as on thin. Attributes targetstiffness and "
             "targetweight multiply it.",
             "0; 100 comes back in about half a second.", "Wire: Target Stiffness."});
  rows.real<&Parms::targetDamping>("targetdamping", "Target Damping")
      .unit("1/s")
      .soft(0, 50)
      .hardLow(0)
      .hardHigh(1e9)
      .help(
          {"Draws every knot's velocity to that of its place in the goal. Attribute targetdamping multiplies "
           "it.",
           "Twice the root of Target Stiffness does not overshoot.", "Wire: Target Damping."});
  rows.ramp<&Parms::targetRamp>("targetramp", "Target Ramp")
      .help({"Multiplies both from root (left) to tip (right), to hold hair at the scalp and free its ends.",
             "From 1 to 0.", "none"});
}

void addMaterialRows(ParameterTable<Parms>& rows) {
  rows.real<&Parms::stiffness>("stiffnessscale", "Stiffness Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(1e-9)
      .hardHigh(1e9)
      .help({"Multiplies Young's modulus of all rods: the quick dial for softer or springier.", "1.",
             "Vellum: Bend Stiffness."});
  rows.ramp<&Parms::stiffnessRamp>("stiffnessramp", "Stiffness Ramp")
      .help({"The same from root (left) to tip (right). It must stay above 0.",
             "From 1 to 0.2 for soft tips.", "Vellum: Stiffness Dropoff."});
  rows.real<&Parms::twistStiffness>("twistscale", "Twist Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(1e-9)
      .hardHigh(1e9)
      .help({"Multiplies stiffness against twist alone: higher keeps ribbons and cards from turning over.",
             "1.", "Vellum: Twist Stiffness."});
  rows.real<&Parms::dampingScale>("dampingscale", "Damping Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(0)
      .hardHigh(1e9)
      .help({"Multiplies the damping of all rods: how soon wobble dies.", "1.", "Vellum: Damping Ratio."});
  rows.ramp<&Parms::dampingRamp>("dampingramp", "Damping Ramp")
      .help({"The same from root (left) to tip (right).", "Flat at 1.", "none"});
  rows.real<&Parms::densityScale>("densityscale", "Density Scale")
      .unit("1")
      .soft(0, 10)
      .hardLow(1e-9)
      .hardHigh(1e9)
      .help({"Multiplies the mass of all rods: wet hair is heavier and hangs straighter.", "1; 1.3 for wet.",
             "Vellum: Mass."});
  rows.ramp<&Parms::densityRamp>("densityramp", "Density Ramp")
      .help({"The same from root (left) to tip (right). It must stay above 0.", "Rising, for weighted ends.",
             "none"});
}

void addShapeRows(ParameterTable<Parms>& rows) {
  rows.real<&Parms::plasticBend>("plasticbend", "Plastic Bend")
      .unit("rad/m")
      .soft(0, 100)
      .hardLow(0)
      .hardHigh(1e12)
      .help({"Rods that are bent more than this from their rest shape keep some of it for good, as wire and "
             "wet "
             "straw do. 0: never.",
             "0; 5 for a soft wire.", "Vellum: Plasticity, Threshold."});
  rows.real<&Parms::plasticTwist>("plastictwist", "Plastic Twist")
      .unit("rad/m")
      .soft(0, 100)
      .hardLow(0)
      .hardHigh(1e12)
      .help(
          {"The same for twist about the rod's own axis. 0: never.", "0.", "Vellum: Plasticity, Threshold."});
  rows.real<&Parms::plasticRate>("plasticrate", "Plastic Rate")
      .unit("1/s")
      .soft(0, 50)
      .hardLow(0)
      .hardHigh(1e9)
      .help({"How fast the rest shape follows what is beyond the threshold, for any number of substeps.",
             "5.", "Vellum: Plasticity, Rate."});
  rows.real<&Parms::plasticHardening>("plastichardening", "Plastic Hardening")
      .unit("1")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(1e9)
      .help({"Raises the threshold by this part of all that was bent for good before: metal that is bent to "
             "and "
             "fro grows stubborn.",
             "0.", "Vellum: Plasticity, Hardening."});
  rows.real<&Parms::growth>("growth", "Growth")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(1)
      .help({"How much of each rod is there, from its root: animate it from 0 to 1 and rods grow at their "
             "tips, with "
             "the shape and weight they will have. What hangs on a rod appears when the rod has reached it. "
             "Primitive attribute growth multiplies it.",
             "1; keyframes from 0 to 1 for a vine that climbs.",
             "Carve, before a simulation that starts anew."});
  rows.real<&Parms::cutLength>("cutlength", "Cut Length")
      .unit("m")
      .soft(-1, 1)
      .hardLow(-1)
      .hardHigh(1e9)
      .help({"Cuts every rod at the knot next to this length from its root; the rest falls (in Quasistatic "
             "it stays where "
             "it was cut). Below 0: no cut. "
             "Primitive attribute cutlength, in scene units, stands above it.",
             "-1; animate it for a hair cut.", "none"});
  rows.real<&Parms::maxBend>("maxbend", "Largest Bend")
      .unit("rad/m")
      .soft(0, 500)
      .hardLow(0)
      .hardHigh(1e12)
      .help({"Rods that are bent more than this from their rest shape break at that knot. 0: never. Point "
             "attribute maxbend, in the same unit, stands above it.",
             "0; 50 for dry twigs.", "Wire: Fracture Threshold. Vellum: Break Threshold, bend angle."});
}

}  // namespace

void addSimulationRows(NodeDefinition& node, Inside inside) {
  ParameterTable<Parms> rows(node, inside);
  rows.tab("tabsolver", "Solver");
  addSolverRows(rows);
  rows.tab("tabforces", "Forces");
  addForceRows(rows);
  addWindRows(rows);
  rows.collapsible("groupframe", "Reference Frame");
  addFrameRows(rows);
  rows.end();
  rows.tab("tabgoal", "Goal");
  addGoalRows(rows);
  rows.tab("tabmaterial", "Material");
  addMaterialRows(rows);
  rows.tab("tabshape", "Shape");
  addShapeRows(rows);
}

}  // namespace tendril::nodes
