// What the attributes of collider geometry say: docs/colliders.md lists them.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "solver/colliders/collider_shape.h"
#include "solver/geometry/geometry.h"

namespace tendril::nodes {

constexpr const char *kColliderType = "collidertype", *kColliderPlace = "colliderplace",
                     *kColliderAxes = "collideraxes", *kColliderNumbers = "collidernumbers",
                     *kColliderFriction = "friction", *kColliderCohesion = "cohesion",
                     *kColliderThickness = "thickness", *kColliderInvert = "invert",
                     *kColliderOneSided = "onesided", *kColliderVoxel = "voxelsize", *kColliderName = "name";
constexpr const char* kColliderMesh = "mesh";

struct ColliderSettings {
  std::string type, name;
  double friction = 0.5, cohesion = 0, thickness = 0;  // 1; N/m; m
  bool inverted = false, oneSided = false;
  double voxel = 0;  // m, of a level set in place of polygons; 0: none

  friend bool operator<(const ColliderSettings& a, const ColliderSettings& b) {
    return std::tie(a.type, a.name, a.friction, a.cohesion, a.thickness, a.inverted, a.oneSided, a.voxel) <
           std::tie(b.type, b.name, b.friction, b.cohesion, b.thickness, b.inverted, b.oneSided, b.voxel);
  }
};

// Settings by primitive; attributes of the whole geometry count where primitives have none.
class ColliderSettingsReader {
 public:
  ColliderSettingsReader(const Geometry& g, double unit);
  bool speaks() const { return speaks_; }  // any attribute says anything
  ColliderSettings of(std::size_t primitive) const;

 private:
  struct Source {
    const Attribute* attribute = nullptr;
    bool whole = false;
  };
  Source find(const char* name, bool text);
  double number(const Source& source, std::size_t primitive, double otherwise) const;
  std::string text(const Source& source, std::size_t primitive) const;

  const Geometry& g_;
  double unit_;
  bool speaks_ = false;
  Source type_, name_, friction_, cohesion_, thickness_, invert_, oneSided_, voxel_;
};

// Throws an Error that names a number which makes no collider.
void check(const ColliderSettings& settings);

// A shape as it stands: its pose in m, and its numbers in SI units.
struct PlacedShape {
  const ColliderShape* shape = nullptr;
  Frame<double> pose;
  std::vector<double> numbers;
};

// Shape and pose of a primitive that tendril::collider drew; an Error where they are missing or scaled
// unevenly.
PlacedShape placedShape(const Geometry& g, std::size_t primitive, const ColliderShape& shape, double unit);
// Of a sphere or a tube (as a capsule) of Houdini; none: another primitive.
std::optional<PlacedShape> placedShape(const Geometry& g, const OtherPrimitive& primitive, double unit);

}  // namespace tendril::nodes
