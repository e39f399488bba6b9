// Reorder, extract, remove and split elements of a geometry.
#include "solver/geometry/topology.h"

#include <algorithm>
#include <unordered_map>

namespace tendril::solver {
namespace {

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

// Drops table entries that no element refers to.
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
       {false, true})  // first mark the points of removed primitives, then unmark those still used
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

}  // namespace tendril::solver
