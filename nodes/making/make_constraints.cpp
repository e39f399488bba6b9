// tendril::constrain: where constraints go.
#include "nodes/making/make_constraints.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nodes/making/constraint_primitives.h"
#include "nodes/parameters/group_pattern.h"
#include "nodes/parameters/text.h"
#include "nodes/simulation/targets.h"
#include "solver/constraints/constraint.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

namespace {

// The nearest place on a triangle, as weights of its corners.
Vector3d nearestOn(const Vector3d& p, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const auto edge = [&](const Vector3d& from, const Vector3d& to) {
    const Vector3d way = to - from;
    return way.squaredNorm() > 0 ? std::clamp((p - from).dot(way) / way.squaredNorm(), 0.0, 1.0) : 0.0;
  };
  const Vector3d normal = (b - a).cross(c - a);
  const double square = normal.squaredNorm();
  if (square > 0) {
    const Vector3d inside((c - b).cross(p - b).dot(normal), (a - c).cross(p - c).dot(normal),
                          (b - a).cross(p - a).dot(normal));
    if (inside.minCoeff() >= 0) return inside / square;
  }
  const double u = edge(a, b), v = edge(b, c), w = edge(c, a);
  const Vector3d all[3] = {{1 - u, u, 0}, {0, 1 - v, v}, {w, 0, 1 - w}};
  const auto far = [&](const Vector3d& k) { return (k[0] * a + k[1] * b + k[2] * c - p).squaredNorm(); };
  return *std::min_element(std::begin(all), std::end(all),
                           [&](const Vector3d& x, const Vector3d& y) { return far(x) < far(y); });
}

class Maker {
 public:
  Maker(const ConstrainParms& parms, const Cook& cook)
      : parms_(parms),
        cook_(cook),
        drawn_(*cook.input(0)),
        targets_(cook.input(1)),
        rods_(readRods(drawn_)),
        made_(parms, cook, rods_) {}

  Geometry run() {
    if (parms_.type == MakeConstraint::vellum)
      readVellum();
    else if (parms_.type == MakeConstraint::pins)
      readPins();
    else
      makeAll();
    if (made_.empty()) cook_.host.warn("no constraint was made: nothing fits what was asked for");
    return made_.take();
  }

 private:
  std::vector<std::uint8_t> chosen(const std::string& pattern) const {
    const std::vector<std::uint8_t> all = cook_.host.select(drawn_, Owner::primitive, pattern);
    std::vector<std::uint8_t> rods;
    for (const Rod& rod : rods_) rods.push_back(all[rod.primitive]);
    return rods;
  }

  RodSpot spotAt(std::size_t r, double arc) const {
    RodSpot spot{r, std::clamp(arc, 0.0, rods_[r].shape.length()), {}};
    ShapeWalker walker(rods_[r].shape);
    spot.frame = walker.at(spot.arc);
    return spot;
  }

  // "0.25 0.5 -0.1": from the root, or from the tip where below 0.
  std::vector<double> arcsOf(const std::string& lengths, double length) const {
    std::vector<double> arcs;
    for (const std::string& word : words(lengths)) {
      const std::optional<double> number = parseNumber(word);
      if (!number) throw Error("lengths: \"" + word + "\" is no number");
      double arc = *number * (parms_.lengthUnit == LengthUnit::fraction ? length : 1 / cook_.unitLength);
      const bool fromTip = arc < 0 || word[0] == '-';
      if (fromTip) arc += length;
      if (arc < -1e-9 * length || arc > length * (1 + 1e-9)) {
        ++beyond_;
        continue;
      }
      arcs.push_back(std::clamp(arc, 0.0, length));
    }
    return arcs;
  }

  std::vector<double> arcsOf(std::size_t r) const {
    const Shape& shape = rods_[r].shape;
    const double length = shape.length();
    std::vector<double> arcs;
    switch (parms_.place) {
      case ConstraintPlace::root:
        return {0};
      case ConstraintPlace::tip:
        return {length};
      case ConstraintPlace::ends:
        return {0, length};
      case ConstraintPlace::lengths:
        return arcsOf(parms_.lengths, length);
      case ConstraintPlace::even:
        for (int i = 0; i < parms_.count; ++i) {
          const double u = parms_.count == 1 ? 0.5 : static_cast<double>(i) / (parms_.count - 1);
          arcs.push_back(length * (parms_.from + (parms_.to - parms_.from) * u));
        }
        return arcs;
      case ConstraintPlace::points: {
        const Span<const std::int32_t> points = drawn_.pointsOf(rods_[r].primitive);
        for (std::size_t k = 0; k < points.size(); ++k)
          if (points_[static_cast<std::size_t>(points[k])]) arcs.push_back(shape.arc[k]);
        return arcs;
      }
      case ConstraintPlace::nearest:
        return {};
    }
    return arcs;
  }

  // The nearest place on a rod.
  double nearestArc(std::size_t r, const Vector3d& to, double& distance) const {
    const Shape& shape = rods_[r].shape;
    const int pieces = std::max<int>(16, 6 * static_cast<int>(shape.elements()));
    ShapeWalker walker(shape);
    double best = 0, least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= pieces; ++i) {
      const double arc = shape.length() * i / pieces, far = (walker.at(arc).position - to).norm();
      if (far < least) {
        least = far;
        best = arc;
      }
    }
    // from the sample on, to where the way there is across
    for (int i = 0; i < 8; ++i) {
      const Frame<double> at = ShapeWalker(shape).at(best);
      best = std::clamp(best + std::clamp((to - at.position).dot(at.axes.col(0)), -shape.length() / pieces,
                                          shape.length() / pieces),
                        0.0, shape.length());
    }
    distance = (ShapeWalker(shape).at(best).position - to).norm();
    return best;
  }

  double reach() const {
    return parms_.maxDistance > 0 ? parms_.maxDistance / cook_.unitLength
                                  : std::numeric_limits<double>::infinity();
  }

  void makeAll() {
    const std::vector<std::uint8_t> group = chosen(parms_.group);
    if (parms_.place == ConstraintPlace::points)
      points_ = cook_.host.select(drawn_, Owner::point, parms_.points);
    if (parms_.hold != ConstraintHold::rods && needsRods())
      throw Error(std::string("type: ") + nameOf(parms_.type) + " holds two rods; set Hold To to Rods");
    if (parms_.place == ConstraintPlace::nearest) {
      makeNearest(group);
    } else {
      for (std::size_t r = 0; r < rods_.size(); ++r)
        for (const double arc : group[r] ? arcsOf(r) : std::vector<double>())
          spots_.push_back(spotAt(r, arc));
      if (parms_.hold == ConstraintHold::world)
        for (const RodSpot& spot : spots_) holdToWorld(spot);
      else if (parms_.hold == ConstraintHold::targets)
        holdToTargets();
      else
        holdToRods(group);
    }
    if (beyond_ > 0)
      cook_.host.warn("lengths: " + std::to_string(beyond_) +
                      " are beyond the ends of their rods and were left out");
  }

  bool needsRods() const {
    return parms_.type == MakeConstraint::slipknot || parms_.type == MakeConstraint::fuse;
  }

  // Each target point and the rod that is nearest to it.
  void makeNearest(const std::vector<std::uint8_t>& group) {
    if (!targets_) throw Error("place: Nearest To Targets needs the second input");
    for (std::size_t i = 0; i < targets_->pointCount(); ++i) {
      const Vector3d to = tupleAt(*targets_->find(Owner::point, "P"), i);
      double least = reach(), arc = 0;
      std::size_t best = SIZE_MAX;
      for (std::size_t r = 0; r < rods_.size(); ++r) {
        if (!group[r]) continue;
        double distance = 0;
        const double at = nearestArc(r, to, distance);
        if (!(distance < least)) continue;
        least = distance;
        arc = at;
        best = r;
      }
      if (best == SIZE_MAX) continue;
      const RodSpot spot = spotAt(best, arc);
      made_.add(spot, targetEnd(i));
    }
  }

  void holdToWorld(const RodSpot& spot) {
    FarEnd end;
    end.target = spot.frame.position;
    made_.add(spot, end);
  }

  FarEnd targetEnd(std::size_t i) const {
    FarEnd end;
    end.target = tupleAt(*targets_->find(Owner::point, "P"), i);
    end.point = static_cast<std::int64_t>(i);
    if (parms_.setTurn)
      if (const Attribute* orient = numericTuple(targets_->find(Owner::point, "orient"), 4))
        end.orient = Quaterniond(Eigen::Vector4d(tupleAt(*orient, i)));
    return end;
  }

  void holdToTargets() {
    if (!targets_) throw Error("hold: Targets needs the second input");
    const Attribute& places = *targets_->find(Owner::point, "P");
    for (std::size_t s = 0; s < spots_.size(); ++s) {
      const Vector3d at = spots_[s].frame.position;
      if (parms_.match == TargetMatch::order) {
        if (s < targets_->pointCount()) made_.add(spots_[s], targetEnd(s));
      } else if (parms_.match == TargetMatch::nearest) {
        double least = reach();
        std::size_t best = SIZE_MAX;
        for (std::size_t i = 0; i < targets_->pointCount(); ++i) {
          const double distance = (Vector3d(tupleAt(places, i)) - at).norm();
          if (!(distance < least)) continue;
          least = distance;
          best = i;
        }
        if (best != SIZE_MAX) made_.add(spots_[s], targetEnd(best));
      } else {
        holdToSurface(spots_[s]);
      }
    }
  }

  // The nearest triangle: the first three corners of every polygon that has them.
  void holdToSurface(const RodSpot& spot) {
    const Attribute& places = *targets_->find(Owner::point, "P");
    double least = reach();
    FarEnd end;
    for (std::size_t p = 0; p < targets_->primitiveCount(); ++p) {
      if (targets_->kinds[p] == PrimitiveKind::other || targets_->pointsOf(p).size() < 3) continue;
      Vector3d corner[3];
      for (std::size_t k = 0; k < 3; ++k)
        corner[k] = tupleAt(places, static_cast<std::size_t>(targets_->pointsOf(p)[k]));
      const Vector3d weights = nearestOn(spot.frame.position, corner[0], corner[1], corner[2]);
      const Vector3d at = weights[0] * corner[0] + weights[1] * corner[1] + weights[2] * corner[2];
      const double distance = (at - spot.frame.position).norm();
      if (!(distance < least)) continue;
      least = distance;
      end.triangle = static_cast<std::int64_t>(p);
      end.weights = weights;
      end.target = at;
    }
    if (end.triangle >= 0) made_.add(spot, end);
  }

  void holdToRods(const std::vector<std::uint8_t>& group) {
    const std::vector<std::uint8_t> second = chosen(parms_.secondGroup);
    std::vector<std::size_t> firsts, seconds;
    for (std::size_t r = 0; r < rods_.size(); ++r) {
      if (group[r]) firsts.push_back(r);
      if (second[r]) seconds.push_back(r);
    }
    if (parms_.pairs == RodPairs::nearest) {
      for (const RodSpot& spot : spots_) holdToNearestRod(spot, second);
      return;
    }
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      std::size_t other = firsts[i];
      if (parms_.pairs == RodPairs::order) {
        if (i >= seconds.size()) break;
        other = seconds[i];
      } else if (parms_.pairs == RodPairs::neighbours) {
        if (i + 1 >= firsts.size()) break;
        other = firsts[i + 1];
      }
      std::vector<double> arcs = arcsOf(firsts[i]);
      std::vector<double> others =
          parms_.secondLengths.empty() ? arcs : arcsOf(parms_.secondLengths, rods_[other].shape.length());
      if (parms_.secondLengths.empty()) {  // as far along
        const double ratio = rods_[other].shape.length() / rods_[firsts[i]].shape.length();
        for (double& arc : others) arc *= ratio;
      }
      if (others.empty()) continue;
      for (std::size_t k = 0; k < arcs.size(); ++k) {
        const RodSpot a = spotAt(firsts[i], arcs[k]),
                      b = spotAt(other, others[std::min(k, others.size() - 1)]);
        if (other == firsts[i] && a.arc == b.arc) continue;
        if ((a.frame.position - b.frame.position).norm() > reach()) continue;
        FarEnd end;
        end.spot = &b;
        made_.add(a, end);
      }
    }
  }

  void holdToNearestRod(const RodSpot& spot, const std::vector<std::uint8_t>& second) {
    double least = reach(), arc = 0;
    std::size_t best = SIZE_MAX;
    for (std::size_t r = 0; r < rods_.size(); ++r) {
      if (!second[r] || r == spot.rod) continue;
      double distance = 0;
      const double at = nearestArc(r, spot.frame.position, distance);
      if (!(distance < least)) continue;
      least = distance;
      arc = at;
      best = r;
    }
    if (best == SIZE_MAX) return;
    const RodSpot other = spotAt(best, arc);
    // two rods that meet are held once
    for (const auto& [a, b] : met_)
      if (parms_.place != ConstraintPlace::lengths && parms_.place != ConstraintPlace::even && a == best &&
          b == spot.rod)
        return;
    met_.emplace_back(spot.rod, best);
    FarEnd end;
    end.spot = &other;
    made_.add(spot, end);
  }

  // Knots that Wire and Vellum attributes hold become constraints that can be seen and broken.
  void readPins() {
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
  void readVellum() {
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
      cook_.host.inform(
          std::to_string(others) +
          " of Vellum's constraints are of kinds that rods need not (stretch, bend) or not on rods");
  }

  // Where every point of the curves is on its rod, by id.
  void findSpotsOf(const Geometry& curves) {
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
  double vellumCompliance(std::size_t p) const {
    const Attribute* stiffness = numericTuple(targets_->find(Owner::primitive, "stiffness"), 1);
    const double value = stiffness ? numberAt(stiffness->numbers, p) : 0;
    return value > 0 && value < 1e10 ? 1 / value : 0;
  }

  const ConstrainParms& parms_;
  const Cook& cook_;
  const Geometry& drawn_;
  const Geometry* targets_;
  std::vector<Rod> rods_;
  ConstraintDrawing made_;
  std::vector<std::uint8_t> points_;
  std::vector<RodSpot> spots_;
  std::vector<std::optional<RodSpot>> spotOf_;
  std::vector<std::pair<std::size_t, std::size_t>> met_;
  mutable std::size_t beyond_ = 0;
};

}  // namespace

Geometry makeConstraints(const ConstrainParms& parms, const Cook& cook) {
  return Maker(parms, cook).run();
}

}  // namespace tendril::nodes
