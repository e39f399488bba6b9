// Targets of rods.
#include "nodes/simulation/targets.h"

#include <algorithm>

#include "nodes/attributes/curve_binding.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/reknot.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

Pins::Pins(const Geometry& g)
    : g_(g),
      pin_(findKnotValue(g, "pintoanimation")),
      glue_(findKnotValue(g, "gluetoanimation")),
      stopped_(findKnotValue(g, "stopped")),
      active_(findKnotValue(g, "active")) {}

Hold Pins::at(std::size_t primitive, std::size_t vertex) const {
  const auto is = [&](const KnotValue& value) { return value && value.at(g_, primitive, vertex) > 0.5; };
  if (active_ && active_.at(g_, primitive, vertex) < 0.5) return Hold::all;
  const int stopped = stopped_ ? static_cast<int>(stopped_.at(g_, primitive, vertex)) : 0;
  if (is(glue_) || (stopped & 3) == 3) return Hold::all;
  if (is(pin_) || (stopped & 1)) return Hold::position;
  return Hold::none;
}

Hold Pins::at(const Target& target, std::size_t knot) const {
  const Blend& place = target.places[knot];
  return at(target.primitive, static_cast<std::size_t>(place.u < 0.5 ? place.a : place.b));
}

namespace {

// Positions of arc lengths among ascending ones.
std::vector<Blend> placesAmong(const std::vector<double>& arcs, const std::vector<double>& among) {
  std::vector<Blend> places;
  const double near = 1e-6 * among.back();
  for (const double s : arcs) {
    const auto next = std::lower_bound(among.begin() + 1, among.end() - 1, s - near);
    const std::size_t k = static_cast<std::size_t>(next - among.begin());
    const double u = std::clamp((s - among[k - 1]) / (among[k] - among[k - 1]), 0.0, 1.0);
    const std::int32_t b = static_cast<std::int32_t>(k);
    places.push_back(s >= among[k] - near       ? Blend{b, b, 0}
                     : s <= among[k - 1] + near ? Blend{b - 1, b - 1, 0}
                                                : Blend{b - 1, b, u});
  }
  return places;
}

// A direction across the root; from orient, the normal n2 (+Y), as rods write it.
bool sideOf(const Geometry& g, std::size_t primitive, Vector3d& side) {
  const std::size_t i = static_cast<std::size_t>(g.pointsOf(primitive)[0]);
  for (const char* name : {"up", "N"})
    if (const Attribute* attribute = numericTuple(g.find(Owner::point, name), 3)) {
      side = tupleAt(*attribute, i);
      return side.allFinite() && side.norm() > 0;
    }
  const Attribute* orient = numericTuple(g.find(Owner::point, "orient"), 4);
  if (!orient) return false;
  const Quaterniond q{Eigen::Vector4d(tupleAt(*orient, i))};
  if (!(q.norm() > 0.5 && q.norm() < 2)) return false;
  side = axesOf(q.normalized()).col(2);
  return true;
}

}  // namespace

Targets::Targets(const Geometry& g, const Geometry& drawn, double unit, RodReadings& readings)
    : g_(g), drawn_(drawn), unit_(unit), rods_(readings.of(readings.of(g).empty() ? drawn : g)) {
  position_ = numericTuple(g.find(Owner::point, "animationP"), 3);
  if (!position_) position_ = numericTuple(g.find(Owner::point, "targetP"), 3);
  orient_ = numericTuple(g.find(Owner::point, "animationorient"), 4);
  if (readings.of(g).empty()) readPlainCurves();
  index_ = indexById(rods_);
}

std::optional<Target> Targets::of(const Rod& rod, bool inShape) const {
  Target target;
  bool bent = false;
  const auto plain = curves_.find(rod.id);
  if (!curves_.empty() && plain == curves_.end()) return {};
  if (const auto found = index_.find(rod.id); found != index_.end()) {
    Rod like = rods_[found->second];
    bent = inShape && arePlain() && bendAlong(plain->second, like);
    target.places = placesAmong(rod.shape.arc, like.shape.arc);
    if (like.shape.model != rod.shape.model)
      throw Error("rod " + std::to_string(rod.id) + " is a " + nameOf(rod.shape.model) + ", its target a " +
                  nameOf(like.shape.model));
    if (!sameKnots(like.shape.arc, rod.shape.arc)) {
      like.history.reset();
      reknot(like, rod.shape.arc, rod.rest);
    }
    target.primitive = rods_[found->second].primitive;
    target.shape = like.shape;
  } else if (!curves_.empty()) {
    target.shape = rod.shape;
  } else {
    return {};
  }
  if (!curves_.empty()) {
    target.primitive = plain->second;
    if (!bent) placeOnCurve(rod.id, target.primitive, target.shape);
  }
  scale(target.shape);
  target.frames = knotFrames(target.shape);
  if (!curves_.empty()) drawOnCurve(rod, target);
  readAnimation(rod, target);
  return target;
}

void Targets::readPlainCurves() {
  const std::vector<std::int64_t> ids = idsOf(g_);
  for (std::size_t p = 0; p < ids.size(); ++p)
    if (g_.kinds[p] != PrimitiveKind::other && g_.pointsOf(p).size() >= 2) curves_.emplace(ids[p], p);
}

Vector3d Targets::point(std::size_t primitive, std::size_t knot) const {
  return tupleAt(*g_.find(Owner::point, "P"), static_cast<std::size_t>(g_.pointsOf(primitive)[knot]));
}

// A plain curve gives the root's position and rotation: by its first edge and, if present, its up, N or
// orient, relative to those of the curve that the rod was made from.
void Targets::placeOnCurve(std::int64_t id, std::size_t p, Shape& shape) const {
  const Vector3d edge = point(p, 1) - point(p, 0);
  Vector3d edgeBefore = shape.root.axes.col(0), sideBefore, side;
  bool sided = false;
  if (const auto found = index_.find(id); found != index_.end()) {
    const Rod& drawn = rods_[found->second];
    edgeBefore = firstEdge(drawn);
    sided = sideOf(g_, p, side);
    if (sided && !sideOf(drawn_, drawn.primitive, sideBefore)) sided = false;
  }
  if (edge.norm() > 0) {
    const Matrix3d turn =
        sided ? Matrix3d(frameAlong(edge, side) * frameAlong(edgeBefore, sideBefore).transpose())
              : shortestTurn(edgeBefore, edge);
    shape.root.axes = turn * shape.root.axes;
  }
  shape.root.position = point(p, 0);
}

Vector3d Targets::firstEdge(const Rod& drawn) const {
  const Places places = readPlaces(drawn_, drawn.primitive);
  if (places.arc.size() < 2) return drawn.shape.root.axes.col(0);
  ShapeWalker walker(drawn.shape);
  const auto at = [&](std::size_t v) {
    const Frame<double> frame = walker.at(places.arc[v]);
    return Vector3d(frame.position + frame.axes * places.offset[v]);
  };
  const Vector3d first = at(0), edge = at(1) - first;
  return edge.norm() > 0 ? edge : Vector3d(drawn.shape.root.axes.col(0));
}

void Targets::scale(Shape& shape) const {
  shape.root.position *= unit_;
  for (double& arc : shape.arc) arc *= unit_;
  shape.divideByLength(unit_);
}

// Knots are placed on the curve by relative arc length.
void Targets::drawOnCurve(const Rod& rod, Target& target) const {
  const Span<const std::int32_t> points = g_.pointsOf(target.primitive);
  std::vector<double> chord = {0};
  for (std::size_t v = 1; v < points.size(); ++v)
    chord.push_back(chord.back() +
                    std::max(1e-12, (point(target.primitive, v) - point(target.primitive, v - 1)).norm()));
  const auto drawn = index_.find(rod.id);
  const double whole = drawn == index_.end() ? rod.shape.length() : rods_[drawn->second].shape.length();
  std::vector<double> arcs;
  for (const double arc : rod.shape.arc) arcs.push_back(arc / whole * chord.back());
  target.places = placesAmong(arcs, chord);
  for (std::size_t k = 0; k < arcs.size(); ++k)
    target.frames[k].position =
        unit_ * valueAt(target, k, [&](std::size_t v) { return point(target.primitive, v); });
}

// animationP and animationorient override the target's own pose.
void Targets::readAnimation(const Rod& rod, Target& target) const {
  const Span<const std::int32_t> points = g_.pointsOf(target.primitive);
  const auto pointOf = [&](std::size_t v) { return static_cast<std::size_t>(points[v]); };
  for (std::size_t k = 0; k < target.frames.size(); ++k) {
    if (position_)
      target.frames[k].position = unit_ * valueAt(target, k, [&](std::size_t v) {
                                    return Vector3d(tupleAt(*position_, pointOf(v)));
                                  });
    if (!target.frames[k].position.allFinite())
      throw Error("rod " + std::to_string(rod.id) + ": its target (" + (position_ ? position_->name : "P") +
                  ") is not finite");
    if (!orient_) continue;
    const Blend& place = target.places[k];
    const std::size_t v = static_cast<std::size_t>(place.u < 0.5 ? place.a : place.b);
    const Quaterniond q{Eigen::Vector4d(tupleAt(*orient_, pointOf(v)))};
    if (!q.coeffs().allFinite())
      throw Error("rod " + std::to_string(rod.id) + ": animationorient is not finite");
    if (q.norm() > 0.5 && q.norm() < 2) target.frames[k].axes = axesOf(q.normalized());
  }
  if (position_) target.shape.root.position = target.frames[0].position;
  if (orient_)  // with joints, it is behind the first one
    target.shape.root.axes =
        target.frames[0].axes * target.shape.behindJoint(0, Matrix3d::Identity()).transpose();
}

}  // namespace tendril::nodes
