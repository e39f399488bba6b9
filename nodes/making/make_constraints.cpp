// tendril::constrain: what holds the places on rods.
#include "nodes/making/make_constraints.h"

#include <algorithm>
#include <set>

#include "nodes/making/constraint_maker.h"
#include "nodes/making/nearest_rods.h"
#include "nodes/parameters/text.h"
#include "solver/base/parallel.h"
#include "solver/constraints/constraint.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {

using Eigen::Quaterniond;
using Eigen::Vector3d;

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

}  // namespace

ConstraintMaker::ConstraintMaker(const ConstrainParms& parms, const Cook& cook)
    : parms_(parms),
      cook_(cook),
      drawn_(*cook.input(0)),
      targets_(cook.input(1)),
      rods_(readRods(drawn_)),
      made_(parms, cook, rods_) {}

Geometry ConstraintMaker::run() {
  if (parms_.type == MakeConstraint::vellum)
    readVellum();
  else if (parms_.type == MakeConstraint::pins)
    readPins();
  else
    makeAll();
  if (made_.empty()) cook_.host.warn("no constraint was made: nothing fits what was asked for");
  if (parms_.damping > 0 && !made_.empty() && !made_.hasSpring())
    cook_.host.note("Damping has no effect: Compliance is 0, and no attribute sets it");
  return made_.take();
}

void ConstraintMaker::makeAll() {
  const std::vector<std::uint8_t> group = chosen(parms_.group);
  if (parms_.place == ConstraintPlace::points)
    points_ = cook_.host.select(drawn_, Owner::point, parms_.points);
  if (parms_.hold != ConstraintHold::rods && needsRods())
    throw Error(std::string("type: ") + nameOf(parms_.type) + " holds two rods; set Hold To to Rods");
  if (parms_.place == ConstraintPlace::nearest) {
    makeNearest(group);
  } else {
    for (std::size_t r = 0; r < rods_.size(); ++r)
      for (const double arc : group[r] ? arcsOf(r) : std::vector<double>()) spots_.push_back(spotAt(r, arc));
    if (parms_.hold == ConstraintHold::world)
      for (const RodSpot& spot : spots_) holdToWorld(spot);
    else if (parms_.hold == ConstraintHold::targets)
      holdToTargets();
    else
      holdToRods(group);
  }
  if (beyond_ > 0)
    cook_.host.warn("lengths: " + counted(beyond_, "place is beyond the end of its rod and was left out",
                                          "places are beyond the ends of their rods and were left out"));
}

bool ConstraintMaker::needsRods() const {
  const ConstraintType* type = findConstraintType(nameOf(parms_.type));
  return type && type->needsTwo;
}

// Each target point and the rod that is nearest to it.
void ConstraintMaker::makeNearest(const std::vector<std::uint8_t>& group) {
  if (!targets_) throw Error("place: Nearest To Targets needs the second input");
  const Attribute& places = *targets_->find(Owner::point, "P");
  const NearestRods nearest(rods_);
  std::vector<NearPlace> found(targets_->pointCount());
  parallelFor(found.size(),
              [&](std::size_t i) { found[i] = nearest.find(tupleAt(places, i), reach(), group); });
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].rod != SIZE_MAX) made_.add(spotAt(found[i].rod, found[i].arc), targetEnd(i));
}

void ConstraintMaker::holdToWorld(const RodSpot& spot) {
  FarEnd end;
  end.target = spot.frame.position;
  made_.add(spot, end);
}

FarEnd ConstraintMaker::targetEnd(std::size_t i) const {
  FarEnd end;
  end.target = tupleAt(*targets_->find(Owner::point, "P"), i);
  end.point = static_cast<std::int64_t>(i);
  if (parms_.setTurn)
    if (const Attribute* orient = numericTuple(targets_->find(Owner::point, "orient"), 4))
      end.orient = Quaterniond(Eigen::Vector4d(tupleAt(*orient, i)));
  return end;
}

void ConstraintMaker::holdToTargets() {
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
void ConstraintMaker::holdToSurface(const RodSpot& spot) {
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

void ConstraintMaker::holdToRods(const std::vector<std::uint8_t>& group) {
  std::vector<std::uint8_t> second = chosen(parms_.secondGroup);
  std::vector<std::size_t> firsts, seconds;
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    if (group[r]) firsts.push_back(r);
    if (second[r]) seconds.push_back(r);
  }
  if (parms_.pairs == RodPairs::nearest) {
    // a group is tied to the others, not to itself
    if (words(parms_.secondGroup).empty() && firsts.size() < rods_.size())
      for (const std::size_t r : firsts) second[r] = 0;
    return holdToNearestRods(second);
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
      const RodSpot a = spotAt(firsts[i], arcs[k]), b = spotAt(other, others[std::min(k, others.size() - 1)]);
      if (other == firsts[i] && a.arc == b.arc) continue;
      if ((a.frame.position - b.frame.position).norm() > reach()) continue;
      FarEnd end;
      end.spot = &b;
      made_.add(a, end);
    }
  }
}

// Two rods that meet are held once, unless a rod has many places.
bool ConstraintMaker::isMetOnce() const {
  return parms_.place != ConstraintPlace::lengths && parms_.place != ConstraintPlace::even;
}

void ConstraintMaker::holdToNearestRods(const std::vector<std::uint8_t>& second) {
  const NearestRods nearest(rods_);
  std::vector<NearPlace> found(spots_.size());
  parallelFor(spots_.size(), [&](std::size_t s) {
    found[s] = nearest.find(spots_[s].frame.position, reach(), second, spots_[s].rod);
  });
  std::set<std::pair<std::size_t, std::size_t>> met;
  for (std::size_t s = 0; s < spots_.size(); ++s) {
    const std::size_t rod = spots_[s].rod, on = found[s].rod;
    if (on == SIZE_MAX || (isMetOnce() && met.count({on, rod}))) continue;
    met.emplace(rod, on);
    const RodSpot other = spotAt(on, found[s].arc);
    FarEnd end;
    end.spot = &other;
    made_.add(spots_[s], end);
  }
}

Geometry makeConstraints(const ConstrainParms& parms, const Cook& cook) {
  return ConstraintMaker(parms, cook).run();
}

}  // namespace tendril::nodes
