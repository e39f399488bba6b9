// Light rods.
#include "nodes/attributes/light_rods.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "nodes/attributes/state_names.h"

namespace tendril::nodes {
namespace {

enum class Keep { whole, narrow, half, not_ };

constexpr std::string_view kCuts[] = {"cutfrom", "cutstart", "cutend"};
constexpr std::string_view kDerived[] = {"orient", "w"};
constexpr std::string_view kBinding[] = {"pointarc", "pointoffset", "pointframe"};
constexpr std::string_view kRates[] = {"kapparate", "jointrate", "rootvel", "rootspin", "v"};

bool wasCut(const Geometry& g) {
  const Attribute* end = g.find(Owner::primitive, "cutend");
  for (std::size_t i = 0; end && i < sizeOf(end->numbers); ++i)
    if (numberAt(end->numbers, i) > 0) return true;
  return false;
}

// Whether rates lie in the range of half floats, with three digits or next to nothing.
bool fitsHalf(const Attribute& attribute) {
  constexpr double kMost = 65000;
  for (std::size_t i = 0; i < sizeOf(attribute.numbers); ++i)
    if (!(std::abs(numberAt(attribute.numbers, i)) < kMost)) return false;
  return true;
}

Keep howToKeep(const Attribute& attribute, Owner owner, bool cuts) {
  const std::string_view name = attribute.name;
  if (isIn(kCuts, name)) return cuts ? Keep::whole : Keep::not_;
  if (isIn(kHistoryNames, name)) return Keep::not_;
  if (owner == Owner::primitive && isIn(kBinding, name)) return Keep::not_;
  if (owner == Owner::point && isIn(kDerived, name)) return Keep::not_;
  if (name == "arclength" || attribute.kind != AttributeKind::numeric) return Keep::whole;
  if (isIn(kRates, name)) return fitsHalf(attribute) ? Keep::half : Keep::narrow;
  return isIn(kStateNames, name) ? Keep::narrow : Keep::whole;
}

Attribute narrowed(const Attribute& from, Storage storage) {
  Attribute to = makeAttribute(from.name, from.kind, storage, from.tupleSize, from.typeInfo);
  to.scope = from.scope;
  to.otherOptions = from.otherOptions;
  to.numbers = makeNumbers(storage, sizeOf(from.numbers));
  for (std::size_t i = 0; i < sizeOf(from.numbers); ++i) setNumber(to.numbers, i, numberAt(from.numbers, i));
  return to;
}

}  // namespace

Geometry lightRods(const Geometry& full, int restartEvery) {
  Geometry light;
  light.setPointCount(full.pointCount());
  light.vertexPoints = full.vertexPoints;
  light.starts = full.starts;
  light.kinds = full.kinds;
  light.others = full.others;
  light.listedRuns = full.listedRuns;
  light.groups = full.groups;
  light.edgeGroups = full.edgeGroups;
  light.fileVersion = full.fileVersion;
  light.shared = full.shared;
  const bool cuts = wasCut(full);
  for (const Owner owner : kOwners) {
    auto& kept = light.attributes[indexOf(owner)];
    kept.clear();
    for (const Attribute& attribute : full.attributes[indexOf(owner)]) {
      const Keep how = howToKeep(attribute, owner, cuts);
      if (how == Keep::whole) kept.push_back(attribute);
      if (how == Keep::narrow) kept.push_back(narrowed(attribute, Storage::real32));
      if (how == Keep::half) kept.push_back(narrowed(attribute, Storage::real16));
    }
  }
  setNumber(light.add(Owner::detail, kLightMark, Storage::int32, 1).numbers, 0, restartEvery);
  return light;
}

void refuseLight(const Geometry& rods) {
  const Attribute* mark = rods.find(Owner::detail, kLightMark);
  if (!mark) return;
  const int every = std::max(1, static_cast<int>(numberAt(mark->numbers, 0)));
  throw Error("is a light frame, which lacks the solver's state; take a restart frame (one every " +
              std::to_string(every) + " frames: 1, " + std::to_string(1 + every) + ", " +
              std::to_string(1 + 2 * every) + " ...; tendril info tells)");
}

}  // namespace tendril::nodes
