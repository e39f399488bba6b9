// Reorder, remove, append.
#include "solver/geometry/topology.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace tendril::solver {
namespace {

constexpr Owner kElementOwners[] = {Owner::vertex, Owner::point, Owner::primitive};

template <class T>
void gatherTuples(const std::vector<T>& from, std::vector<T>& to, Span<const std::int32_t> order,
                  std::size_t size) {
  to.resize(order.size() * size);
  for (std::size_t i = 0; i < order.size(); ++i)
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(order[i]) * size), size,
                to.begin() + static_cast<std::ptrdiff_t>(i * size));
}

void gatherLists(const Attribute& from, Attribute& to, Span<const std::int32_t> order) {
  const std::size_t size = static_cast<std::size_t>(from.tupleSize);
  std::visit(
      [&](auto& values) {
        const auto& source = std::get<std::decay_t<decltype(values)>>(from.numbers);
        values.clear();
        to.starts = {0};
        for (const std::int32_t element : order) {
          const std::size_t e = static_cast<std::size_t>(element);
          values.insert(values.end(), source.begin() + static_cast<std::ptrdiff_t>(from.starts[e] * size),
                        source.begin() + static_cast<std::ptrdiff_t>(from.starts[e + 1] * size));
          to.starts.push_back(values.size() / size);
        }
      },
      to.numbers);
}

// Everything of an attribute but its values.
Attribute emptyLike(const Attribute& attribute) {
  Attribute result = makeAttribute(attribute.name, attribute.kind, attribute.storage(), attribute.tupleSize,
                                   attribute.typeInfo);
  result.scope = attribute.scope;
  result.defaults = attribute.defaults;
  result.strings = attribute.strings;
  result.dicts = attribute.dicts;
  result.otherOptions = attribute.otherOptions;
  result.carriedType = attribute.carriedType;
  return result;
}

std::vector<std::int32_t> numbersOf(const std::vector<std::uint8_t>& kept) {
  std::vector<std::int32_t> numbers;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) numbers.push_back(static_cast<std::int32_t>(i));
  return numbers;
}

std::vector<std::int32_t> inverseOf(Span<const std::int32_t> from, std::size_t count) {
  std::vector<std::int32_t> to(count, -1);
  for (std::size_t i = 0; i < from.size(); ++i)
    if (to[static_cast<std::size_t>(from[i])] < 0)
      to[static_cast<std::size_t>(from[i])] = static_cast<std::int32_t>(i);
  return to;
}

Storage wider(Storage a, Storage b) {
  if (isReal(a) != isReal(b)) {  // a real that holds the whole numbers too
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

// `to` ends with room for the elements of `from`.
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

void keepPoints(Geometry& g, const std::vector<std::int32_t>& from) {
  const std::vector<std::int32_t> to = inverseOf(from, g.pointCount());
  permuteValues(g, Owner::point, from);
  for (std::int32_t& point : g.vertexPoints) point = to[static_cast<std::size_t>(point)];
  for (EdgeGroup& group : g.edgeGroups) {
    std::vector<std::array<std::int32_t, 2>> kept;
    for (const auto& edge : group.edges) {
      const std::int32_t a = to[static_cast<std::size_t>(edge[0])], b = to[static_cast<std::size_t>(edge[1])];
      if (a >= 0 && b >= 0) kept.push_back({a, b});
    }
    group.edges = std::move(kept);
  }
  g.setPointCount(from.size());
}

// Payloads by kind and key, of each type: those of `from` that `to` has not. The same key for another payload
// is an Error.
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

// Drops what no element refers to, so that a small part does not carry the table of the whole.
template <class Table>
void compact(Numbers& indices, Table& table) {
  std::unordered_map<std::int32_t, std::int32_t> newIndex;
  Table kept;
  for (std::int32_t& index : std::get<std::vector<std::int32_t>>(indices)) {
    if (index < 0) continue;
    const auto [found, isNew] = newIndex.try_emplace(index, static_cast<std::int32_t>(kept.size()));
    if (isNew) kept.push_back(table[static_cast<std::size_t>(index)]);
    index = found->second;
  }
  table = std::move(kept);
}

using Renumbering = std::unordered_map<std::int64_t, std::int64_t>;

void extractValues(const Geometry& g, Geometry& part, Owner owner, Span<const std::int32_t> from) {
  auto& attributes = part.attributes[indexOf(owner)];
  attributes.clear();
  for (const Attribute& attribute : g.attributes[indexOf(owner)]) {
    Attribute made = gather(attribute, from);
    if (made.isString()) compact(made.numbers, made.strings);
    if (made.kind == AttributeKind::dict) compact(made.numbers, made.dicts);
    attributes.push_back(std::move(made));
  }
  Renumbering to;
  for (std::size_t i = 0; i < from.size(); ++i) to.try_emplace(from[i], static_cast<std::int64_t>(i));
  for (const Group& group : g.groups[indexOf(owner)]) {
    Group made;
    made.name = group.name;
    made.ordered = group.ordered;
    for (const std::int32_t element : from)
      made.members.push_back(group.members[static_cast<std::size_t>(element)]);
    for (const std::int64_t element : group.order)
      if (const auto found = to.find(element); found != to.end()) made.order.push_back(found->second);
    part.groups[indexOf(owner)].push_back(std::move(made));
  }
}

void extractEdges(const Geometry& g, Geometry& part, const Renumbering& points) {
  for (const EdgeGroup& group : g.edgeGroups) {
    part.edgeGroups.push_back({group.name, {}});
    for (const auto& edge : group.edges) {
      const auto a = points.find(edge[0]), b = points.find(edge[1]);
      if (a == points.end() || b == points.end()) continue;
      part.edgeGroups.back().edges.push_back(
          {static_cast<std::int32_t>(a->second), static_cast<std::int32_t>(b->second)});
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

Geometry extractPrimitives(const Geometry& g, Span<const std::int32_t> primitives) {
  Geometry part;
  std::vector<std::int32_t> vertices, points;
  Renumbering newPoint;
  for (const std::int32_t primitive : primitives) {
    const std::size_t p = static_cast<std::size_t>(primitive);
    for (std::size_t v = g.starts[p]; v < g.starts[p + 1]; ++v) {
      const auto [found, isNew] =
          newPoint.try_emplace(g.vertexPoints[v], static_cast<std::int64_t>(points.size()));
      if (isNew) points.push_back(g.vertexPoints[v]);
      vertices.push_back(static_cast<std::int32_t>(v));
      part.vertexPoints.push_back(static_cast<std::int32_t>(found->second));
    }
    if (g.kinds[p] == PrimitiveKind::other) {
      const auto other =
          std::lower_bound(g.others.begin(), g.others.end(), p,
                           [](const OtherPrimitive& o, std::size_t n) { return o.primitive < n; });
      part.others.push_back(*other);
      part.others.back().primitive = part.kinds.size();
      part.shared = g.shared;
    }
    part.kinds.push_back(g.kinds[p]);
    part.starts.push_back(part.vertexPoints.size());
  }
  extractValues(g, part, Owner::vertex, vertices);
  extractValues(g, part, Owner::point, points);
  extractValues(g, part, Owner::primitive, primitives);
  part.attributes[indexOf(Owner::detail)] = g.attributes[indexOf(Owner::detail)];
  extractEdges(g, part, newPoint);
  part.setPointCount(points.size());
  return part;
}

Geometry joined(std::vector<Geometry> parts) {
  return parts.empty() ? Geometry() : joinedRange(parts, 0, parts.size());
}

Attribute gather(const Attribute& attribute, Span<const std::int32_t> from) {
  if (attribute.kind == AttributeKind::carried)
    throw Error("attribute '" + attribute.name + "' of type '" + attribute.carriedType +
                "' cannot follow a change of its elements; remove it first");
  Attribute result = emptyLike(attribute);
  if (attribute.isList()) {
    gatherLists(attribute, result, from);
    return result;
  }
  std::visit(
      [&](auto& values) {
        gatherTuples(std::get<std::decay_t<decltype(values)>>(attribute.numbers), values, from,
                     static_cast<std::size_t>(attribute.tupleSize));
      },
      result.numbers);
  return result;
}

Group gather(const Group& group, Span<const std::int32_t> from) {
  Group result;
  result.name = group.name;
  result.ordered = group.ordered;
  for (const std::int32_t element : from)
    result.members.push_back(group.members[static_cast<std::size_t>(element)]);
  const std::vector<std::int32_t> to = inverseOf(from, group.members.size());
  for (const std::int64_t element : group.order)
    if (to[static_cast<std::size_t>(element)] >= 0)
      result.order.push_back(to[static_cast<std::size_t>(element)]);
  return result;
}

void permuteValues(Geometry& g, Owner owner, Span<const std::int32_t> from) {
  for (Attribute& attribute : g.attributes[indexOf(owner)]) attribute = gather(attribute, from);
  for (Group& group : g.groups[indexOf(owner)]) group = gather(group, from);
}

void removePrimitives(Geometry& g, const std::vector<std::uint8_t>& marked) {
  std::vector<std::uint8_t> keepPrimitive(g.primitiveCount()), keepVertex(g.vertexCount()),
      keepPoint(g.pointCount(), 1);
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    keepPrimitive[p] = !marked[p];
    for (std::size_t v = g.starts[p]; v < g.starts[p + 1]; ++v) keepVertex[v] = !marked[p];
  }
  for (const bool used :
       {false, true})  // first the points of what goes, then those that something else keeps
    for (std::size_t v = 0; v < g.vertexCount(); ++v)
      if (static_cast<bool>(keepVertex[v]) == used)
        keepPoint[static_cast<std::size_t>(g.vertexPoints[v])] = used;

  const std::vector<std::int32_t> primitives = numbersOf(keepPrimitive), vertices = numbersOf(keepVertex);
  permuteValues(g, Owner::primitive, primitives);
  permuteValues(g, Owner::vertex, vertices);
  const std::vector<std::int32_t> newNumber = inverseOf(primitives, g.primitiveCount());
  std::vector<OtherPrimitive> others;
  for (OtherPrimitive& other : g.others)
    if (keepPrimitive[other.primitive]) {
      other.primitive = static_cast<std::size_t>(newNumber[other.primitive]);
      others.push_back(std::move(other));
    }
  g.others = std::move(others);
  g.listedRuns.clear();

  std::vector<std::size_t> starts = {0};
  std::vector<PrimitiveKind> kinds;
  for (const std::int32_t p : primitives) {
    kinds.push_back(g.kinds[static_cast<std::size_t>(p)]);
    starts.push_back(starts.back() + g.pointsOf(static_cast<std::size_t>(p)).size());
  }
  std::vector<std::int32_t> points;
  for (const std::int32_t v : vertices) points.push_back(g.vertexPoints[static_cast<std::size_t>(v)]);
  g.kinds = std::move(kinds);
  g.starts = std::move(starts);
  g.vertexPoints = std::move(points);
  keepPoints(g, numbersOf(keepPoint));
}

void splitPrimitives(Geometry& g, const std::vector<Split>& splits) {
  if (splits.empty()) return;
  std::vector<std::int32_t> vertices, primitives;
  std::vector<std::size_t> starts = {0};
  const auto take = [&](std::size_t primitive, std::size_t from,
                        std::size_t to) {  // vertices of the geometry
    for (std::size_t v = from; v < to; ++v) vertices.push_back(static_cast<std::int32_t>(v));
    primitives.push_back(static_cast<std::int32_t>(primitive));
    starts.push_back(vertices.size());
  };
  std::vector<std::size_t> end(g.starts.begin() + 1, g.starts.end());
  for (auto split = splits.rbegin(); split != splits.rend(); ++split)
    end[split->primitive] = g.starts[split->primitive] + split->vertex;
  for (std::size_t p = 0; p < end.size(); ++p) take(p, g.starts[p], end[p]);
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const std::size_t p = splits[i].primitive;
    const bool last = i + 1 == splits.size() || splits[i + 1].primitive != p;
    take(p, g.starts[p] + splits[i].vertex, last ? g.starts[p + 1] : g.starts[p] + splits[i + 1].vertex);
  }
  permuteValues(g, Owner::vertex, Span<const std::int32_t>(vertices));
  permuteValues(g, Owner::primitive, Span<const std::int32_t>(primitives));
  std::vector<std::int32_t> points;
  for (const std::int32_t v : vertices) points.push_back(g.vertexPoints[static_cast<std::size_t>(v)]);
  std::vector<PrimitiveKind> kinds;
  for (const std::int32_t p : primitives) kinds.push_back(g.kinds[static_cast<std::size_t>(p)]);
  g.vertexPoints = std::move(points);
  g.kinds = std::move(kinds);
  g.starts = std::move(starts);
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
