// A plane: everything below it (-y in its axes) is solid.
#include "solver/colliders/collider_shape.h"

namespace tendril::solver {
namespace {

class Plane : public ConvexSolid {
 public:
  Box3 extent() const override { return Box3::everywhere(); }

 protected:
  Nearest nearestTo(const Vector3d& at) const override {
    return {at.y(), Vector3d::UnitY(), {at.x(), 0, at.z()}, 0};
  }
  bool stretch(const Vector3d& from, const Vector3d& way, double& low, double& high) const override {
    if (way.y() == 0) return from.y() < 0;
    (way.y() < 0 ? low : high) = -from.y() / way.y();
    return true;
  }
};

}  // namespace

const ColliderShape& colliderShape_plane() {
  static const ColliderShape shape = [] {
    ColliderShape made;
    made.name = "plane";
    made.label = "Plane";
    made.about = "an infinite plane; what is below it is solid";
    made.make = [](Span<const double>) -> std::unique_ptr<Solid> { return std::make_unique<Plane>(); };
    return made;
  }();
  return shape;
}

}  // namespace tendril::solver
