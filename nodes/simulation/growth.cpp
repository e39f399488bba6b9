// Parts of rods that exist: grown so far, and by pieces.
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "nodes/attributes/knot_values.h"
#include "nodes/attributes/ungrown.h"
#include "nodes/simulation/growth_and_cuts.h"
#include "nodes/simulation/rod_parts.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {

namespace {

// Grown arc length. A last element too short for floats to separate its knots is left out.
double grownLength(const std::vector<double>& arc, double part) {
  constexpr double kLeast = 1e-6;  // of the whole rod
  if (part >= 1) return arc.back();
  const double length = part * arc.back();
  const std::size_t k =
      static_cast<std::size_t>(std::upper_bound(arc.begin(), arc.end(), length) - arc.begin()) - 1;
  return length - arc[k] < kLeast * arc.back() ? arc[k] : length;
}

std::vector<double> grownLengths(const Geometry& g, const std::vector<Rod>& rods,
                                 const SimulationParms& parms) {
  const KnotValue growth = findKnotValue(g, "growth");
  std::vector<double> lengths;
  for (const Rod& rod : rods) {
    const double part = parms.growth * (growth ? growth.at(g, rod.primitive, 0) : 1.0);
    if (!std::isfinite(part)) throw Error("rod " + std::to_string(rod.id) + ": growth is not finite");
    lengths.push_back(grownLength(rod.shape.arc, std::clamp(part, 0.0, 1.0)));
  }
  return lengths;
}

// Rods without a part, and where on the rods that are there they wait: at their root, or as near to it as
// their parents have come.
std::vector<Ungrown> ungrownOf(const Geometry& uncut, const std::vector<Rod>& rods, const Geometry& made) {
  std::unordered_map<std::int64_t, std::size_t> whole = indexById(rods);
  std::unordered_set<std::int64_t> there;
  const std::vector<std::int64_t> ids = idsOf(made);
  there.insert(ids.begin(), ids.end());
  const Attribute *parent = numericTuple(uncut.find(Owner::primitive, "rodparent"), 1),
                  *length = numericTuple(uncut.find(Owner::primitive, "rodparentlength"), 1);
  std::vector<Ungrown> ungrown;
  for (const Rod& rod : rods) {
    if (there.count(rod.id)) continue;
    Ungrown its{rod.id, parent && length ? rod.id : -1, 0};
    for (std::size_t steps = 0; its.on >= 0 && !there.count(its.on); ++steps) {
      const auto found = whole.find(its.on);
      if (found == whole.end() || steps > rods.size()) {
        its.on = -1;
        break;
      }
      const std::size_t p = rods[found->second].primitive;
      its.on = static_cast<std::int64_t>(numberAt(parent->numbers, p));
      its.arc = numberAt(length->numbers, p);
    }
    ungrown.push_back(its);
  }
  return ungrown;
}

}  // namespace

std::optional<Geometry> partsOf(const Geometry& uncut, const std::vector<Rod>& rods,
                                const std::vector<Rod>& state, const SimulationParms& parms) {
  const std::vector<double> grown = grownLengths(uncut, rods, parms);
  std::unordered_map<std::int64_t, std::vector<RodPart>> cut;
  for (const Rod& rod : state)
    if (rod.history && rod.history->cutEnd > 0)
      cut[rod.history->cutFrom].push_back({0, rod.history->cutStart, rod.history->cutEnd, rod.id});
  bool whole = cut.empty();
  for (std::size_t r = 0; whole && r < rods.size(); ++r) whole = grown[r] == rods[r].shape.length();
  if (whole) return {};
  std::vector<RodPart> parts;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const auto found = cut.find(rods[r].id);
    if (found == cut.end()) {
      if (grown[r] > 0) parts.push_back({r, 0, grown[r], rods[r].id});
      continue;
    }
    std::vector<RodPart>& its = found->second;
    std::sort(its.begin(), its.end(), [](const RodPart& a, const RodPart& b) { return a.from < b.from; });
    for (RodPart part : its) {
      part.rod = r;
      part.to = std::min(part.to, rods[r].shape.length());
      if (part.from == 0) part.to = std::min(part.to, grown[r]);
      if (part.to > part.from) parts.push_back(part);
    }
  }
  Geometry made = slicedRods(uncut, rods, std::move(parts));
  const bool grows = [&] {
    for (std::size_t r = 0; r < rods.size(); ++r)
      if (grown[r] < rods[r].shape.length()) return true;
    return false;
  }();
  if (grows) writeUngrown(ungrownOf(uncut, rods, made), made);
  return made;
}

}  // namespace tendril::nodes
