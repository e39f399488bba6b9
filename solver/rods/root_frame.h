// The material frame at a curve's root, and the parent to which the root is attached.
#pragma once

#include <optional>
#include <vector>

#include "solver/geometry/polyline.h"
#include "solver/rods/shape.h"

namespace tendril::solver {

// Source of the root's frame. `automatic`: the first of orient, N, up that exists, else `upvector`.
enum class RootFrame { automatic, orient, normal, up, upVector };

// Material frame at a curve's first point: tangent along its first edge, directors from the attribute. orient
// gives both (its +Z, +Y); N and up give n2. None if the curve has no value.
std::optional<Eigen::Matrix3d> rootFromAttributes(const Geometry& geometry, std::size_t primitive,
                                                  const Curve& curve, RootFrame source);

// True if some curve may have a value of that attribute.
bool hasRootAttribute(const Geometry& geometry, RootFrame source);

// The parent of a curve's root: a curve that shares its point.
struct Parent {
  std::int32_t primitive = -1;  // -1: the world
  std::size_t vertex = 0;       // of the parent
};

// Parents of all marked primitives. Cycles are opened at their first curve.
std::vector<Parent> findParents(const Geometry& geometry, const std::vector<std::uint8_t>& isRod);

}  // namespace tendril::solver
