// The table of colliders' shapes.
#include "solver/colliders/collider.h"

#include "solver/base/error.h"
#include "solver/colliders/collider_shape.h"

namespace tendril::solver {

Collider::~Collider() = default;

#define COLLIDER(name) const ColliderShape& colliderShape_##name();
#include "solver/colliders/colliders.def"
#undef COLLIDER

const std::vector<const ColliderShape*>& colliderShapes() {
  static const std::vector<const ColliderShape*> shapes = {
#define COLLIDER(name) &colliderShape_##name(),
#include "solver/colliders/colliders.def"
#undef COLLIDER
  };
  return shapes;
}

const ColliderShape* findColliderShape(std::string_view name) {
  for (const ColliderShape* shape : colliderShapes())
    if (name == shape->name) return shape;
  return nullptr;
}

std::unique_ptr<Collider> makeCollider(const ColliderShape& shape, const std::vector<double>& numbers,
                                       const RigidPath& path, bool inverted) {
  if (numbers.size() != shape.properties.size())
    throw Error(std::string(shape.name) + ": takes " + std::to_string(shape.properties.size()) +
                " numbers, not " + std::to_string(numbers.size()));
  return std::make_unique<RigidCollider>(shape.make(numbers), path, inverted);
}

}  // namespace tendril::solver
