// Constraints as things, and as lines.
#include "cli/drawing/draw_constraints.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/constraints/constraint.h"
#include "solver/geometry/tuples.h"

namespace tendril::cli::show {

namespace {

const Vector3f kRed(0.80f, 0.16f, 0.12f), kPearl(0.93f, 0.90f, 0.84f), kIron(0.34f, 0.36f, 0.39f);

// The place of a constraint on what is drawn there.
struct Spot {
  Vector3f at, along = Vector3f::UnitX(), colour = kIron;
  float radius;  // of the curve
};

class ConstraintDrawer {
 public:
  ConstraintDrawer(const Geometry& g, const DrawSettings& settings, std::size_t file, Drawing& to)
      : g_(g), settings_(settings), to_(to), file_(file), curvesBefore_(to.curves.size()) {
    place_ = g.find(Owner::point, "P");
    type_ = g.find(Owner::primitive, "type");
    target_ = numericTuple(g.find(Owner::point, "target"), 3);
    normal_ = numericTuple(g.find(Owner::primitive, "normal"), 3);
    colour_ = numericTuple(g.find(Owner::primitive, "Cd"), 3);
    Eigen::AlignedBox3f box = to.bounds();
    for (std::size_t i = 0; i < g.pointCount(); ++i) box.extend(placeOf(static_cast<std::int32_t>(i)));
    size_ = box.isEmpty() ? 0 : box.diagonal().norm();
  }

  void run() {
    for (std::size_t p = 0; p < g_.primitiveCount(); ++p) {
      if (g_.kinds[p] == PrimitiveKind::other) {
        ++to_.skipped;
        continue;
      }
      if (g_.pointsOf(p).size() == 0 || number("active", p, 1) < 0.5) continue;
      primitive_ = p;
      if (type_->stringAt(p) == "pearl") {
        addPearl();
        continue;
      }
      if (number("broken", p, 0) > 0.5 || isAlone()) continue;
      if (shows(Constraints::debug)) addLines();
      if (shows(Constraints::solid)) addSolid();
    }
  }

 private:
  bool shows(Constraints what) const {
    return settings_.constraints == what || settings_.constraints == Constraints::both;
  }
  double number(const char* name, std::size_t p, double otherwise) const {
    const Attribute* found = numericTuple(g_.find(Owner::primitive, name), 1);
    return found ? numberAt(found->numbers, p) : otherwise;
  }
  // One-sided, between two rods that do not touch there: an arrow that has left its string.
  bool isAlone() const {
    const ConstraintType* type = findConstraintType(std::string(type_->stringAt(primitive_)));
    const Attribute* force = numericTuple(g_.find(Owner::primitive, "force"), 3);
    return type && type->oneSided && force && g_.pointsOf(primitive_).size() > 1 &&
           tupleAt(*force, primitive_).norm() == 0;
  }
  Vector3f placeOf(std::int32_t point) const {
    return tupleAt(*place_, static_cast<std::size_t>(point)).head<3>().cast<float>();
  }
  Vector3f colourOr(const Vector3f& usual) const {
    if (!colour_) return usual;
    const Eigen::VectorXd value = tupleAt(*colour_, primitive_);
    return value.allFinite() ? Vector3f(value.head<3>().cast<float>().cwiseMax(0.0f).cwiseMin(1.0f)) : usual;
  }

  void addBall(const Vector3f& at, float radius, const Vector3f& colour, Layer layer, bool cap = false) {
    Vector4f ball;
    ball << at, radius;
    to_.balls.push_back({{ball, ball}, colour, file_, primitive_, kNoValue, cap, layer});
  }
  // Through Bezier points; the ends are places on the constraint's first point or its last.
  void addTube(const std::vector<Vector3f>& controls, float radius, const Vector3f& colour, Layer layer) {
    const std::size_t segments = (controls.size() - 1) / 3;
    to_.curves.push_back({file_, primitive_, segments, to_.controls[0].size(), to_.between.size(), layer});
    for (const Vector3f& at : controls) {
      Vector4f control;
      control << at, radius;
      for (auto& side : to_.controls) side.push_back(control);
    }
    const Span<const std::int32_t> points = g_.pointsOf(primitive_);
    for (std::size_t v = 0; v <= segments; ++v) {
      to_.between.push_back(
          {points[0], points[points.size() - 1], static_cast<float>(v) / static_cast<float>(segments)});
      to_.colours.push_back(colour);
    }
  }
  void addBar(const Vector3f& from, const Vector3f& to, float radius, const Vector3f& colour, Layer layer) {
    const Vector3f third = (to - from) / 3;
    addTube({from, from + third, to - third, to}, radius, colour, layer);
    if (layer != Layer::solid) return;
    for (const Vector3f& end : {from, to}) addBall(end, radius, colour, layer, true);
  }
  // Four cubics: a circle to three ten-thousandths of its radius.
  void addRing(const Vector3f& middle, const Vector3f& axis, float large, float thick,
               const Vector3f& colour) {
    constexpr float kArc = 0.5523f;
    const Vector3f x = axis.unitOrthogonal(), y = axis.cross(x);
    const Vector3f sides[] = {x, y, -x, -y, x};
    std::vector<Vector3f> controls = {middle + large * x};
    for (int k = 0; k < 4; ++k) {
      controls.push_back(middle + large * (sides[k] + kArc * sides[k + 1]));
      controls.push_back(middle + large * (sides[k + 1] + kArc * sides[k]));
      controls.push_back(middle + large * sides[k + 1]);
    }
    addTube(controls, thick, colour, Layer::solid);
  }

  void addPearl() {
    const double radius = number("radius", primitive_, 0);
    addBall(placeOf(g_.pointsOf(primitive_)[0]),
            std::isfinite(radius) && radius > 0 ? static_cast<float>(radius) : lineRadius(), colourOr(kPearl),
            Layer::always);
  }

  // A dot for each end, a line between two.
  void addLines() {
    const Span<const std::int32_t> points = g_.pointsOf(primitive_);
    for (const std::int32_t point : points) addBall(placeOf(point), 2 * lineRadius(), kRed, Layer::debug);
    if (points.size() == 2 && placeOf(points[0]) != placeOf(points[1]))
      addBar(placeOf(points[0]), placeOf(points[1]), lineRadius(), kRed, Layer::debug);
  }
  float lineRadius() const { return size_ / 800; }

  // The nearest of the curves that were drawn before.
  Spot spotAt(const Vector3f& at) const {
    Spot spot;
    spot.at = at;
    spot.radius = 0;
    float nearest = std::numeric_limits<float>::infinity();
    for (std::size_t c = 0; c < curvesBefore_; ++c) {
      const DrawnCurve& curve = to_.curves[c];
      for (std::size_t s = 0; s < curve.segments && curve.layer == Layer::always; ++s) {
        const Vector4f *a = &to_.controls[0][curve.firstControl + 3 * s], *b = a + 3;
        const Vector3f way = (*b - *a).head<3>(), from = at - a->head<3>();
        const float square = way.squaredNorm();
        const float part = square > 0 ? std::clamp(from.dot(way) / square, 0.0f, 1.0f) : 0;
        const float off = (from - part * way).squaredNorm();
        if (off >= nearest) continue;
        nearest = off;
        spot.radius = (1 - part) * (*a)[3] + part * (*b)[3];
        if (square > 0) spot.along = way / std::sqrt(square);
        spot.colour = to_.colours[curve.firstVertex + s];
      }
    }
    // what is not on a curve, or on one too thin to be seen
    if (nearest > std::pow(4 * spot.radius + 0.01f * size_, 2)) spot.radius = 0;
    spot.radius = std::max(spot.radius, size_ / 1600);
    return spot;
  }
  Vector3f normalOr(const Vector3f& otherwise) const {
    if (!normal_) return otherwise;
    const Eigen::VectorXd given = tupleAt(*normal_, primitive_);
    const Vector3f normal = given.head<3>().cast<float>();
    return normal.allFinite() && normal.norm() > 0 ? Vector3f(normal.normalized()) : otherwise;
  }

  void addSolid() {
    const Span<const std::int32_t> points = g_.pointsOf(primitive_);
    const std::string type(type_->stringAt(primitive_));
    const Spot spot = spotAt(placeOf(points[0]));
    const float r = spot.radius;
    const Vector3f iron = colourOr(kIron);
    if (type == "keyhole" || type == "orientedkeyhole" || type == "slipknot")
      return addRing(spot.at, spot.along, 2.2f * r, 0.6f * r, iron);
    const bool two = points.size() > 1;
    if (type == "axis" || type == "hinge") {
      const Vector3f half = (type == "axis" ? 10 : 3) * r * normalOr(spot.along.unitOrthogonal());
      return addBar(spot.at - half, spot.at + half, 0.5f * r, iron, Layer::solid);
    }
    if ((type == "plane" || type == "unilateral") && !two)
      return addPlate(spot, normalOr(Vector3f::UnitY()), iron);
    const bool joins = type == "position" || type == "attach" || type == "fuse" || type == "distance";
    if (joins && (two || (type == "distance" && target_))) {
      const Vector3f end =
          two ? placeOf(points[1])
              : Vector3f(tupleAt(*target_, static_cast<std::size_t>(points[0])).head<3>().cast<float>());
      if (end.allFinite() && (end - spot.at).norm() > 2 * r) {
        addBar(spot.at, end, 0.7f * r, colourOr(spot.colour), Layer::solid);
        return;
      }
    }
    // a knot of two rods, or a pin
    addBall(spot.at, (two ? 1.1f : 1.7f) * r, two ? colourOr(spot.colour) : iron, Layer::solid);
  }

  // What a point may not leave or not pass: a hoop with a cross in it.
  void addPlate(const Spot& spot, const Vector3f& normal, const Vector3f& colour) {
    const float wide = 6 * spot.radius, thick = 0.35f * spot.radius;
    const Vector3f x = normal.unitOrthogonal(), y = normal.cross(x);
    addRing(spot.at, normal, wide, thick, colour);
    for (const Vector3f& way : {x, y})
      addBar(spot.at - wide * way, spot.at + wide * way, thick, colour, Layer::solid);
  }

  const Geometry& g_;
  const DrawSettings& settings_;
  Drawing& to_;
  std::size_t file_, curvesBefore_, primitive_ = 0;
  float size_ = 0;
  const Attribute *place_, *type_, *target_, *normal_, *colour_;
};

}  // namespace

void addConstraints(const Geometry& geometry, const DrawSettings& settings, std::size_t file, Drawing& to) {
  ConstraintDrawer(geometry, settings, file, to).run();
}

}  // namespace tendril::cli::show
