// The work behind tendril::collider, and its parameters.
#pragma once

#include "nodes/parameters/definition.h"
#include "solver/colliders/collider_shape.h"

namespace tendril::nodes {

// The input's polygons, then the shapes of solver/colliders in the order of colliders.def.
enum class ColliderKind {
  mesh,
#define COLLIDER(name) name,
#include "solver/colliders/colliders.def"
#undef COLLIDER
};
enum class ColliderSides { both, front };

struct ColliderParms {
  ColliderKind type = ColliderKind::mesh;
  std::string group, name;
  double friction = 0.5, cohesion = 0, thickness = 0;  // 1; N/m; m
  bool invert = false;
  ColliderSides sides = ColliderSides::both;
  double voxel = 0;                                                 // m, of a level set; 0: none
  std::vector<double> numbers = defaultNumbers();                   // of colliderNumbers()
  double drawn = 10;                                                // m, of a plane
  std::array<double, 3> translate = {0, 0, 0}, rotate = {0, 0, 0};  // m, degrees

  static std::vector<double> defaultNumbers();
};

// The numbers of all shapes; those of one name are one.
std::vector<const Property*> colliderNumbers();

Geometry makeColliders(const ColliderParms& parms, const Cook& cook);

}  // namespace tendril::nodes
