// Geometry: what crosses every border of Tendril. Points, polygons and polylines, named attributes, groups,
// in the numbering of Houdini's files; a plain value, owned by whoever holds it.
//
//   Geometry g;
//   g.addPoints(2);
//   g.positions()[4] = 1.0f;                        // second point, y
//   const std::int32_t ends[] = {0, 1};
//   g.addPrimitive(PrimitiveKind::polyline, {ends, 2});
//
// Vertices are numbered in the order of their primitives, always.
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

// How a file said many carried primitives of one type at once: their first fields in a row for each, the
// others once for all.
struct CarriedRun {
  Value head;                 // a list: key, value ... as in the file; "uniformfields" without its values
  std::size_t rowFields = 0;  // of each primitive, in a row of its own
};

// A primitive that Tendril only carries (sphere, packed, volume, NURBS ...).
struct OtherPrimitive {
  std::size_t primitive = 0;  // its number
  std::string type;           // Houdini's word for it
  Value fields;               // a list: key, value, key, value ...; "vertex" stands in it without its numbers
  // How its file said it, so that it can be said again. Those of one run that still stand behind each other,
  // and agree in what is said once, make a run again; null: each by itself.
  std::shared_ptr<const CarriedRun> run = nullptr;
  Value vertexList = Value();  // the form of a list of vertices: numbers or a list, both empty; null: any
};

struct Group {
  std::string name;
  std::vector<std::uint8_t> members;  // one 0 or 1 an element
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

  // New elements get default attribute values and belong to no group. Return the first new number.
  std::size_t addPoints(std::size_t count);
  std::size_t addPrimitive(PrimitiveKind kind, Span<const std::int32_t> points);

  Attribute* find(Owner owner, std::string_view name);
  const Attribute* find(Owner owner, std::string_view name) const;
  // The attribute of that name, made anew where it is absent or of another kind, storage or size.
  Attribute& add(Owner owner, std::string_view name, Storage storage, int tupleSize,
                 std::string_view typeInfo = {});
  Attribute& addString(Owner owner, std::string_view name, int tupleSize = 1);
  bool remove(Owner owner, std::string_view name);

  Group* findGroup(Owner owner, std::string_view name);
  const Group* findGroup(Owner owner, std::string_view name) const;
  Group& addGroup(Owner owner, std::string_view name);  // empty where new

  // x y z of every point, where P is float32 (it is, unless a file said float64).
  Span<float> positions();
  Span<const float> positions() const;

  std::size_t memory() const;  // bytes, of attribute values and topology

  // Throws an Error that names what does not fit: counts, references out of range, P missing.
  void check() const;

  // For those who changed point attributes and groups themselves.
  void setPointCount(std::size_t count) { pointCount_ = count; }

  // Topology. Whoever changes these keeps them consistent; check() tells.
  std::vector<std::int32_t> vertexPoints;  // point of every vertex
  std::vector<std::size_t> starts = {0};   // first vertex of every primitive, and the end
  std::vector<PrimitiveKind> kinds;        // one a primitive
  std::vector<OtherPrimitive> others;      // in the order of their primitives
  // Where a run of polygons begins that its file told count by count though many are equal, ascending. A
  // hint, as Attribute::fullPages: nothing but the writer looks at it.
  std::vector<std::size_t> listedRuns;

  // Deques: adding one leaves references to the others valid.
  std::array<std::deque<Attribute>, 4> attributes;  // by Owner
  std::array<std::deque<Group>, 3> groups;          // by Owner; detail has none
  std::vector<EdgeGroup> edgeGroups;

  // What a file says besides, kept so that it can be written again.
  std::string fileVersion;
  Value info;
  Value shared;  // payloads that packed and volume primitives point at

 private:
  Attribute& addAttribute(Owner owner, Attribute attribute);
  void resizeOwner(Owner owner, std::size_t count);

  std::size_t pointCount_ = 0;
};

// Throws an Error where values and elements, tables and indices do not fit.
void checkAttribute(const Attribute& attribute, Owner owner, std::size_t elements);

// Bitwise, all but fileVersion and info, and how a file put primitives into runs.
bool operator==(const Geometry& a, const Geometry& b);

}  // namespace tendril::solver
