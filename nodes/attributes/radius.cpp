// The radius of curves.
#include "nodes/attributes/radius.h"

#include <algorithm>

#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

struct Named {
  const char* name;
  double factor;  // to a radius
};
constexpr Named kPscale = {"pscale", 1}, kWidth = {"width", 0.5};

}  // namespace

KnotValue findRadius(const Geometry& g, const std::vector<std::string>& except) {
  for (const auto& [name, factor] : {kPscale, kWidth}) {
    if (std::find(except.begin(), except.end(), name) != except.end()) continue;
    if (const KnotValue found = findKnotValue(g, name, 1, factor)) return found;
  }
  return {};
}

KnotValue findDrawnRadius(const Geometry& g) {
  for (const auto& [name, factor] : {kWidth, kPscale})
    for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive, Owner::detail})
      if (const Attribute* found = numericTuple(g.find(owner, name), 1)) return {found, owner, factor};
  return {};
}

}  // namespace tendril::nodes
