// Values for false colours.
#include "cli/drawing/values.h"

#include <cmath>

#include "solver/base/error.h"
#include "solver/constraints/constraint.h"
#include "solver/geometry/tuples.h"

namespace tendril::cli::show {

using Eigen::Vector3d;

namespace {

const Attribute* numbersOf(const Geometry& g, Owner owner, const char* name) {
  const Attribute* found = g.find(owner, name);
  return found && found->kind == AttributeKind::numeric ? found : nullptr;
}

std::string namesIn(const Geometry& g) {
  std::string names = "bend, speed";
  for (const Owner owner : {Owner::point, Owner::primitive, Owner::detail})
    for (const Attribute& a : g.attributes[static_cast<int>(owner)])
      if (a.kind == AttributeKind::numeric) names += ", " + a.name;
  return names;
}

}  // namespace

ValueOf::ValueOf(const Geometry& g, const std::string& name) {
  points_ = numbersOf(g, Owner::point, name.c_str());
  primitives_ = numbersOf(g, Owner::primitive, name.c_str());
  if (points_ || primitives_) return;
  if (name == "energy") {
    primitives_ = numbersOf(g, Owner::primitive, "kinetic");
    other_ = numbersOf(g, Owner::primitive, "elastic");
    if (primitives_ && other_) return;
    throw Error("--color energy: needs the solver's kinetic and elastic on primitives");
  }
  if (name == "speed" && (points_ = numbersOf(g, Owner::point, "v"))) return;
  if (name == "bend") {
    findBends(g);
    return;
  }
  if ((all_ = numbersOf(g, Owner::detail, name.c_str()))) return;
  throw Error("--color " + name + ": there is no such attribute; there are " + namesIn(g));
}

bool ValueOf::isIn(const Geometry& g, const std::string& name) {
  for (const Owner owner : {Owner::point, Owner::primitive, Owner::detail})
    if (numbersOf(g, owner, name.c_str())) return true;
  if (name == "energy")
    return numbersOf(g, Owner::primitive, "kinetic") && numbersOf(g, Owner::primitive, "elastic");
  return name == "bend" || (name == "speed" && numbersOf(g, Owner::point, "v"));
}

double ValueOf::number(const Attribute& attribute, std::size_t element) const {
  const Eigen::VectorXd tuple = tupleAt(attribute, element);
  const double value = tuple.size() == 1 ? tuple[0] : tuple.norm();
  return std::isfinite(value) ? value : 0;
}

double ValueOf::at(std::size_t primitive, std::int32_t point) const {
  if (!bends_.empty()) return bends_[static_cast<std::size_t>(point)];
  if (points_) return number(*points_, static_cast<std::size_t>(point));
  if (primitives_) return number(*primitives_, primitive) + (other_ ? number(*other_, primitive) : 0);
  return all_ ? number(*all_, 0) : 0;
}

// Of a circle through each point and its neighbours; of rods, what their state says.
void ValueOf::findBends(const Geometry& g) {
  bends_.assign(g.pointCount(), 0);
  const Attribute& places = *g.find(Owner::point, "P");
  const Attribute* kappa = numericTuple(g.find(Owner::point, "kappa"), 3);
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    const Span<const std::int32_t> points = g.pointsOf(p);
    for (std::size_t v = 0; v < points.size(); ++v) {
      const std::size_t at = static_cast<std::size_t>(points[v]);
      if (kappa) {
        bends_[at] = tupleAt(*kappa, at).tail<2>().norm();
        continue;
      }
      if (v == 0 || v + 1 == points.size()) continue;
      const Vector3d a = tupleAt(places, static_cast<std::size_t>(points[v - 1])), b = tupleAt(places, at),
                     c = tupleAt(places, static_cast<std::size_t>(points[v + 1]));
      const double sides = (b - a).norm() * (c - b).norm() * (c - a).norm();
      bends_[at] = sides > 0 ? 2 * (b - a).cross(Vector3d(c - a)).norm() / sides : 0;
    }
    if (kappa || points.size() < 3) continue;
    bends_[static_cast<std::size_t>(points[0])] = bends_[static_cast<std::size_t>(points[1])];
    bends_[static_cast<std::size_t>(points[points.size() - 1])] =
        bends_[static_cast<std::size_t>(points[points.size() - 2])];
  }
}

bool isOfConstraints(const Geometry& g) {
  const Attribute* type = g.find(Owner::primitive, "type");
  if (!g.find(Owner::point, "rodid") || !type || !type->isString() || g.primitiveCount() == 0) return false;
  return findConstraintType(std::string(type->stringAt(0))) != nullptr;
}

}  // namespace tendril::cli::show
