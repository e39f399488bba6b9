// Geometry: points, polygons, attributes, groups.
#include "solver/geometry/geometry.h"

#include <algorithm>
#include <tuple>

#include "solver/base/tally.h"

namespace tendril::solver {
namespace {

std::size_t at(Owner owner) {
  return static_cast<std::size_t>(owner);
}

template <class Items>
auto* findByName(Items& items, std::string_view name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
  return found == items.end() ? nullptr : &*found;
}

std::string label(Owner owner, const std::string& name) {
  return std::string(nameOf(owner)) + " attribute '" + name + "'";
}

void checkTable(const Attribute& attribute, std::size_t table, const std::string& who) {
  for (const std::int32_t index : attribute.values<std::int32_t>())
    if (index < -1 || index >= static_cast<std::int64_t>(table))
      throw Error(who + " refers to entry " + std::to_string(index) + " of a table of " +
                  std::to_string(table));
}

void checkGroup(const Group& group, Owner owner, std::size_t elements) {
  const std::string who = std::string(nameOf(owner)) + " group '" + group.name + "'";
  if (group.members.size() != elements)
    throw Error(who + " speaks of " + std::to_string(group.members.size()) + " elements; there are " +
                std::to_string(elements));
  if (!group.ordered) return;
  std::vector<std::uint8_t> seen(elements, 0);
  for (const std::int64_t element : group.order) {
    if (element < 0 || element >= static_cast<std::int64_t>(elements) ||
        seen[static_cast<std::size_t>(element)]++)
      throw Error(who + " lists element " + std::to_string(element) + " twice or out of range");
  }
  if (seen != group.members) throw Error(who + " has members that its order does not list");
}

template <class Items>
void checkNames(const Items& items, const std::string& what) {
  std::vector<std::string_view> names;
  for (const auto& item : items) names.push_back(item.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) throw Error("there are two " + what + " named '" + std::string(*twice) + "'");
}

void checkTopology(const Geometry& g) {
  if (g.starts.size() != g.kinds.size() + 1 || g.starts.front() != 0 || g.starts.back() != g.vertexCount() ||
      !std::is_sorted(g.starts.begin(), g.starts.end()))
    throw Error("the primitives do not divide the " + std::to_string(g.vertexCount()) + " vertices");
  for (std::size_t v = 0; v < g.vertexCount(); ++v)
    if (g.vertexPoints[v] < 0 || static_cast<std::size_t>(g.vertexPoints[v]) >= g.pointCount())
      throw Error("vertex " + std::to_string(v) + " refers to point " + std::to_string(g.vertexPoints[v]) +
                  "; there are " + std::to_string(g.pointCount()));
  std::size_t next = 0;
  for (std::size_t p = 0; p < g.kinds.size(); ++p)
    if (g.kinds[p] == PrimitiveKind::other && (next >= g.others.size() || g.others[next++].primitive != p))
      throw Error("primitive " + std::to_string(p) + " has no description");
  if (next != g.others.size()) throw Error("there are more carried primitives described than present");
  for (const OtherPrimitive& other : g.others) {
    const auto* items = other.fields.as<Value::List>();
    if (other.run && (!items || items->size() < 2 * other.run->rowFields))
      throw Error("primitive " + std::to_string(other.primitive) + " lacks fields of its run");
  }
}

}  // namespace

void checkAttribute(const Attribute& attribute, Owner owner, std::size_t elements) {
  const std::string who = label(owner, attribute.name);
  if (attribute.kind == AttributeKind::carried) return;
  if (attribute.tupleSize < 1) throw Error(who + " has a tuple size below 1");
  if (attribute.elementCount() != elements)
    throw Error(who + " has values for " + std::to_string(attribute.elementCount()) +
                " elements; there are " + std::to_string(elements));
  const std::size_t expected = (attribute.isList() ? attribute.starts.back() : elements) *
                               static_cast<std::size_t>(attribute.tupleSize);
  if (sizeOf(attribute.numbers) != expected)
    throw Error(who + " has " + std::to_string(sizeOf(attribute.numbers)) + " numbers, " +
                std::to_string(expected) + " expected");
  if (!std::is_sorted(attribute.starts.begin(), attribute.starts.end()))
    throw Error(who + " has lists out of order");
  if (attribute.isString()) checkTable(attribute, attribute.strings.size(), who);
  if (attribute.kind == AttributeKind::dict) checkTable(attribute, attribute.dicts.size(), who);
}

std::size_t Group::count() const {
  return static_cast<std::size_t>(std::count(members.begin(), members.end(), 1));
}

Geometry::Geometry() {
  add(Owner::point, "P", Storage::real32, 3, "point");
}

Geometry::Geometry(const Geometry& other)
    : vertexPoints(other.vertexPoints),
      starts(other.starts),
      kinds(other.kinds),
      others(other.others),
      listedRuns(other.listedRuns),
      attributes(other.attributes),
      groups(other.groups),
      edgeGroups(other.edgeGroups),
      fileVersion(other.fileVersion),
      info(other.info),
      shared(other.shared),
      pointCount_(other.pointCount_) {
  TALLY(geometryCopies);
}

Geometry& Geometry::operator=(const Geometry& other) {
  return *this = Geometry(other);
}

std::size_t Geometry::elementCount(Owner owner) const {
  switch (owner) {
    case Owner::vertex:
      return vertexCount();
    case Owner::point:
      return pointCount();
    case Owner::primitive:
      return primitiveCount();
    case Owner::detail:
      break;
  }
  return 1;
}

Span<const std::int32_t> Geometry::pointsOf(std::size_t primitive) const {
  return Span<const std::int32_t>(vertexPoints)
      .part(starts[primitive], starts[primitive + 1] - starts[primitive]);
}

void Geometry::resizeOwner(Owner owner, std::size_t count) {
  for (Attribute& attribute : attributes[at(owner)]) attribute.resize(count);
  for (Group& group : groups[at(owner)]) group.members.resize(count, 0);
}

std::size_t Geometry::addPoints(std::size_t count) {
  const std::size_t first = pointCount_;
  pointCount_ += count;
  resizeOwner(Owner::point, pointCount_);
  return first;
}

std::size_t Geometry::addPrimitive(PrimitiveKind kind, Span<const std::int32_t> points) {
  vertexPoints.insert(vertexPoints.end(), points.begin(), points.end());
  starts.push_back(vertexPoints.size());
  kinds.push_back(kind);
  resizeOwner(Owner::vertex, vertexCount());
  resizeOwner(Owner::primitive, primitiveCount());
  return primitiveCount() - 1;
}

Attribute* Geometry::find(Owner owner, std::string_view name) {
  return findByName(attributes[at(owner)], name);
}

const Attribute* Geometry::find(Owner owner, std::string_view name) const {
  return findByName(attributes[at(owner)], name);
}

Attribute& Geometry::addAttribute(Owner owner, Attribute attribute) {
  attribute.resize(elementCount(owner));
  if (Attribute* present = find(owner, attribute.name)) return *present = std::move(attribute);
  return attributes[at(owner)].emplace_back(std::move(attribute));
}

Attribute& Geometry::add(Owner owner, std::string_view name, Storage storage, int tupleSize,
                         std::string_view typeInfo) {
  Attribute* present = find(owner, name);
  if (present && present->kind == AttributeKind::numeric && present->storage() == storage &&
      present->tupleSize == tupleSize)
    return *present;
  return addAttribute(owner, makeAttribute(std::string(name), AttributeKind::numeric, storage, tupleSize,
                                           std::string(typeInfo)));
}

Attribute& Geometry::addString(Owner owner, std::string_view name, int tupleSize) {
  Attribute* present = find(owner, name);
  if (present && present->kind == AttributeKind::string && present->tupleSize == tupleSize) return *present;
  return addAttribute(owner,
                      makeAttribute(std::string(name), AttributeKind::string, Storage::int32, tupleSize));
}

bool Geometry::remove(Owner owner, std::string_view name) {
  auto& all = attributes[at(owner)];
  const auto present =
      std::find_if(all.begin(), all.end(), [&](const Attribute& a) { return a.name == name; });
  if (present == all.end()) return false;
  all.erase(present);
  return true;
}

Group* Geometry::findGroup(Owner owner, std::string_view name) {
  return owner == Owner::detail ? nullptr : findByName(groups[at(owner)], name);
}

const Group* Geometry::findGroup(Owner owner, std::string_view name) const {
  return owner == Owner::detail ? nullptr : findByName(groups[at(owner)], name);
}

Group& Geometry::addGroup(Owner owner, std::string_view name) {
  if (owner == Owner::detail) throw Error("a detail has one element and no groups");
  if (Group* present = findGroup(owner, name)) return *present;
  Group& group = groups[at(owner)].emplace_back();
  group.name = std::string(name);
  group.members.resize(elementCount(owner), 0);
  return group;
}

Span<float> Geometry::positions() {
  return find(Owner::point, "P")->values<float>();
}

Span<const float> Geometry::positions() const {
  return find(Owner::point, "P")->values<float>();
}

std::size_t Geometry::memory() const {
  std::size_t bytes =
      vertexCount() * sizeof vertexPoints[0] + primitiveCount() * (sizeof starts[0] + sizeof kinds[0]);
  for (const auto& owned : attributes)
    for (const Attribute& a : owned)
      bytes += sizeOf(a.numbers) * bytesOf(a.storage()) + a.starts.size() * sizeof(std::size_t);
  for (const auto& owned : groups)
    for (const Group& group : owned)
      bytes += group.members.size() + group.order.size() * sizeof(std::int64_t);
  return bytes;
}

void Geometry::check() const {
  checkTopology(*this);
  for (const Owner owner : kOwners) {
    checkNames(attributes[at(owner)], std::string(nameOf(owner)) + " attributes");
    for (const Attribute& attribute : attributes[at(owner)])
      checkAttribute(attribute, owner, elementCount(owner));
    if (owner == Owner::detail) continue;
    checkNames(groups[at(owner)], std::string(nameOf(owner)) + " groups");
    for (const Group& group : groups[at(owner)]) checkGroup(group, owner, elementCount(owner));
  }
  checkNames(edgeGroups, "edge groups");
  for (const EdgeGroup& group : edgeGroups)
    for (const auto& edge : group.edges)
      for (const std::int32_t point : edge)
        if (point < 0 || static_cast<std::size_t>(point) >= pointCount())
          throw Error("edge group '" + group.name + "' refers to point " + std::to_string(point) +
                      "; there are " + std::to_string(pointCount()));
  const Attribute* p = find(Owner::point, "P");
  if (!p || p->kind != AttributeKind::numeric || p->tupleSize != 3 || !isReal(p->storage()))
    throw Error("point attribute 'P' of three reals is missing");
}

bool operator==(const OtherPrimitive& a, const OtherPrimitive& b) {
  return std::tie(a.primitive, a.type, a.fields) == std::tie(b.primitive, b.type, b.fields);
}

bool operator==(const Group& a, const Group& b) {
  return std::tie(a.name, a.members, a.ordered, a.order) == std::tie(b.name, b.members, b.ordered, b.order);
}

bool operator==(const EdgeGroup& a, const EdgeGroup& b) {
  return std::tie(a.name, a.edges) == std::tie(b.name, b.edges);
}

bool operator==(const Geometry& a, const Geometry& b) {
  return a.pointCount() == b.pointCount() &&
         std::tie(a.vertexPoints, a.starts, a.kinds, a.others, a.attributes, a.groups, a.edgeGroups,
                  a.shared) == std::tie(b.vertexPoints, b.starts, b.kinds, b.others, b.attributes, b.groups,
                                        b.edgeGroups, b.shared);
}

}  // namespace tendril::solver
