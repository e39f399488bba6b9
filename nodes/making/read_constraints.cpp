// Constraints that other solvers' attributes and geometry ask for: pinned points, and those of Vellum.
#include <algorithm>
#include <string>

#include "nodes/making/constraint_maker.h"
#include "nodes/parameters/text.h"
#include "nodes/simulation/targets.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {

using Eigen::Vector3d;

// Knots that Wire and Vellum attributes hold become constraints that can be seen and broken.
void ConstraintMaker::readPins() {
  const std::vector<std::uint8_t> group = chosen(parms_.group);
  const Pins pins(drawn_);
  if (!pins.speak()) throw Error("type: no pintoanimation, gluetoanimation or stopped on the rods' points");
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    if (!group[r]) continue;
    for (std::size_t k = 0; k < rods_[r].shape.arc.size(); ++k) {
      const Hold hold = pins.at(rods_[r].primitive, k);
      if (hold == Hold::none) continue;
      const RodSpot spot = spotAt(r, rods_[r].shape.arc[k]);
      FarEnd end;
      end.target = spot.frame.position;
      made_.add(spot, end, {"position", {}, {}});
      if (hold == Hold::all) made_.add(spot, end, {"orientation", {}, {}});
    }
  }
}

// Points of Vellum's constraints are those of the curves, one to one.
void ConstraintMaker::readVellum() {
  if (!targets_) throw Error("type: Vellum's constraints go into the second input");
  const Geometry* curves = cook_.input(3);
  if (!curves) throw Error("type: Vellum's constraints need their curves in the fourth input");
  if (curves->pointCount() != targets_->pointCount())
    throw Error("Vellum's constraints have " + std::to_string(targets_->pointCount()) +
                " points, their curves " + std::to_string(curves->pointCount()) +
                "; they belong to each other point by point");
  const Attribute* type = targets_->find(Owner::primitive, "type");
  if (!type || !type->isString()) throw Error("Vellum's constraints have no type");
  findSpotsOf(*curves);
  std::size_t others = 0;
  for (std::size_t p = 0; p < targets_->primitiveCount(); ++p) {
    const std::string_view kind = type->stringAt(p);
    const Span<const std::int32_t> points = targets_->pointsOf(p);
    if (points.size() == 0 || !spotOf_[static_cast<std::size_t>(points[0])]) {
      ++others;
      continue;
    }
    const RodSpot& spot = *spotOf_[static_cast<std::size_t>(points[0])];
    FarEnd end;
    end.target = tupleAt(*curves->find(Owner::point, "P"), static_cast<std::size_t>(points[0]));
    Given given;
    given.compliance = vellumCompliance(p);
    if (const Attribute* rest = numericTuple(targets_->find(Owner::primitive, "restlength"), 1))
      given.restLength = std::max(0.0, numberAt(rest->numbers, p));
    if (kind == "pin" || kind == "attach") {
      const Attribute* goal = targets_->find(Owner::primitive, "restvector");
      if (goal && goal->kind == AttributeKind::numeric && goal->tupleSize >= 3)
        end.target = Vector3d(tupleAt(*goal, p).head<3>());
      given.kind = kind == "pin" ? "position" : "attach";
      made_.add(spot, end, given);
    } else if (kind == "pinorient") {
      given.kind = "orientation";
      made_.add(spot, end, given);
    } else if ((kind == "stitch" || kind == "branchstitch" || kind == "distance") && points.size() >= 2 &&
               spotOf_[static_cast<std::size_t>(points[1])] &&
               (kind != "distance" || spotOf_[static_cast<std::size_t>(points[1])]->rod != spot.rod)) {
      given.kind = "distance";
      end.spot = &*spotOf_[static_cast<std::size_t>(points[1])];
      made_.add(spot, end, given);
    } else {
      ++others;
    }
  }
  if (others > 0)
    cook_.host.inform(counted(others, "of Vellum's constraints is", "of Vellum's constraints are") +
                      " left out: rods do without stretch and bend, and hold only what is on rods");
}

// Where every point of the curves is on its rod, by id.
void ConstraintMaker::findSpotsOf(const Geometry& curves) {
  spotOf_.assign(curves.pointCount(), {});
  const std::vector<std::int64_t> ids = idsOf(curves);
  const Attribute& places = *curves.find(Owner::point, "P");
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    const auto p = std::find(ids.begin(), ids.end(), rods_[r].id);
    if (p == ids.end()) continue;
    const Span<const std::int32_t> points = curves.pointsOf(static_cast<std::size_t>(p - ids.begin()));
    double whole = 0, arc = 0;
    std::vector<double> arcs;
    for (std::size_t v = 0; v < points.size(); ++v) {
      if (v > 0)
        whole += (Vector3d(tupleAt(places, static_cast<std::size_t>(points[v]))) -
                  Vector3d(tupleAt(places, static_cast<std::size_t>(points[v - 1]))))
                     .norm();
      arcs.push_back(whole);
    }
    for (std::size_t v = 0; v < points.size() && whole > 0; ++v) {
      arc = arcs[v] / whole * rods_[r].shape.length();
      spotOf_[static_cast<std::size_t>(points[v])] = spotAt(r, arc);
    }
  }
}

// Vellum's 1e10 means: as hard as can be.
double ConstraintMaker::vellumCompliance(std::size_t p) const {
  const Attribute* stiffness = numericTuple(targets_->find(Owner::primitive, "stiffness"), 1);
  const double value = stiffness ? numberAt(stiffness->numbers, p) : 0;
  return value > 0 && value < 1e10 ? 1 / value : 0;
}

}  // namespace tendril::nodes
