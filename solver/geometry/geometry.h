// Geometry: the data type at all interfaces of Tendril. Points, polygons and polylines, named attributes,
// groups, in the numbering of Houdini's files; a value type.
//
//   Geometry g;
//   g.addPoints(2);
//   g.positions()[4] = 1.0f;                        // second point, y
//   const std::int32_t ends[] = {0, 1};
//   g.addPrimitive(PrimitiveKind::polyline, {ends, 2});
//
// Vertices are always numbered in the order of their primitives.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solver/geometry/attribute.h"

namespace tendril::solver {

enum class PrimitiveKind : std::uint8_t { polyline, polygon, other };

// A run of other primitives of one type as in the file: the first fields in a row for each, the rest shared.
struct CarriedRun {
  Value head;                 // a list: key, value ... as in the file; "uniformfields" without its values
  std::size_t rowFields = 0;  // of each primitive, in its own row
};

// A primitive that Tendril only passes through (sphere, packed, volume, NURBS ...).
struct OtherPrimitive {
  std::size_t primitive = 0;  // its number
  std::string type;           // Houdini's name
  Value fields;               // a list: key, value, key, value ...; "vertex" without its numbers
  // The form in its file, to write it again. Consecutive primitives of one run with equal shared fields form
  // a run again; null: written alone.
  std::shared_ptr<const CarriedRun> run = nullptr;
  Value vertexList = Value();  // form of the list of vertices: numbers or a list, both empty; null: any
};

struct Group {
  std::string name;
  std::vector<std::uint8_t> members;  // 0 or 1 for each element
  bool ordered = false;
  std::vector<std::int64_t> order;  // element numbers of an ordered group, each once

  std::size_t count() const;  // members
};

struct EdgeGroup {
  std::string name;
  std::vector<std::array<std::int32_t, 2>> edges;  // point numbers
};

class Geometry {
 public:
  Geometry();                       // no points, and P (float32)
  Geometry(const Geometry& other);  // deep
  Geometry& operator=(const Geometry& other);
  Geometry(Geometry&&) = default;
  Geometry& operator=(Geometry&&) = default;

  std::size_t pointCount() const { return pointCount_; }
  std::size_t vertexCount() const { return vertexPoints.size(); }
  std::size_t primitiveCount() const { return kinds.size(); }
  std::size_t elementCount(Owner owner) const;

  // Point numbers of a primitive's vertices.
  Span<const std::int32_t> pointsOf(std::size_t primitive) const;

  // New elements get default attribute values and are in no group. Return the first new number.
  std::size_t addPoints(std::size_t count);
  std::size_t addPrimitive(PrimitiveKind kind, Span<const std::int32_t> points);

  Attribute* find(Owner owner, std::string_view name);
  const Attribute* find(Owner owner, std::string_view name) const;
  // The attribute of that name, replaced if it is of another kind, storage or size.
  Attribute& add(Owner owner, std::string_view name, Storage storage, int tupleSize,
                 std::string_view typeInfo = {});
  Attribute& addString(Owner owner, std::string_view name, int tupleSize = 1);
  bool remove(Owner owner, std::string_view name);

  Group* findGroup(Owner owner, std::string_view name);
  const Group* findGroup(Owner owner, std::string_view name) const;
  Group& addGroup(Owner owner, std::string_view name);  // empty where new

  // x y z of every point; P must be float32 (the default, unless a file has float64).
  Span<float> positions();
  Span<const float> positions() const;

  std::size_t memory() const;  // bytes, of attribute values and topology

  // Throws an Error that names an inconsistency: counts, references out of range, missing P.
  void check() const;

  // For code that changes point attributes and groups itself.
  void setPointCount(std::size_t count) { pointCount_ = count; }

  // Topology. Code that changes these keeps them consistent; see check().
  std::vector<std::int32_t> vertexPoints;  // point of every vertex
  std::vector<std::size_t> starts = {0};   // first vertex of every primitive, and the end
  std::vector<PrimitiveKind> kinds;        // one a primitive
  std::vector<OtherPrimitive> others;      // in the order of their primitives
  // Where runs of polygons begin that the file listed count by count though many are equal, ascending. A hint
  // for the writer only, like Attribute::fullPages.
  std::vector<std::size_t> listedRuns;

  // Deques: adding an element keeps references valid.
  std::array<std::deque<Attribute>, 4> attributes;  // by Owner
  std::array<std::deque<Group>, 3> groups;          // by Owner; detail has none
  std::vector<EdgeGroup> edgeGroups;

  // Other data of a file, kept for writing.
  std::string fileVersion;
  Value info;
  Value shared;  // payloads of packed and volume primitives

 private:
  Attribute& addAttribute(Owner owner, Attribute attribute);
  void resizeOwner(Owner owner, std::size_t count);

  std::size_t pointCount_ = 0;
};

// Throws an Error if values and elements, or tables and indices, do not match.
void checkAttribute(const Attribute& attribute, Owner owner, std::size_t elements);

// Bitwise, except fileVersion, info and the runs of primitives in a file.
bool operator==(const Geometry& a, const Geometry& b);

}  // namespace tendril::solver
