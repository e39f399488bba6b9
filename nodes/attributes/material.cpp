// What rods are made of.
#include "nodes/attributes/material.h"

#include <algorithm>

#include "nodes/attributes/knot_values.h"
#include "nodes/attributes/radius.h"
#include "nodes/parameters/text.h"
#include "solver/base/error.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
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
  Preset hair = preset("hair", 4e-5, 1, 1300, 3.5e9, 0.35, 0.003, 1), groom = hair;
  groom.token = "groom";
  hair.values.emplace_back("undergravity", 0);   // sag
  groom.values.emplace_back("undergravity", 1);  // stay
  return {hair,
          preset("vine", 0.003, 1, 900, 1e8, 0.3, 0.01, 1),
          preset("twig", 0.005, 1, 700, 6e9, 0.3, 0.005, 1),
          preset("grass", 0.002, 0.15, 600, 8e8, 0.3, 0.01, 1),
          preset("rope", 0.008, 1, 1100, 2e7, 0.3, 0.02, 1),
          preset("cable", 0.005, 1, 2500, 5e8, 0.35, 0.01, 1),
          preset("ribbon", 0.01, 0.02, 900, 1e9, 0.35, 0.005, 1),
          groom};
}

struct Property {
  const char* name;
  double Material::*value;
  double least, most;  // what an attribute may hold
  bool open;           // `least` itself is refused
};

constexpr double kMost = 1e30;  // floats hold it, and its square
constexpr Property kProperties[] = {
    {"density", &Material::density, 0, kMost, true}, {"young", &Material::young, 0, kMost, true},
    {"poisson", &Material::poisson, -1, 0.5, true},  {"damping", &Material::damping, 0, kMost, false},
    {"drag", &Material::drag, 0, kMost, false},      {"aspect", &Material::aspect, 0, kMost, true}};
constexpr Property kRadius = {"pscale", &Material::radius, 0, kMost, true};

// Detail attribute: the names of those attributes that a node's parameters filled in. The others are the
// artist's and stand above parameters.
constexpr const char* kFilledIn = "rodmaterial";

std::vector<std::string> filledIn(const Geometry& g) {
  const Attribute* names = g.find(Owner::detail, kFilledIn);
  return names && names->kind == AttributeKind::string ? words(names->stringAt(0))
                                                       : std::vector<std::string>();
}

}  // namespace

bool isFilledIn(const Geometry& g, const char* name) {
  const std::vector<std::string> ours = filledIn(g);
  return std::find(ours.begin(), ours.end(), name) != ours.end();
}

void markFilledIn(Geometry& g, const char* name) {
  if (isFilledIn(g, name)) return;
  std::vector<std::string> ours = filledIn(g);
  ours.emplace_back(name);
  g.addString(Owner::detail, kFilledIn).setString(0, joined(ours, " "));
}

namespace {

// Where an artist's value of a property stands.
KnotValue find(const Geometry& g, const char* name) {
  return isFilledIn(g, name) ? KnotValue() : findKnotValue(g, name);
}

KnotValue find(const Geometry& g, const Property& property) {
  return &property == &kRadius ? findRadius(g, filledIn(g)) : find(g, property.name);
}

bool isGood(double value, const Property& property) {
  return (property.open ? value > property.least : value >= property.least) && value <= property.most;
}

void check(const Geometry& g, const KnotValue& given, const Property& property,
           const std::vector<std::uint8_t>& rods) {
  if (!given.attribute) return;
  for (std::size_t p = 0; p < rods.size(); ++p)
    for (std::size_t v = 0; rods[p] && v < g.pointsOf(p).size(); ++v)
      if (const double value = given.at(g, p, v); !isGood(value, property))
        throw Error("attribute '" + given.attribute->name + "' is " + formatNumber(value / given.factor) +
                    " at point " + std::to_string(g.pointsOf(p)[v]) + " of curve " + std::to_string(p) +
                    "; it must be " + (property.open ? "above " : "at least ") +
                    formatNumber(property.least));
}

// A value for each knot, from wherever the artist has it.
void writeKnots(Geometry& g, const char* name, const KnotValue& given,
                const std::vector<std::uint8_t>& rods) {
  Attribute& to = realTuple(g, Owner::point, name, 1);
  for (std::size_t p = 0; p < rods.size(); ++p)
    for (std::size_t v = 0; rods[p] && v < g.pointsOf(p).size(); ++v)
      setTuple(to, static_cast<std::size_t>(g.pointsOf(p)[v]), given.at(g, p, v));
}

void writeTaper(Geometry& g, const Material& material, const std::vector<std::uint8_t>& rods,
                double unitLength) {
  Attribute& pscale = realTuple(g, Owner::point, "pscale", 1);
  for (std::size_t p = 0; p < rods.size(); ++p) {
    if (!rods[p]) continue;
    const Attribute& arc = *g.find(Owner::point, "arclength");
    const Span<const std::int32_t> points = g.pointsOf(p);
    const double length = numberAt(arc.numbers, static_cast<std::size_t>(points[points.size() - 1]));
    for (const std::int32_t point : points) {
      const std::size_t i = static_cast<std::size_t>(point);
      const double taper = material.taper.at(numberAt(arc.numbers, i) / length);
      if (!(taper > 0)) throw Error("taper: is " + formatNumber(taper) + " somewhere; it must stay above 0");
      setTuple(pscale, i, material.radius / unitLength * taper);
    }
  }
}

}  // namespace

void checkMaterial(const Geometry& g, const std::vector<std::uint8_t>& rods) {
  for (const Property& property : kProperties) check(g, find(g, property), property, rods);
  check(g, find(g, kRadius), kRadius, rods);
}

void writeMaterial(Geometry& g, const Material& material, const std::vector<std::uint8_t>& rods,
                   double unitLength) {
  std::vector<std::string> ours = filledIn(g);
  const auto fill = [&](const char* name) {
    if (std::find(ours.begin(), ours.end(), name) == ours.end()) ours.emplace_back(name);
  };
  for (const Property& property : kProperties) {
    const KnotValue given = find(g, property);
    if (given.attribute && given.owner != Owner::vertex && given.owner != Owner::detail) continue;
    if (given.attribute) {
      writeKnots(g, property.name, given, rods);
      continue;
    }
    Attribute& values = realTuple(g, Owner::primitive, property.name, 1);
    for (std::size_t p = 0; p < rods.size(); ++p)
      if (rods[p]) setTuple(values, p, material.*property.value);
    fill(property.name);
  }
  const KnotValue radius = find(g, kRadius);
  if (!radius.attribute) {
    writeTaper(g, material, rods, unitLength);
    fill(kRadius.name);
  } else if (radius.owner != Owner::point || radius.factor != 1) {
    writeKnots(g, kRadius.name, radius, rods);
  }
  g.addString(Owner::detail, kFilledIn).setString(0, joined(ours, " "));
}

namespace {

void addSectionParameters(ParameterTable<Material>& table) {
  table
      .menu<&Material::preset>("material", "Material",
                               {{"hair", "Hair"},
                                {"vine", "Vine"},
                                {"twig", "Twig"},
                                {"grass", "Grass"},
                                {"rope", "Rope"},
                                {"cable", "Cable"},
                                {"ribbon", "Ribbon"},
                                {"groom", "Groomed Hair"}})
      .fixed()
      .presets(presets())
      .help(
          {"A known material. Choosing one sets the values below; you can change them afterwards. Groomed "
           "Hair has the values of Hair; it also sets Under Gravity to Stay in Shape, and Hair sets it to "
           "Sag. A long thin Vine cannot carry its own weight and lies down, unless Under Gravity is Stay in "
           "Shape. The menu has no other effect.",
           "the closest material; then adjust Radius first and Young's Modulus second.",
           "presets of the Configure Hair and Configure String tools (Vellum)."});
  table.real<&Material::radius>("radius", "Radius")
      .unit("m")
      .soft(0, 0.05)
      .hardLow(1e-9)
      .hardHigh(1e6)
      .help({"Radius of the rods. Bending stiffness grows with its fourth power and weight with its square, "
             "so thick rods stand and thin ones hang. If the curves have a point attribute pscale (radius) "
             "or width (diameter), in scene units, that value is used instead.",
             "0.00004 for hair, 0.003 for a vine, 0.01 for a rope.",
             "Thickness (Vellum), Width (Wire, a diameter)."});
  table.ramp<&Material::taper>("taper", "Taper")
      .help({"Multiplies Radius from root (left) to tip (right). With a falling ramp, tips are lighter and "
             "swing more than roots. It must stay above 0.",
             "from 1 to 0.2 for plants.", "Thickness with a ramp (Vellum)."});
  table.real<&Material::aspect>("aspect", "Aspect")
      .unit("1")
      .soft(0.01, 1)
      .hardLow(1e-4)
      .hardHigh(1e4)
      .help({"Flattens the round cross section to an ellipse: its thickness divided by its width. Flat rods "
             "bend easily about their broad side, twist easily and resist sideways bending, like a strip of "
             "paper. Attribute: aspect.",
             "1 for round rods, 0.15 for grass, 0.02 for ribbons.", "none"});
}

void addSubstanceParameters(ParameterTable<Material>& table) {
  table.real<&Material::density>("density", "Density")
      .unit("kg/m3")
      .soft(100, 3000)
      .hardLow(1e-3)
      .hardHigh(1e9)
      .help({"Mass per volume. Heavy rods sag more, swing more slowly and resist wind. Attribute: density.",
             "600 for dry plants, 1300 for hair, 8000 for steel.",
             "Mass (Vellum), attribute density (Wire)."});
  table.real<&Material::young>("young", "Young's Modulus")
      .unit("Pa")
      .soft(1e5, 1e10)
      .hardLow(1e-3)
      .hardHigh(1e18)
      .help({"Stiffness of the material. With a greater value curls spring back faster and rods hang less. "
             "It does not depend on the number of elements, substeps or points. Attribute: young.",
             "1e7 for rubber, 1e8 for green stems, 6e9 for wood, 3.5e9 for hair.",
             "Bend Stiffness (Vellum), Angular Spring Constant (Wire). Both depend on resolution; this does "
             "not."});
  table.real<&Material::poisson>("poisson", "Poisson's Ratio")
      .unit("1")
      .soft(0, 0.5)
      .hardLow(-0.99)
      .hardHigh(0.5)
      .help({"Sets the ratio of twist stiffness to bending stiffness. With a greater value a rod of the same "
             "bending stiffness twists more easily, so loops close into coils sooner. Attribute: poisson.",
             "0.3 for most materials, 0.5 for rubber.", "Twist Stiffness (Vellum), in part."});
  table.real<&Material::damping>("damping", "Damping")
      .unit("s")
      .soft(0, 0.1)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"How fast vibrations of the rod die out: the time by which the elastic force lags behind the "
             "deformation. It does not slow down a fall and does not change the equilibrium. Attribute: "
             "damping.",
             "0.003 for hair, 0.02 for a wet rope; with 0 rods vibrate for a long time.",
             "Damping Ratio (Vellum), Angular Damping Constant (Wire)."});
  table.real<&Material::drag>("drag", "Drag")
      .unit("1")
      .soft(0, 3)
      .hardLow(0)
      .hardHigh(1e6)
      .help({"Strength of air drag on the rod. 0 falls as in a vacuum. With more drag a rod drifts with the "
             "wind and comes to rest sooner. Attribute: drag.",
             "1 for a bare round rod, 2 to 5 for leafy or fluffy ones.", "airresist (POP), Drag (Wire)."});
}

}  // namespace

void addMaterialParameters(NodeDefinition& node, Inside inside) {
  ParameterTable<Material> table(node, inside);
  addSectionParameters(table);
  addSubstanceParameters(table);
}

}  // namespace tendril::nodes
