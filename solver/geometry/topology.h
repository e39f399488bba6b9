// Changes of a whole geometry: reorder, remove, append, transform. Everything that hangs on an element
// (attribute values, group memberships, edges) follows it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::solver {

// Element i of the result is element from[i] of the attribute.
Attribute gather(const Attribute& attribute, Span<const std::int32_t> from);
Group gather(const Group& group, Span<const std::int32_t> from);

// Attribute values and groups of one owner, reordered; topology stays as it is.
void permuteValues(Geometry& geometry, Owner owner, Span<const std::int32_t> from);

// These primitives alone, in this order, with their points in the order of first use. Costs what they are,
// not what the whole is.
Geometry extractPrimitives(const Geometry& geometry, Span<const std::int32_t> primitives);

// Removes the marked primitives, their vertices, and those of their points that no other primitive uses.
void removePrimitives(Geometry& geometry, const std::vector<std::uint8_t>& marked);

// A primitive falls apart before this vertex, counted within it and not its first.
struct Split {
  std::size_t primitive = 0, vertex = 0;
};

// Splits polylines: the first part keeps the primitive's number, the others come behind all primitives, with
// the same attributes and groups. Points stay as they are. Several splits of a primitive: by ascending
// vertices.
void splitPrimitives(Geometry& geometry, const std::vector<Split>& splits);

// Adds the other geometry's elements behind one's own. Attributes that only one side has get their default on
// the other; numbers of different storage become the wider. Throws an Error that names an attribute whose
// tuples differ. Detail attributes of `to` win.
void append(Geometry& to, const Geometry& from);
Geometry joined(std::vector<Geometry> parts);  // all behind each other, pair by pair

// Rows of the matrix act on row vectors, as in Houdini: p' = p M. Attributes follow by their typeinfo:
// points, vectors, normals, quaternions (x y z w), matrices. Carried primitives that keep a transform of
// their own follow too; one whose placement Tendril cannot read (VDB) is an Error unless the matrix only
// moves.
void transform(Geometry& geometry, const Eigen::Matrix4d& matrix);

}  // namespace tendril::solver
