// Contacts as dots and lines.
#include "cli/drawing/draw_contacts.h"

#include <algorithm>
#include <cmath>

#include "nodes/simulation/read_outs.h"
#include "solver/geometry/tuples.h"

namespace tendril::cli::show {

namespace {

const Vector3f kTouch(0.10f, 0.45f, 0.85f), kFailed(0.90f, 0.05f, 0.05f), kForce(0.95f, 0.65f, 0.10f);

class ContactDrawer {
 public:
  ContactDrawer(const Geometry& g, double widthScale, std::size_t file, Drawing& to)
      : g_(g), to_(to), file_(file), scale_(static_cast<float>(widthScale)) {
    place_ = g.find(Owner::point, "P");
    count_ = numericTuple(g.find(Owner::point, "contact"), 1);
    force_ = numericTuple(g.find(Owner::point, "contactforce"), 3);
    depth_ = numericTuple(g.find(Owner::point, "penetration"), 1);
  }

  void run() {
    if (!count_ || !force_) return;
    const Eigen::AlignedBox3f box = to_.bounds();
    size_ = box.isEmpty() ? 0 : box.diagonal().norm();
    for (std::size_t i = 0; i < g_.pointCount(); ++i) strongest_ = std::max(strongest_, forceOn(i).norm());
    for (std::size_t p = 0; p < g_.primitiveCount(); ++p) {
      if (g_.kinds[p] != PrimitiveKind::polyline) continue;
      const std::vector<double> radii = radiiOf(g_, p, 0);
      const Span<const std::int32_t> points = g_.pointsOf(p);
      for (std::size_t v = 0; v < points.size(); ++v)
        add(p, static_cast<std::size_t>(points[v]), scale_ * static_cast<float>(radii[v]));
    }
  }

 private:
  Vector3d forceOn(std::size_t point) const {
    const Vector3d force = tupleAt(*force_, point).head<3>();
    return force.allFinite() ? force : Vector3d(Vector3d::Zero());
  }

  void add(std::size_t primitive, std::size_t point, float radius) {
    const Vector3f at = tupleAt(*place_, point).head<3>().cast<float>();
    const Vector3d force = forceOn(point);
    const bool touches = numberAt(count_->numbers, point) > 0.5;
    const bool failed = touches && depth_ && numberAt(depth_->numbers, point) > nodes::kFailedContact;
    const Vector3f colour = failed ? kFailed : kTouch;
    const float dot = std::max(size_ / 300, 1.5f * radius);
    if (touches) addDot(primitive, at, dot, colour);
    if (!(force.norm() > 1e-6 * strongest_)) return;
    float length = size_ / 8 * static_cast<float>(std::sqrt(force.norm() / strongest_));
    if (failed) length = std::max(length, size_ / 12);  // out of what hides it
    const Vector3f way = length * force.normalized().cast<float>();
    addLine(primitive, point, at, way, failed ? kFailed : kForce);
    if (failed) addDot(primitive, at + way, dot, colour);
  }

  void addDot(std::size_t primitive, const Vector3f& at, float radius, const Vector3f& colour) {
    Vector4f ball;
    ball << at, radius;
    to_.balls.push_back({{ball, ball}, colour, file_, primitive, kNoValue, false, Layer::debug});
  }

  void addLine(std::size_t primitive, std::size_t point, const Vector3f& from, const Vector3f& way,
               const Vector3f& colour) {
    to_.curves.push_back({file_, primitive, 1, to_.controls[0].size(), to_.between.size(), Layer::debug});
    for (int k = 0; k < 4; ++k) {
      Vector4f control;
      control << from + static_cast<float>(k) / 3 * way, size_ / 700;
      for (auto& side : to_.controls) side.push_back(control);
    }
    for (int v = 0; v < 2; ++v) {
      to_.between.push_back({static_cast<std::int32_t>(point), static_cast<std::int32_t>(point), 0});
      to_.colours.push_back(colour);
    }
  }

  const Geometry& g_;
  Drawing& to_;
  std::size_t file_;
  const Attribute *place_, *count_, *force_, *depth_;
  double strongest_ = 0;  // N
  float scale_, size_ = 0;
};

}  // namespace

void addContacts(const Geometry& geometry, const DrawSettings& settings, std::size_t file, Drawing& to) {
  if (settings.constraints == Constraints::debug || settings.constraints == Constraints::both)
    ContactDrawer(geometry, settings.widthScale, file, to).run();
}

}  // namespace tendril::cli::show
