// What rods are made of.
#include "nodes/material.h"

#include <cmath>

#include "nodes/text.h"
#include "solver/error.h"
#include "solver/tuples.h"

namespace tendril {
namespace {

// Stiffness and density: hair: Robbins, Chemical and Physical Behavior of Human Hair; wood and green stems:
// Niklas, Plant Biomechanics; the rest: usual data sheets. Damping is the time by which stiffness forces lag.
std::vector<Preset> presets() {
  const auto preset = [](const char* token, double radius, double aspect, double density, double young,
                         double poisson, double damping, double drag) {
    return Preset{token,
                  {{"radius", radius},
                   {"aspect", aspect},
                   {"density", density},
                   {"young", young},
                   {"poisson", poisson},
                   {"damping", damping},
                   {"drag", drag}}};
  };
  return {preset("hair", 4e-5, 1, 1300, 3.5e9, 0.35, 0.003, 1),
          preset("vine", 0.003, 1, 900, 1e8, 0.3, 0.01, 1),
          preset("twig", 0.005, 1, 700, 6e9, 0.3, 0.005, 1),
          preset("grass", 0.002, 0.15, 600, 8e8, 0.3, 0.01, 1),
          preset("rope", 0.008, 1, 1100, 2e7, 0.3, 0.02, 1),
          preset("cable", 0.005, 1, 2500, 5e8, 0.35, 0.01, 1),
          preset("ribbon", 0.01, 0.02, 900, 1e9, 0.35, 0.005, 1)};
}

struct Property {
  const char* name;
  double Material::*value;
  double least, most;  // what an attribute may hold
  bool open;           // `least` itself is refused
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Property kProperties[] = {
    {"density", &Material::density, 0, kInfinity, true}, {"young", &Material::young, 0, kInfinity, true},
    {"poisson", &Material::poisson, -1, 0.5, true},      {"damping", &Material::damping, 0, kInfinity, false},
    {"drag", &Material::drag, 0, kInfinity, false},      {"aspect", &Material::aspect, 0, kInfinity, true}};

const Attribute* numeric(const Geometry& g, Owner owner, const char* name) {
  return numericTuple(g.find(owner, name), 1);
}

bool isGood(double value, const Property& property) {
  return std::isfinite(value) && (property.open ? value > property.least : value >= property.least) &&
         value <= property.most;
}

void checkValues(const Geometry& g, Owner owner, const Attribute& attribute, const Property& property,
                 const std::vector<std::uint8_t>& rods) {
  const auto check = [&](std::size_t element, std::size_t rod) {
    const double value = numberAt(attribute.numbers, element);
    if (!isGood(value, property))
      throw Error("attribute '" + attribute.name + "' is " + formatNumber(value) + " on " + nameOf(owner) +
                  " " + std::to_string(element) + " of rod " + std::to_string(rod) +
                  "; no material has that");
  };
  for (std::size_t p = 0; p < rods.size(); ++p) {
    if (!rods[p]) continue;
    if (owner == Owner::primitive) check(p, p);
    if (owner == Owner::point)
      for (const std::int32_t point : g.pointsOf(p)) check(static_cast<std::size_t>(point), p);
  }
}

bool given(const Geometry& g, const Property& property, const std::vector<std::uint8_t>& rods) {
  bool found = false;
  for (const Owner owner : {Owner::point, Owner::primitive})
    if (const Attribute* attribute = numeric(g, owner, property.name)) {
      checkValues(g, owner, *attribute, property, rods);
      found = true;
    }
  return found;
}

// pscale of knots from a width, which is a diameter.
bool scaleFromWidth(Geometry& g) {
  const Attribute* width = numeric(g, Owner::point, "width");
  if (!width) return false;
  std::vector<float> half;
  for (std::size_t i = 0; i < g.pointCount(); ++i)
    half.push_back(static_cast<float>(0.5 * numberAt(width->numbers, i)));
  g.add(Owner::point, "pscale", Storage::real32, 1).numbers = half;
  return true;
}

void scaleFromTaper(Geometry& g, const Material& material, const std::vector<std::uint8_t>& rods,
                    double unitLength) {
  const Span<float> pscale = g.add(Owner::point, "pscale", Storage::real32, 1).values<float>();
  const Attribute& arc = *g.find(Owner::point, "arclength");
  for (std::size_t p = 0; p < rods.size(); ++p) {
    if (!rods[p]) continue;
    const Span<const std::int32_t> points = g.pointsOf(p);
    const double length = numberAt(arc.numbers, static_cast<std::size_t>(points[points.size() - 1]));
    for (const std::int32_t point : points) {
      const std::size_t i = static_cast<std::size_t>(point);
      pscale[i] = static_cast<float>(material.radius / unitLength *
                                     material.taper.at(numberAt(arc.numbers, i) / length));
    }
  }
}

}  // namespace

void writeMaterial(Geometry& g, const Material& material, const std::vector<std::uint8_t>& rods,
                   double unitLength) {
  const std::size_t count = g.primitiveCount();
  for (const Property& property : kProperties) {
    if (given(g, property, rods)) continue;
    const Span<float> values = g.add(Owner::primitive, property.name, Storage::real32, 1).values<float>();
    for (std::size_t p = 0; p < count; ++p)
      if (rods[p]) values[p] = static_cast<float>(material.*property.value);
  }
  const Property radius = {"pscale", &Material::radius, 0, kInfinity, true};
  if (!given(g, radius, rods) && !scaleFromWidth(g)) scaleFromTaper(g, material, rods, unitLength);
  given(g, radius, rods);  // what came from a width or a taper must be a radius, too
}

void addMaterialRows(NodeDefinition& node, Inside inside) {
  Rows<Material> rows(node, inside);
  rows.menu<&Material::preset>("material", "Material",
                               {{"hair", "Hair"},
                                {"vine", "Vine"},
                                {"twig", "Twig"},
                                {"grass", "Grass"},
                                {"rope", "Rope"},
                                {"cable", "Cable"},
                                {"ribbon", "Ribbon"}})
      .fixed()
      .presets(presets())
      .help(
          {"Fills in the numbers below for a known substance; change any of them afterwards, the choice here "
           "has no effect of its own.",
           "Begin with the nearest one and change Radius first, then Young's Modulus.",
           "Vellum: the presets of the Configure Hair and Configure String tools."});
  rows.real<&Material::radius>("radius", "Radius")
      .unit("m")
      .soft(0, 0.05)
      .hardLow(1e-9)
      .help({"How thick rods are. Bending stiffness grows with the fourth power of it and weight with the "
             "second, "
             "so thick rods stand and thin ones hang. A point attribute pscale (radius) or width (diameter), "
             "in "
             "scene units, is used instead where the curves have one.",
             "0.00004 for hair, 0.003 for a vine, 0.01 for a rope.",
             "Wire: Width (a diameter). Vellum: Thickness."});
  rows.ramp<&Material::taper>("taper", "Taper")
      .help({"Multiplies Radius from root (left) to tip (right): a falling ramp makes tips that are lighter "
             "and "
             "swing more than their roots.",
             "From 1 to 0.2 for plants. It must stay above 0.",
             "Vellum: Thickness with a ramp over the curve."});
  rows.real<&Material::aspect>("aspect", "Aspect")
      .unit("1")
      .soft(0.01, 1)
      .hardLow(1e-4)
      .hardHigh(1e4)
      .help({"Flattens the round section to an ellipse: thickness over half width. Flat rods bend over their "
             "broad side, twist easily and refuse to bend sideways, as paper does. Attribute: aspect.",
             "1 for round rods, 0.15 for grass, 0.02 for ribbons.", "none"});
  rows.real<&Material::density>("density", "Density")
      .unit("kg/m3")
      .soft(100, 3000)
      .hardLow(1e-3)
      .help(
          {"Mass for its volume: heavy rods sag more, swing more slowly and resist wind. Attribute: density.",
           "600 for dry plants, 1300 for hair, 8000 for steel.", "Wire: density (attribute). Vellum: Mass."});
  rows.real<&Material::young>("young", "Young's Modulus")
      .unit("Pa")
      .soft(1e5, 1e10)
      .hardLow(1e-3)
      .help({"How hard the material is to bend: a greater value makes curls spring back faster and hang "
             "less. It "
             "means the same for any number of elements, substeps or points. Attribute: young.",
             "1e7 for rubber, 1e8 for green stems, 6e9 for wood, 3.5e9 for hair.",
             "Vellum: Bend Stiffness. Wire: Angular Spring Constant. Both change with resolution; this does "
             "not."});
  rows.real<&Material::poisson>("poisson", "Poisson's Ratio")
      .unit("1")
      .soft(0, 0.5)
      .hardLow(-0.99)
      .hardHigh(0.5)
      .help({"Sets twist against bending: a greater value makes a rod that twists more easily for the same "
             "bending, so that loops close into plectonemes sooner. Attribute: poisson.",
             "0.3 for most things, 0.5 for rubber.", "Vellum: Twist Stiffness, in part."});
  rows.real<&Material::damping>("damping", "Damping")
      .unit("s")
      .soft(0, 0.1)
      .hardLow(0)
      .help({"How fast wobble dies within the rod: the time by which its stiffness lags behind its motion. "
             "It does "
             "not slow a rod's fall and does not change where it comes to rest. Attribute: damping.",
             "0 rings for long, 0.003 for hair, 0.02 for a wet rope.",
             "Vellum: Damping Ratio. Wire: Angular Damping Constant."});
  rows.real<&Material::drag>("drag", "Drag")
      .unit("1")
      .soft(0, 3)
      .hardLow(0)
      .help({"How strongly air takes hold of the rod: 0 falls as in a vacuum, more makes it drift with the "
             "wind "
             "and swing to rest sooner. Attribute: drag.",
             "1 for a bare round rod, 2 to 5 for leafy or fluffy ones.", "POP: airresist. Wire: Drag."});
}

}  // namespace tendril
