// What tendril::rods tells of parameters without effect, and of sizes that are probably wrong.
#include <algorithm>
#include <cmath>

#include "nodes/attributes/radius.h"
#include "nodes/making/strand.h"
#include "nodes/parameters/text.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

bool isConstant(const Ramp& ramp) {
  return std::all_of(ramp.keys.begin(), ramp.keys.end(),
                     [&](const Ramp::Key& key) { return key.value == 1; });
}

// Whether a material's number is another than its preset's: somebody chose it.
class Chosen {
 public:
  explicit Chosen(const Material& material) {
    NodeDefinition table;
    addMaterialParameters(table, [](void* p) -> void* { return p; });
    for (const Parameter& parameter : table.parameters) {
      if (parameter.name != "material") continue;
      const auto item = static_cast<std::size_t>(std::get<std::int64_t>(parameter.get(&material)));
      for (const Preset& preset : parameter.presets)
        if (std::string(preset.token) == parameter.items[item].token) usual_ = preset.values;
    }
  }
  bool operator()(const char* name, double value) const {
    for (const auto& [usual, number] : usual_)
      if (std::string(usual) == name) return number != value;
    return false;
  }

 private:
  std::vector<std::pair<const char*, double>> usual_;
};

bool isOurs(const Geometry& g, const char* name) {
  for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive, Owner::detail})
    if (g.find(owner, name)) return !isFilledIn(g, name);
  return false;
}

}  // namespace

void tellUnused(const RodsParms& parms, const Geometry& g, Host& host) {
  const Material& material = parms.material;
  const Chosen chosen(material);
  const bool width = isOurs(g, "width"), pscale = isOurs(g, "pscale");
  const bool mass = numericTuple(g.find(Owner::point, "mass"), 1);
  if (pscale || width) {
    const std::string why = std::string(" is not used: the curves have ") + (pscale ? "pscale" : "width");
    if (chosen("radius", material.radius)) host.note("Radius" + why);
    if (!isConstant(material.taper)) host.note("Taper" + why);
  }
  if (mass && chosen("density", material.density)) host.note("Density is not used: the curves have mass");
  if (mass && isOurs(g, "density")) host.note("the attribute density is not used: the curves have mass, too");
  const auto tell = [&](const char* name, const char* label, double value) {
    if (isOurs(g, name) && !(mass && std::string(name) == "density") && chosen(name, value))
      host.note(std::string(label) + " is not used: the curves have " + name);
  };
  tell("density", "Density", material.density);
  tell("young", "Young's Modulus", material.young);
  tell("poisson", "Poisson's Ratio", material.poisson);
  tell("damping", "Damping", material.damping);
  tell("drag", "Drag", material.drag);
  tell("aspect", "Aspect", material.aspect);
}

void tellLong(const RodsParms& parms, const Cook& cook, const std::vector<Strand>& strands) {
  constexpr double kLongest = 5;      // m; of hair
  constexpr double kThinnest = 1e-5;  // radius over length: 5 m of 0.1 mm
  const MaterialPreset preset = parms.material.preset;
  const bool isHair = (preset == MaterialPreset::hair || preset == MaterialPreset::groom) &&
                      !Chosen(parms.material)("young", parms.material.young);
  const KnotValue radius = findRadius(*cook.input(0));
  std::size_t count = 0;
  double longest = 0;
  std::int64_t first = 0;
  for (const Strand& strand : strands) {
    const double length = strand.rod.shape.length() * cook.unitLength;
    if (!(length > kLongest)) continue;
    const double thick =
        radius ? radius.at(*cook.input(0), strand.primitive, 0) * cook.unitLength : parms.material.radius;
    if (!isHair && !(thick < kThinnest * length)) continue;
    if (count++ == 0) first = strand.rod.id;
    longest = std::max(longest, length);
  }
  if (count == 0) return;
  cook.host.warn(
      counted(count, "rod is", "rods are") + " up to " +
      formatNumber(static_cast<float>(std::round(10 * longest) / 10)) + " m long" +
      (isHair ? " and of hair" : " and thinner than a hair of that length can be") + " (id " +
      std::to_string(first) + (count > 1 ? " is the first" : "") + "). A scene unit counts as " +
      formatNumber(cook.unitLength) +
      " m: if the curves are in centimetres, set the unit length of the scene to 0.01; if they are "
      "not hair, choose their material");
}

}  // namespace tendril::nodes
