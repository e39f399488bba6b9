// tendril::constrain: where constraints go, and what they are told.
#include "nodes/make_constraints.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nodes/select.h"
#include "nodes/simulation/targets.h"
#include "nodes/text.h"
#include "solver/constraint.h"
#include "solver/rods.h"
#include "solver/tuples.h"

namespace tendril {

using Eigen::Quaterniond;

namespace {

// A place on a rod.
struct Spot {
  std::size_t rod = 0;
  double arc = 0;  // scene units
  Frame<double> frame;
};

// One end of a constraint in the geometry: a spot, or a place in the world.
struct End {
  const Spot* spot = nullptr;
  Vector3d target = Vector3d::Zero();
  std::optional<Quaterniond> orient;
  std::int64_t point = -1, triangle = -1;  // of the targets
  Vector3d weights = Vector3d::Zero();
};

bool isAmong(MakeConstraint type, std::initializer_list<MakeConstraint> all) {
  return std::find(all.begin(), all.end(), type) != all.end();
}

const char* nameOf(MakeConstraint type) {
  const std::size_t number = static_cast<std::size_t>(type);
  return number < constraintTypes().size() ? constraintTypes()[number]->name : "";
}

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
      : parms_(parms), cook_(cook), drawn_(*cook.input(0)), targets_(cook.input(1)), rods_(readRods(drawn_)) {
    if (cook.input(2)) made_ = *cook.input(2);
    first_ = made_.primitiveCount();
  }

  Geometry run() {
    if (parms_.type == MakeConstraint::vellum)
      readVellum();
    else if (parms_.type == MakeConstraint::pins)
      readPins();
    else
      makeAll();
    if (made_.primitiveCount() == first_)
      cook_.host.warn("no constraint was made: nothing fits what was asked for");
    return std::move(made_);
  }

 private:
  std::vector<std::uint8_t> chosen(const std::string& pattern) const {
    const std::vector<std::uint8_t> all = cook_.host.select(drawn_, Owner::primitive, pattern);
    std::vector<std::uint8_t> rods;
    for (const Rod& rod : rods_) rods.push_back(all[rod.primitive]);
    return rods;
  }

  Spot spotAt(std::size_t r, double arc) const {
    Spot spot{r, std::clamp(arc, 0.0, rods_[r].shape.length()), {}};
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
        for (const Spot& spot : spots_) holdToWorld(spot);
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
      const Spot spot = spotAt(best, arc);
      add(spot, targetEnd(i));
    }
  }

  void holdToWorld(const Spot& spot) {
    End end;
    end.target = spot.frame.position;
    add(spot, end);
  }

  End targetEnd(std::size_t i) const {
    End end;
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
        if (s < targets_->pointCount()) add(spots_[s], targetEnd(s));
      } else if (parms_.match == TargetMatch::nearest) {
        double least = reach();
        std::size_t best = SIZE_MAX;
        for (std::size_t i = 0; i < targets_->pointCount(); ++i) {
          const double distance = (Vector3d(tupleAt(places, i)) - at).norm();
          if (!(distance < least)) continue;
          least = distance;
          best = i;
        }
        if (best != SIZE_MAX) add(spots_[s], targetEnd(best));
      } else {
        holdToSurface(spots_[s]);
      }
    }
  }

  // The nearest triangle: the first three corners of every polygon that has them.
  void holdToSurface(const Spot& spot) {
    const Attribute& places = *targets_->find(Owner::point, "P");
    double least = reach();
    End end;
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
    if (end.triangle >= 0) add(spot, end);
  }

  void holdToRods(const std::vector<std::uint8_t>& group) {
    const std::vector<std::uint8_t> second = chosen(parms_.secondGroup);
    std::vector<std::size_t> firsts, seconds;
    for (std::size_t r = 0; r < rods_.size(); ++r) {
      if (group[r]) firsts.push_back(r);
      if (second[r]) seconds.push_back(r);
    }
    if (parms_.pairs == RodPairs::nearest) {
      for (const Spot& spot : spots_) holdToNearestRod(spot, second);
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
        const Spot a = spotAt(firsts[i], arcs[k]), b = spotAt(other, others[std::min(k, others.size() - 1)]);
        if (other == firsts[i] && a.arc == b.arc) continue;
        if ((a.frame.position - b.frame.position).norm() > reach()) continue;
        End end;
        end.spot = &b;
        add(a, end);
      }
    }
  }

  void holdToNearestRod(const Spot& spot, const std::vector<std::uint8_t>& second) {
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
    const Spot other = spotAt(best, arc);
    // two rods that meet are held once
    for (const auto& [a, b] : met_)
      if (parms_.place != ConstraintPlace::lengths && parms_.place != ConstraintPlace::even && a == best &&
          b == spot.rod)
        return;
    met_.emplace_back(spot.rod, best);
    End end;
    end.spot = &other;
    add(spot, end);
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
        const Spot spot = spotAt(r, rods_[r].shape.arc[k]);
        End end;
        end.target = spot.frame.position;
        kind_ = "position";
        add(spot, end);
        kind_ = "orientation";
        if (hold == Hold::all) add(spot, end);
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
      const Spot& spot = *spotOf_[static_cast<std::size_t>(points[0])];
      End end;
      end.target = tupleAt(*curves->find(Owner::point, "P"), static_cast<std::size_t>(points[0]));
      vellum_ = p;
      if (kind == "pin" || kind == "attach") {
        const Attribute* goal = targets_->find(Owner::primitive, "restvector");
        if (goal && goal->kind == AttributeKind::numeric && goal->tupleSize >= 3)
          end.target = Vector3d(tupleAt(*goal, p).head<3>());
        kind_ = kind == "pin" ? "position" : "attach";
        add(spot, end);
      } else if (kind == "pinorient") {
        kind_ = "orientation";
        add(spot, end);
      } else if ((kind == "stitch" || kind == "branchstitch" || kind == "distance") && points.size() >= 2 &&
                 spotOf_[static_cast<std::size_t>(points[1])] &&
                 (kind != "distance" || spotOf_[static_cast<std::size_t>(points[1])]->rod != spot.rod)) {
        kind_ = "distance";
        end.spot = &*spotOf_[static_cast<std::size_t>(points[1])];
        add(spot, end);
      } else {
        ++others;
      }
    }
    vellum_ = SIZE_MAX;
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

  void add(const Spot& spot, const End& other) {
    const std::size_t count = other.spot || other.point >= 0 || other.triangle >= 0 ? 2 : 1;
    const std::size_t first = made_.addPoints(count);
    const std::int32_t points[] = {static_cast<std::int32_t>(first), static_cast<std::int32_t>(first + 1)};
    const std::size_t p = made_.addPrimitive(PrimitiveKind::polyline, {points, count});
    Attribute& place = *made_.find(Owner::point, "P");
    Attribute& id = addFilled(Owner::point, "rodid", Storage::int32, 1, -1);
    Attribute& arc = addFilled(Owner::point, "arclength", Storage::real64, 1, 0);
    Attribute& target = made_.add(Owner::point, "target", Storage::real64, 3, "point");
    setTuple(place, first, spot.frame.position);
    setTuple(id, first, static_cast<double>(rods_[spot.rod].id));
    setTuple(arc, first, spot.arc);
    setTuple(target, first, count == 1 ? other.target : spot.frame.position);
    if (count == 2) {
      const Vector3d at = other.spot ? other.spot->frame.position : other.target;
      setTuple(place, first + 1, at);
      setTuple(target, first + 1, at);
      if (other.spot) {
        setTuple(id, first + 1, static_cast<double>(rods_[other.spot->rod].id));
        setTuple(arc, first + 1, other.spot->arc);
      }
      if (other.point >= 0)
        setTuple(addFilled(Owner::point, "targetpt", Storage::int32, 1, -1), first + 1,
                 static_cast<double>(other.point));
      if (other.triangle >= 0) {
        setTuple(addFilled(Owner::point, "targetprim", Storage::int32, 1, -1), first + 1,
                 static_cast<double>(other.triangle));
        setTuple(made_.add(Owner::point, "targetuv", Storage::real64, 3), first + 1, other.weights);
      }
    }
    if (other.orient)
      setTuple(made_.add(Owner::point, "targetorient", Storage::real64, 4, "quaternion"), first + count - 1,
               other.orient->coeffs());
    describe(p, spot, other);
  }

  // Where the attribute is new, or the point is, it has this value.
  Attribute& addFilled(Owner owner, const char* name, Storage storage, int size, double value) {
    const bool there = made_.find(owner, name);
    Attribute& attribute = made_.add(owner, name, storage, size);
    if (!there) {
      attribute.defaults = std::vector<double>{value};
      for (std::size_t i = 0; i < made_.elementCount(owner) * static_cast<std::size_t>(size); ++i)
        setNumber(attribute.numbers, i, value);
    }
    return attribute;
  }

  void describe(std::size_t p, const Spot& spot, const End& other) {
    const MakeConstraint type = parms_.type;
    const std::string kind = kind_.empty() ? nameOf(type) : kind_;
    made_.addString(Owner::primitive, "type").setString(p, kind);
    const std::string name = (parms_.name.empty() ? kind : parms_.name) + std::to_string(p - first_);
    made_.addString(Owner::primitive, "name").setString(p, name);
    // state is matched by it, so that others may be removed
    setTuple(addFilled(Owner::primitive, "id", Storage::int32, 1, -1), p, static_cast<double>(nextId()));
    const auto number = [&](const char* attribute, double value, double otherwise,
                            Storage storage = Storage::real64) {
      value = overridden(attribute, value, spot, other);
      // what is as without it needs no attribute
      if (value != otherwise || made_.find(Owner::primitive, attribute))
        setTuple(addFilled(Owner::primitive, attribute, storage, 1, otherwise), p, value);
    };
    const double lengths = 1 / cook_.unitLength;
    number("active", parms_.active ? 1 : 0, 1, Storage::int32);
    number("compliance", vellum_ == SIZE_MAX ? parms_.compliance : vellumCompliance(), 0);
    number("damping", parms_.damping, 0);
    number("maxforce", parms_.maxForce, 0);
    if (kind == "distance") {
      double rest = parms_.rest == RestMode::set ? parms_.restLength * lengths : -1;
      if (const Attribute* drawn =
              vellum_ == SIZE_MAX ? nullptr : numericTuple(targets_->find(Owner::primitive, "restlength"), 1))
        rest = std::max(0.0, numberAt(drawn->numbers, vellum_));
      number("restlength", rest, -1);
    }
    if (kind == "angle") number("restangle", parms_.rest == RestMode::set ? parms_.restAngle : -1, -1);
    if (isAmong(type, {MakeConstraint::plane, MakeConstraint::axis, MakeConstraint::unilateral,
                       MakeConstraint::angle, MakeConstraint::hinge})) {
      Vector3d normal(parms_.normal[0], parms_.normal[1], parms_.normal[2]);
      if (other.point >= 0)
        if (const Attribute* drawn = numericTuple(targets_->find(Owner::point, "N"), 3))
          normal = tupleAt(*drawn, static_cast<std::size_t>(other.point));
      Attribute& attribute = made_.add(Owner::primitive, "normal", Storage::real64, 3, "vector");
      setTuple(attribute, p, normal);
    }
    if (isAmong(type, {MakeConstraint::keyhole, MakeConstraint::orientedkeyhole, MakeConstraint::slipknot,
                       MakeConstraint::pearl})) {
      number("friction", parms_.friction, 0);
      number("slipoff", parms_.slipOff ? 1 : 0, 0, Storage::int32);
      if (parms_.imposeSlide) {
        setTuple(addFilled(Owner::primitive, "sliderate", Storage::real64, 1, 0), p,
                 overridden("sliderate", parms_.slideRate * lengths, spot, other));
        setTuple(addFilled(Owner::primitive, "imposeslide", Storage::int32, 1, 0), p, 1.0);
      }
    }
    if (type == MakeConstraint::slipknot || type == MakeConstraint::keyhole)
      number("slideboth", parms_.slideBoth ? 1 : 0, 0, Storage::int32);
    if (type != MakeConstraint::pearl) return;
    number("mass", parms_.mass, 0);
    number("radius", parms_.radius * lengths, 0);
    number("restitution", parms_.restitution, 0);
  }

  std::int64_t nextId() {
    if (next_ >= 0) return next_++;
    next_ = 0;
    if (const Attribute* ids = numericTuple(made_.find(Owner::primitive, "id"), 1))
      for (std::size_t i = 0; i < sizeOf(ids->numbers); ++i)
        next_ = std::max(next_, static_cast<std::int64_t>(numberAt(ids->numbers, i)) + 1);
    return next_++;
  }

  // Vellum's 1e10 means: as hard as can be.
  double vellumCompliance() const {
    const Attribute* stiffness = numericTuple(targets_->find(Owner::primitive, "stiffness"), 1);
    const double value = stiffness ? numberAt(stiffness->numbers, vellum_) : 0;
    return value > 0 && value < 1e10 ? 1 / value : 0;
  }

  // A point of the targets, or `constraint<name>` of the rod, knows better.
  double overridden(const char* name, double value, const Spot& spot, const End& other) const {
    if (targets_ && other.point >= 0)
      if (const Attribute* drawn = numericTuple(targets_->find(Owner::point, name), 1))
        return numberAt(drawn->numbers, static_cast<std::size_t>(other.point));
    if (const Attribute* drawn =
            numericTuple(drawn_.find(Owner::primitive, "constraint" + std::string(name)), 1))
      return numberAt(drawn->numbers, rods_[spot.rod].primitive);
    return value;
  }

  const ConstrainParms& parms_;
  const Cook& cook_;
  const Geometry& drawn_;
  const Geometry* targets_;
  std::vector<Rod> rods_;
  Geometry made_;
  std::size_t first_ = 0, vellum_ = SIZE_MAX;
  std::string kind_;
  std::int64_t next_ = -1;
  std::vector<std::uint8_t> points_;
  std::vector<Spot> spots_;
  std::vector<std::optional<Spot>> spotOf_;
  std::vector<std::pair<std::size_t, std::size_t>> met_;
  mutable std::size_t beyond_ = 0;
};

}  // namespace

Geometry makeConstraints(const ConstrainParms& parms, const Cook& cook) {
  return Maker(parms, cook).run();
}

}  // namespace tendril
