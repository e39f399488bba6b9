// A number that an artist gives: what a force or a constraint says of it, for parameters, attributes, help
// and checks.
//
//   constexpr Property kStrength = {"magnet", "Magnet", "m/s2", 0, {-10, 10}, {}, {"Pulls rods ...", "5.",
//   "none"}};
#pragma once

#include <limits>
#include <string_view>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver {

// What a slider shows, or what is allowed.
struct PropertyRange {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

// What a host tells of it.
struct PropertyHelp {
  const char* effect = "";     // what it does to the picture
  const char* useful = "";     // a useful range or choice
  const char* alike = "none";  // what Vellum, Wire or a node of Houdini call it
};

struct Property {
  const char* name = "";   // of the parameter and of the attribute
  const char* label = "";  // shown to artists
  const char* unit = "1";
  double value = 0;  // where nobody gives one
  PropertyRange soft, hard;
  PropertyHelp help;
};

// Values of the properties of many types lie one type after the other: the defaults, and where a type's
// begin.
template <class Type>
std::vector<double> defaultsOf(const std::vector<const Type*>& types) {
  std::vector<double> values;
  for (const Type* type : types)
    for (const Property& property : type->properties) values.push_back(property.value);
  return values;
}
template <class Type>
std::size_t firstValueOf(const Type& type, const std::vector<const Type*>& types) {
  std::size_t first = 0;
  for (const Type* other : types) {
    if (other == &type) break;
    first += other->properties.size();
  }
  return first;
}

// In attributes it is in scene units.
inline bool isLength(const Property& property) {
  const std::string_view unit = property.unit;
  return unit == "m" || unit == "m/s";
}

}  // namespace tendril::solver
