// Changes of a whole geometry: reorder, remove, append, transform. Attribute values, groups and edges follow
// their elements.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::solver {

// Element i of the result is element from[i] of the attribute.
Attribute gather(const Attribute& attribute, Span<const std::int32_t> from);
Group gather(const Group& group, Span<const std::int32_t> from);

// Reorders attribute values and groups of one owner; topology stays.
void permuteValues(Geometry& geometry, Owner owner, Span<const std::int32_t> from);

// Copies these primitives in this order, with their points in the order of first use. Cost is proportional to
// the copy, not the whole.
Geometry extractPrimitives(const Geometry& geometry, Span<const std::int32_t> primitives);

// Removes the marked primitives, their vertices, and those of their points that no other primitive uses.
void removePrimitives(Geometry& geometry, const std::vector<std::uint8_t>& marked);

// Splits a primitive before this vertex, counted within it; not its first.
struct Split {
  std::size_t primitive = 0, vertex = 0;
};

// Splits polylines: the first part keeps the primitive's number, the others follow after all primitives with
// the same attributes and groups. Points stay. Several splits of a primitive: by ascending vertices.
void splitPrimitives(Geometry& geometry, const std::vector<Split>& splits);

// Appends the other geometry's elements. Attributes that only one side has get their default on the other;
// numbers of different storage become the wider type. Throws an Error that names an attribute whose tuples
// differ. Detail attributes of `to` win.
void append(Geometry& to, const Geometry& from);
Geometry joined(std::vector<Geometry> parts);  // all behind each other, pair by pair

// Rows of the matrix act on row vectors, as in Houdini: p' = p M. Attributes follow by typeinfo: points,
// vectors, normals, quaternions (x y z w), matrices. Other primitives with their own transform follow, too;
// one whose transform Tendril cannot read (VDB) is an Error unless the matrix only translates.
void transform(Geometry& geometry, const Eigen::Matrix4d& matrix);

}  // namespace tendril::solver
