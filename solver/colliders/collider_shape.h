// Shapes of colliders that a few numbers describe. A shape is a line in colliders.def and a file in
// solver/colliders/ that defines its ColliderShape.
//
//   const ColliderShape& sphere = *findColliderShape("sphere");
//   std::unique_ptr<Collider> ball = makeCollider(sphere, {0.1}, path);
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "solver/base/property.h"
#include "solver/base/span.h"
#include "solver/colliders/rigid_collider.h"

namespace tendril::solver {

struct ColliderShape {
  const char* name = "";
  const char* label = "";
  const char* about = "";            // one sentence
  std::vector<Property> properties;  // its numbers; lengths in m
  // In the axes of the shape. Throws an Error that names a number that makes no shape.
  std::unique_ptr<Solid> (*make)(Span<const double> numbers) = nullptr;
};

// In the order of colliders.def.
const std::vector<const ColliderShape*>& colliderShapes();
const ColliderShape* findColliderShape(std::string_view name);  // null: none

// `numbers`: one for each property. `inverted`: what is outside of the shape is solid.
std::unique_ptr<Collider> makeCollider(const ColliderShape& shape, const std::vector<double>& numbers,
                                       const RigidPath& path, bool inverted = false);

}  // namespace tendril::solver
