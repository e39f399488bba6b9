// Joins geometries: elements, attributes, groups and shared data.
#include <algorithm>
#include <string>
#include <unordered_map>

#include "solver/geometry/topology.h"

namespace tendril::solver {
namespace {

constexpr Owner kElementOwners[] = {Owner::vertex, Owner::point, Owner::primitive};

Storage wider(Storage a, Storage b) {
  if (isReal(a) != isReal(b)) {  // a real type that represents the integers, too
    const Storage whole = isReal(a) ? b : a, real = isReal(a) ? a : b;
    return bytesOf(whole) >= 4 ? Storage::real64 : wider(real, Storage::real32);
  }
  if (bytesOf(a) == bytesOf(b) && a != b) return Storage::int16;  // int8 and uint8
  return bytesOf(a) > bytesOf(b) ? a : b;
}

void store(Attribute& attribute, Storage storage) {
  if (attribute.storage() == storage) return;
  Numbers converted = makeNumbers(storage, sizeOf(attribute.numbers));
  for (std::size_t i = 0; i < sizeOf(converted); ++i) setNumber(converted, i, numberAt(attribute.numbers, i));
  attribute.numbers = std::move(converted);
}

// Indices of `from`, as indices into the joined table.
std::vector<std::int32_t> joinTables(std::vector<std::string>& to, const std::vector<std::string>& from) {
  std::unordered_map<std::string, std::int32_t> known;
  for (std::size_t i = 0; i < to.size(); ++i) known.try_emplace(to[i], static_cast<std::int32_t>(i));
  std::vector<std::int32_t> map;
  for (const std::string& entry : from) {
    const auto [found, isNew] = known.try_emplace(entry, static_cast<std::int32_t>(to.size()));
    if (isNew) to.push_back(entry);
    map.push_back(found->second);
  }
  return map;
}

std::vector<std::int32_t> joinTables(std::vector<Value>& to, const std::vector<Value>& from) {
  std::vector<std::int32_t> map;
  for (const Value& entry : from) {
    const auto found = std::find(to.begin(), to.end(), entry);
    map.push_back(static_cast<std::int32_t>(found - to.begin()));
    if (found == to.end()) to.push_back(entry);
  }
  return map;
}

void remap(Numbers& indices, const std::vector<std::int32_t>& map) {
  for (std::int32_t& index : std::get<std::vector<std::int32_t>>(indices))
    if (index >= 0) index = map[static_cast<std::size_t>(index)];
}

// Appends the values of `from`; attributes of `to` have room for them.
void appendValues(Attribute& to, Attribute from, std::size_t before, std::size_t added, Owner owner) {
  if (to.kind != from.kind || to.tupleSize != from.tupleSize)
    throw Error("two geometries cannot be joined: their " + std::string(nameOf(owner)) + " attributes '" +
                to.name + "' have different types");
  if (to.isString()) remap(from.numbers, joinTables(to.strings, from.strings));
  if (to.kind == AttributeKind::dict) remap(from.numbers, joinTables(to.dicts, from.dicts));
  const Storage storage = wider(to.storage(), from.storage());
  store(to, storage);
  store(from, storage);
  to.resize(before);
  std::visit(
      [&](auto& values) {
        const auto& more = std::get<std::decay_t<decltype(values)>>(from.numbers);
        const std::size_t entries = values.size() / static_cast<std::size_t>(to.tupleSize);
        values.insert(values.end(), more.begin(), more.end());
        for (std::size_t e = 0; to.isList() && e < added; ++e)
          to.starts.push_back(entries + from.starts[e + 1]);
      },
      to.numbers);
}

void appendAttributes(Geometry& to, const Geometry& from, Owner owner, std::size_t before) {
  const std::size_t added = from.elementCount(owner);
  for (const Attribute& attribute : from.attributes[indexOf(owner)]) {
    if (attribute.kind == AttributeKind::carried)
      throw Error("attribute '" + attribute.name + "' of type '" + attribute.carriedType +
                  "' cannot be joined");
    Attribute* present = to.find(owner, attribute.name);
    if (!present) {
      present = &to.attributes[indexOf(owner)].emplace_back(emptyLike(attribute));
      present->resize(before);
    }
    appendValues(*present, attribute, before, added, owner);
  }
  for (Attribute& attribute : to.attributes[indexOf(owner)]) attribute.resize(before + added);
}

void appendGroups(Geometry& to, const Geometry& from, Owner owner, std::size_t before) {
  for (const Group& group : from.groups[indexOf(owner)]) {
    Group* present = to.findGroup(owner, group.name);
    if (!present) {
      present = &to.groups[indexOf(owner)].emplace_back();
      present->name = group.name;
      present->ordered = group.ordered;
    }
    present->members.resize(before, 0);
    present->members.insert(present->members.end(), group.members.begin(), group.members.end());
    if (!present->ordered) continue;
    for (std::size_t i = 0; i < group.members.size() && !group.ordered; ++i)
      if (group.members[i]) present->order.push_back(static_cast<std::int64_t>(before + i));
    for (const std::int64_t element : group.order)
      present->order.push_back(static_cast<std::int64_t>(before) + element);
  }
  for (Group& group : to.groups[indexOf(owner)]) group.members.resize(before + from.elementCount(owner), 0);
}

void appendEdges(Geometry& to, const Geometry& from, std::int32_t firstPoint) {
  for (const EdgeGroup& group : from.edgeGroups) {
    auto present = std::find_if(to.edgeGroups.begin(), to.edgeGroups.end(),
                                [&](const EdgeGroup& g) { return g.name == group.name; });
    if (present == to.edgeGroups.end()) present = to.edgeGroups.insert(present, {group.name, {}});
    for (const auto& edge : group.edges)
      present->edges.push_back({edge[0] + firstPoint, edge[1] + firstPoint});
  }
}

// Merges payloads by kind and key. A key with two different payloads is an Error.
void joinShared(Value& to, const Value& from) {
  const auto* types = from.as<Value::List>();
  if (!types) return;
  if (!to.as<Value::List>()) to = Value::list();
  for (std::size_t i = 0; i + 1 < types->size(); i += 2) {
    Value::List& mine = *to.as<Value::List>();
    std::size_t at = 0;
    while (at + 1 < mine.size() && mine[at] != (*types)[i]) at += 2;
    if (at + 1 >= mine.size()) {
      mine.push_back((*types)[i]);
      mine.push_back((*types)[i + 1]);
      continue;
    }
    auto* here = mine[at + 1].as<Value::List>();
    const auto* there = (*types)[i + 1].as<Value::List>();
    if (!here || !there) throw Error("shared primitive data is not a list");
    for (std::size_t k = 0; k + 2 < there->size(); k += 3) {
      std::size_t known = 0;
      while (known + 2 < here->size() &&
             ((*here)[known] != (*there)[k] || (*here)[known + 1] != (*there)[k + 1]))
        known += 3;
      if (known + 2 >= here->size())
        here->insert(here->end(), there->begin() + static_cast<std::ptrdiff_t>(k),
                     there->begin() + static_cast<std::ptrdiff_t>(k + 3));
      else if ((*here)[known + 2] != (*there)[k + 2])
        throw Error("two geometries cannot be joined: they share different data under one key");
    }
  }
}

Geometry joinedRange(std::vector<Geometry>& parts, std::size_t from, std::size_t to) {
  if (to - from == 1) return std::move(parts[from]);
  const std::size_t middle = (from + to) / 2;
  Geometry left = joinedRange(parts, from, middle);
  append(left, joinedRange(parts, middle, to));
  return left;
}

}  // namespace

Geometry joined(std::vector<Geometry> parts) {
  return parts.empty() ? Geometry() : joinedRange(parts, 0, parts.size());
}

void append(Geometry& to, const Geometry& from) {
  if (&to == &from) return append(to, Geometry(from));
  const std::size_t points = to.pointCount(), vertices = to.vertexCount(), primitives = to.primitiveCount();
  for (const Owner owner : kElementOwners) {
    const std::size_t before = to.elementCount(owner);
    appendAttributes(to, from, owner, before);
    appendGroups(to, from, owner, before);
  }
  for (const Attribute& attribute : from.attributes[indexOf(Owner::detail)])
    if (!to.find(Owner::detail, attribute.name)) to.attributes[indexOf(Owner::detail)].push_back(attribute);
  appendEdges(to, from, static_cast<std::int32_t>(points));
  joinShared(to.shared, from.shared);
  for (const std::int32_t point : from.vertexPoints)
    to.vertexPoints.push_back(point + static_cast<std::int32_t>(points));
  for (std::size_t p = 0; p < from.primitiveCount(); ++p) to.starts.push_back(vertices + from.starts[p + 1]);
  to.kinds.insert(to.kinds.end(), from.kinds.begin(), from.kinds.end());
  for (OtherPrimitive other : from.others) {
    other.primitive += primitives;
    to.others.push_back(std::move(other));
  }
  for (const std::size_t first : from.listedRuns) to.listedRuns.push_back(first + primitives);
  to.setPointCount(points + from.pointCount());
}

}  // namespace tendril::solver
