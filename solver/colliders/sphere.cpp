// A sphere.
#include "solver/colliders/collider_shape.h"
#include "solver/colliders/round_solid.h"

namespace tendril::solver {
namespace {

class Sphere : public ConvexSolid {
 public:
  explicit Sphere(double radius) : radius_(radius) {}
  Box3 extent() const override { return {Vector3d::Constant(-radius_), Vector3d::Constant(radius_)}; }

 protected:
  Nearest nearestTo(const Vector3d& at) const override {
    const double far = at.norm();
    const Vector3d normal = far > 0 ? Vector3d(at / far) : Vector3d(Vector3d::UnitY());
    return {far - radius_, normal, radius_ * normal, 0};
  }
  bool stretch(const Vector3d& from, const Vector3d& way, double& low, double& high) const override {
    return roundStretch(from, way, radius_, low, high);
  }

 private:
  double radius_;
};

}  // namespace

const ColliderShape& colliderShape_sphere() {
  static const ColliderShape shape = [] {
    ColliderShape made;
    made.name = "sphere";
    made.label = "Sphere";
    made.about = "a sphere about its origin";
    made.properties = {{"radius",
                        "Radius",
                        "m",
                        0.1,
                        {0.01, 1},
                        {0, 1e6},
                        {"Half of its width, from the centre to the surface that rods touch.",
                         "0.1 for a head.", "Radius (Sphere)."}}};
    made.make = [](Span<const double> numbers) -> std::unique_ptr<Solid> {
      return std::make_unique<Sphere>(lengthAt(numbers, 0, "sphere: the radius"));
    };
    return made;
  }();
  return shape;
}

}  // namespace tendril::solver
