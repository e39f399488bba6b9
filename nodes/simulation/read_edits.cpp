// Edited rods: read anew from P and orient.
#include <algorithm>
#include <string>

#include "nodes/simulation/workspace.h"
#include "solver/base/parallel.h"
#include "solver/geometry/tuples.h"
#include "solver/statics/rod_from_knots.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

namespace {

// Less is rounding of floats or transforms. 1e-5 of a rod and 3e-4 rad are not visible.
constexpr double kMovedFar = 1e-5, kTurnedFar = 3e-4;

// Relative rounding of a stored number.
double roundingOf(const Attribute& attribute) {
  switch (attribute.storage()) {
    case Storage::real16:
      return 1e-3;
    case Storage::real64:
      return 2e-16;
    default:
      return 1e-7;
  }
}

bool readEdit(const Geometry& g, double farther, const Attribute& p, const Attribute* orient, Rod& rod) {
  Knots knots;
  for (const std::int32_t point : g.pointsOf(rod.primitive)) {
    const std::size_t i = static_cast<std::size_t>(point);
    knots.positions.emplace_back(tupleAt(p, i));
    if (!orient) continue;
    const Quaterniond q{Eigen::Vector4d(tupleAt(*orient, i))};
    if (q.norm() > 0.5 && q.norm() < 2) knots.orients.push_back(q.normalized());
  }
  if (knots.orients.size() != knots.positions.size()) knots.orients.clear();
  for (const Vector3d& position : knots.positions)
    if (!position.allFinite()) throw Error("rod " + std::to_string(rod.id) + ": P is not finite");
  for (const Quaterniond& q : knots.orients)
    if (!q.coeffs().allFinite()) throw Error("rod " + std::to_string(rod.id) + ": orient is not finite");
  const Edit edit = editOf(rod, knots);
  // floats are coarse far from the origin
  const double reach = rod.shape.root.position.norm() + rod.shape.length() + farther,
               coarse = 4 * roundingOf(p) * reach / rod.shape.length();
  const double turnedFar = std::max(kTurnedFar, orient ? 4 * roundingOf(*orient) : 0.0);
  if (edit.distance <= kMovedFar + coarse && edit.turn <= turnedFar) return false;
  if (edit.turn <= turnedFar) knots.orients.clear();  // points moved, frames are from before
  rodFromKnots(rod, knots);
  return true;
}

}  // namespace

void readEdits(const Geometry& g, double reach, std::vector<Rod>& rods, SimulationReport& report) {
  const Attribute& p = *g.find(Owner::point, "P");
  const Attribute* orient = numericTuple(g.find(Owner::point, "orient"), 4);
  std::vector<std::uint8_t> edited(rods.size(), 0);
  parallelForInOrder(rods.size(), [&](std::size_t r) { edited[r] = readEdit(g, reach, p, orient, rods[r]); });
  for (const std::uint8_t one : edited) report.edited += one;
}

}  // namespace tendril::nodes
