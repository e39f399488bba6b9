// The parameters of forces, as artists see them: gravity, air and wind, and those that forces describe
// themselves.
#include "nodes/simulation/parameters.h"

namespace tendril::nodes {
namespace {

using Parms = SimulationParms;

void addAirParameters(ParameterTable<Parms>& table) {
  table.vector<&Parms::gravity>("gravity", "Gravity")
      .unit("m/s2")
      .soft(-20, 20)
      .hardLow(-1e4)
      .hardHigh(1e4)
      .help({"Acceleration by gravity on all rods. How far a rod sags follows from gravity and its material.",
             "0 -9.81 0.", "Gravity (Vellum Solver)."});
  table.real<&Parms::globalDamping>("globaldamping", "Global Damping")
      .unit("1/s")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Slows down all motion relative to the world, even a fall. Air drag does so more realistically.",
             "0; 1 to calm a shot.", "Damping of motion (Wire)."});
  table.real<&Parms::airDensity>("airdensity", "Air Density")
      .unit("kg/m3")
      .soft(0, 2)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Density of the air that rods move through. Denser air slows fast motion and gives wind more "
             "hold. If Air Viscosity is 0 as well, there is no air.",
             "1.2 for air, 1000 for water.", "Air Resistance (Vellum Solver)."});
  table.real<&Parms::airViscosity>("airviscosity", "Air Viscosity")
      .unit("Pa s")
      .soft(0, 0.001)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Viscosity of the air. It slows down thin hair even at low speed and hardly affects thick rods.",
             "0.000018 for air, 0.001 for water.", "none"});
  table.real<&Parms::dragNormal>("dragnormal", "Normal Drag")
      .unit("1")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .disableWhen("{ airdensity == 0 airviscosity == 0 }")
      .help({"Multiplies the drag of motion across a rod. The point attributes drag and dragnormal multiply "
             "it further.",
             "1, as for a bare cylinder.", "Normal Drag (Vellum, Wire)."});
  table.real<&Parms::dragTangent>("dragtangent", "Tangent Drag")
      .unit("1")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .disableWhen("{ airdensity == 0 airviscosity == 0 }")
      .help({"Multiplies the drag of motion along a rod, which is weaker than the drag across it. With "
             "greater values wind pulls hair lengthwise. The point attributes drag and dragtangent multiply "
             "it further.",
             "1, as for a bare cylinder.", "Tangent Drag (Vellum, Wire)."});
  table.ramp<&Parms::dragRamp>("dragramp", "Drag Ramp")
      .disableWhen("{ airdensity == 0 airviscosity == 0 }")
      .help({"Multiplies drag from root (left) to tip (right). Leafy tips catch more wind than their stems.",
             "constant at 1.", "none"});
}

void addWindParameters(ParameterTable<Parms>& table) {
  table.vector<&Parms::wind>("wind", "Wind")
      .unit("m/s")
      .soft(-10, 10)
      .hardLow(-1000)
      .hardHigh(1000)
      .disableWhen("{ airdensity == 0 airviscosity == 0 }")
      .help({"A steady wind. Drag determines how strongly it moves the rods.", "3 0 0 for a breeze.",
             "Wind (Vellum Solver)."});
  table.real<&Parms::gust>("gust", "Gust Amplitude")
      .unit("1")
      .soft(0, 1)
      .hardLow(0)
      .hardHigh(100)
      .disableWhen("{ airdensity == 0 airviscosity == 0 }")
      .unusedWhen("{ windx == 0 windy == 0 windz == 0 }")
      .help({"Relative amplitude of gusts: how much the wind speed rises and falls, as a fraction of Wind. "
             "Gusts travel over a field in the direction of the wind.",
             "0.5 for a lively day.", "Noise (POP Wind), in part."});
  table.real<&Parms::gustPeriod>("gustperiod", "Gust Period")
      .unit("s")
      .soft(0.2, 10)
      .hardLow(1e-3)
      .hardHigh(1e6)
      .disableWhen("{ gust == 0 } { airdensity == 0 airviscosity == 0 }")
      .unusedWhen("{ windx == 0 windy == 0 windz == 0 }")
      .help({"Time between one gust and the next.", "2 to 4.", "none"});
  table.real<&Parms::noise>("windnoise", "Wind Noise")
      .unit("m/s")
      .soft(0, 5)
      .hardLow(0)
      .hardHigh(1e6)
      .disableWhen("{ airdensity == 0 airviscosity == 0 }")
      .help({"Speed of turbulence that moves neighbouring rods differently. It also acts without a steady "
             "wind.",
             "0.5 to 2.", "Amplitude (POP Wind)."});
  table.real<&Parms::noiseSize>("windnoisesize", "Noise Size")
      .unit("m")
      .soft(0.05, 5)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .disableWhen("{ windnoise == 0 } { airdensity == 0 airviscosity == 0 }")
      .help({"Size of the eddies of Wind Noise. Small eddies move single hairs, large ones move whole heads "
             "of hair.",
             "1.", "Swirl Size (POP Wind)."});
  table.real<&Parms::noiseTime>("windnoisetime", "Noise Time")
      .unit("s")
      .soft(0.05, 5)
      .hardLow(1e-6)
      .hardHigh(1e6)
      .disableWhen("{ windnoise == 0 } { airdensity == 0 airviscosity == 0 }")
      .help({"How long an eddy of Wind Noise lasts before another one replaces it.", "1.",
             "Pulse Length (POP Wind)."});
  table.integer<&Parms::seed>("windseed", "Seed")
      .soft(0, 100)
      .hardLow(0)
      .hardHigh(1e9)
      .disableWhen("{ gust == 0 windnoise == 0 } { airdensity == 0 airviscosity == 0 }")
      .unusedWhen("{ windx == 0 windy == 0 windz == 0 windnoise == 0 }")
      .help({"Another number gives different gusts and eddies of the same kind.", "any number.",
             "Seed (POP Wind)."});
}

void addWindFieldParameters(ParameterTable<Parms>& table) {
  table.file<&Parms::windFile>("windfile", "Wind Field")
      .help(
          {"A .vdb file with a grid of velocities, staggered or not, in scene units per second. It is added "
           "to Wind and Wind Noise. With $F in the name each frame has a field of its own. Outside of the "
           "grid there is its background, mostly still air.",
           "$HIP/wind.$F4.vdb, from a smoke simulation.", "Velocity Volumes (POP Advect by Volumes)."});
  table.string<&Parms::windGrid>("windgrid", "Wind Grid")
      .disableWhen("{ windfile == \"\" }")
      .help({"Name of the grid in the file of Wind Field. Empty takes vel or, if there is none, the first "
             "grid of vectors.",
             "empty, or vel.", "Velocity Volume (POP Advect by Volumes)."});
  table.real<&Parms::windFileScale>("windfieldscale", "Wind Field Scale")
      .unit("1")
      .soft(0, 2)
      .hardLow(-1e6)
      .hardHigh(1e6)
      .disableWhen("{ windfile == \"\" }")
      .help(
          {"Strength of the grid's velocities before they are added to the other wind. Negative values blow "
           "backwards.",
           "1.", "Velocity Scale (POP Advect by Volumes)."});
}

// Forces that describe their numbers themselves.
void addPropertyParameters(ParameterTable<Parms>& table) {
  std::size_t i = 0;
  for (const ForceType* force : forceTypes()) {
    if (force->properties.empty()) continue;
    const std::string folder = std::string(force->name) + "_force";  // the property may have the force's name
    table.collapsible(folder.c_str(), force->label);
    for (const Property& property : force->properties) table.number<&Parms::forceValues>(property, i++);
    table.end();
  }
}

}  // namespace

void addForceParameters(ParameterTable<SimulationParms>& table) {
  addAirParameters(table);
  addWindParameters(table);
  addWindFieldParameters(table);
  addPropertyParameters(table);
}

std::vector<double> SimulationParms::defaultForceValues() {
  return defaultsOf(forceTypes());
}

std::vector<double> valuesOf(const ForceType& force, const SimulationParms& parms) {
  const auto begin =
      parms.forceValues.begin() + static_cast<std::ptrdiff_t>(firstValueOf(force, forceTypes()));
  return {begin, begin + static_cast<std::ptrdiff_t>(force.properties.size())};
}

}  // namespace tendril::nodes
