// A capsule along y: what is nearer to a segment than the radius.
#include <algorithm>

#include "solver/colliders/collider_shape.h"
#include "solver/colliders/round_solid.h"

namespace tendril::solver {
namespace {

class Capsule : public ConvexSolid {
 public:
  Capsule(double radius, double length) : radius_(radius), half_(0.5 * length) {}
  Box3 extent() const override {
    const Vector3d high(radius_, radius_ + half_, radius_);
    return {-high, high};
  }

 protected:
  Nearest nearestTo(const Vector3d& at) const override {
    const Vector3d centre(0, std::clamp(at.y(), -half_, half_), 0);
    const double far = (at - centre).norm();
    const Vector3d normal = far > 0 ? Vector3d((at - centre) / far) : Vector3d(Vector3d::UnitX());
    return {far - radius_, normal, centre + radius_ * normal, 0};
  }
  // the union of the cylinder and both spheres, which is convex
  bool stretch(const Vector3d& from, const Vector3d& way, double& low, double& high) const override {
    double first = Box3::kInfinite, last = -Box3::kInfinite;
    const auto join = [&](double a, double b) {
      if (a > b) return;
      first = std::min(first, a);
      last = std::max(last, b);
    };
    double a = low, b = high;
    using Eigen::Vector2d;
    if (roundStretch(Vector2d(from.x(), from.z()), Vector2d(way.x(), way.z()), radius_, a, b)) {
      double c = -Box3::kInfinite, d = Box3::kInfinite;
      if (way.y() != 0) {
        c = (-half_ - from.y()) / way.y(), d = (half_ - from.y()) / way.y();
        if (c > d) std::swap(c, d);
      }
      if (way.y() != 0 || std::abs(from.y()) <= half_) join(std::max(a, c), std::min(b, d));
    }
    for (const double end : {-half_, half_}) {
      a = low, b = high;
      if (roundStretch(Vector3d(from - end * Vector3d::UnitY()), way, radius_, a, b)) join(a, b);
    }
    low = first, high = last;
    return first <= last;
  }

 private:
  double radius_, half_;
};

}  // namespace

const ColliderShape& colliderShape_capsule() {
  static const ColliderShape shape = [] {
    ColliderShape made;
    made.name = "capsule";
    made.label = "Capsule";
    made.about = "a cylinder along y with round ends";
    made.properties = {
        {"radius",
         "Radius",
         "m",
         0.1,
         {0.01, 1},
         {0, 1e6},
         {"Half of its width, from the centre to the surface that rods touch.", "0.1 for a head.",
          "Radius (Sphere)."}},
        {"length",
         "Length",
         "m",
         1,
         {0.01, 10},
         {0, 1e6},
         {"Distance between the centres of both round ends. The whole capsule is longer by its width.", "1.",
          "Height (Tube)."}}};
    made.make = [](Span<const double> numbers) -> std::unique_ptr<Solid> {
      return std::make_unique<Capsule>(lengthAt(numbers, 0, "capsule: the radius"),
                                       lengthAt(numbers, 1, "capsule: the length", false));
    };
    return made;
  }();
  return shape;
}

}  // namespace tendril::solver
