// The material frame at the root of a curve, and which rod a curve's root hangs on.
#pragma once

#include <optional>
#include <vector>

#include "solver/geometry/polyline.h"
#include "solver/rods/shape.h"

namespace tendril::solver {

// Where the root's frame comes from. `automatic`: the first of orient, N, up that is there, else `upvector`.
enum class RootFrame { automatic, orient, normal, up, upVector };

// Material frame at a curve's first point: along its first edge, turned about it as the attribute says.
// orient gives tangent and turn (its +Z, +Y); N and up give n2. None where the curve has no value.
std::optional<Eigen::Matrix3d> rootFromAttributes(const Geometry& geometry, std::size_t primitive,
                                                  const Curve& curve, RootFrame source);

// True where some curve may have a value of that attribute.
bool hasRootAttribute(const Geometry& geometry, RootFrame source);

// A curve's root on another curve: they share a point.
struct Parent {
  std::int32_t primitive = -1;  // -1: the world
  std::size_t vertex = 0;       // of the parent
};

// Of every marked primitive. Rings of curves that hang on each other are opened at the one that comes first.
std::vector<Parent> findParents(const Geometry& geometry, const std::vector<std::uint8_t>& isRod);

}  // namespace tendril::solver
