// The top level of a geometry file: counts, topology, attributes, groups.
#include "cli/io/geometry_reader.h"

#include <algorithm>
#include <cmath>

#include "cli/io/geometry_words.h"
#include "solver/geometry/topology.h"

namespace tendril::cli::io {
namespace {

// Old files keep P homogeneous; w other than 1 becomes the attribute Pw, as Houdini does.
void dropHomogeneous(Geometry& g) {
  Attribute& p = *g.find(Owner::point, "P");
  if (p.tupleSize != 4) return;
  Attribute three = makeAttribute("P", AttributeKind::numeric, p.storage(), 3, "point");
  Attribute weight = makeAttribute("Pw", AttributeKind::numeric, p.storage(), 1);
  weight.defaults = std::vector<double>{1.0};
  three.resize(g.pointCount());
  weight.resize(g.pointCount());
  bool rational = false;
  for (std::size_t i = 0; i < g.pointCount(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) setNumber(three.numbers, 3 * i + c, numberAt(p.numbers, 4 * i + c));
    setNumber(weight.numbers, i, numberAt(p.numbers, 4 * i + 3));
    rational = rational || numberAt(weight.numbers, i) != 1.0;
  }
  p = std::move(three);
  if (rational) g.attributes[static_cast<int>(Owner::point)].push_back(std::move(weight));
}

void checkPositions(const Attribute& p, Json where) {
  if (p.kind != AttributeKind::numeric || !isReal(p.storage()) || (p.tupleSize != 3 && p.tupleSize != 4))
    where.fail("point attribute 'P' is not of three reals");
  std::visit(
      [&](const auto& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
          if (!std::isfinite(static_cast<float>(values[i])))
            where.fail("the position of point " + std::to_string(i / static_cast<std::size_t>(p.tupleSize)) +
                       " is not finite");
      },
      p.numbers);
}

void readAttributes(Geometry& g, const KeyedList& top) {
  const auto lists = top.find("attributes");
  if (!lists) return;
  const KeyedList owners(*lists);
  for (const Owner owner : kOwners) {
    const auto list = owners.find(kOwnerLists[static_cast<int>(owner)]);
    if (!list) continue;
    within(std::string(nameOf(owner)) + " attributes", [&] {
      for (const Json pair : *list) {
        Attribute attribute = readAttribute(pair, g.elementCount(owner));
        soundOrFail(pair, [&] { checkAttribute(attribute, owner, g.elementCount(owner)); });
        if (g.find(owner, attribute.name))
          pair.fail("there are two attributes named '" + attribute.name + "'");
        if (owner == Owner::point && attribute.name == "P") checkPositions(attribute, pair);
        g.attributes[static_cast<int>(owner)].push_back(std::move(attribute));
      }
    });
  }
}

void readRuns(Group& group, Json list) {
  if (list.type() != JsonType::array) list.fail("a list of counts and bools expected");
  std::size_t at = 0;
  const std::size_t elements = group.members.size();
  for (auto i = list.begin(); i != list.end(); ++i) {
    const std::int64_t run = (*i).integer();
    if (!(++i != list.end())) list.fail("a run has a length and no value");
    if (run < 0 || static_cast<std::uint64_t>(run) > elements - at)
      list.fail("the runs speak of more than " + std::to_string(elements) + " elements");
    std::fill_n(group.members.begin() + static_cast<std::ptrdiff_t>(at), run, (*i).boolean());
    at += static_cast<std::size_t>(run);
  }
  if (at != elements)
    list.fail("the runs speak of " + std::to_string(at) + " elements; there are " + std::to_string(elements));
}

void readUnordered(Group& group, const KeyedList& selection) {
  if (const auto runs = selection.find("boolRLE")) return readRuns(group, *runs);
  const Json list = selection.need("i8");
  const std::vector<std::uint8_t> members = list.flags();
  if (members.size() != group.members.size())
    list.fail("the group speaks of " + std::to_string(members.size()) + " elements; there are " +
              std::to_string(group.members.size()));
  group.members = members;
}

void readOrdered(Group& group, Json list) {
  group.ordered = true;
  group.order = list.integers();
  for (const std::int64_t element : group.order) {
    if (element < 0 || static_cast<std::uint64_t>(element) >= group.members.size() ||
        group.members[static_cast<std::size_t>(element)])
      list.fail("element " + std::to_string(element) + " is listed twice or out of range");
    group.members[static_cast<std::size_t>(element)] = 1;
  }
}

struct Pair {
  Json first, second;
};

Pair pairOf(Json list) {
  if (list.type() != JsonType::array || list.size() != 2) list.fail("a pair of lists expected");
  auto i = list.begin();
  const Json first = *i;
  return {first, *++i};
}

Group readGroup(Json list, std::size_t elements) {
  const Pair pair = pairOf(list);
  Group group;
  group.name = KeyedList(pair.first).need("name").ownedString();
  return within("group '" + group.name + "'", [&] {
    const KeyedList selection(KeyedList(pair.second).need("selection"));
    list.charge(elements);
    group.members.resize(elements, 0);
    if (const auto ordered = selection.find("ordered"))
      readOrdered(group, *ordered);
    else
      readUnordered(group, KeyedList(selection.need("unordered")));
    return std::move(group);
  });
}

EdgeGroup readEdgeGroup(Json list, std::size_t pointCount) {
  const Pair pair = pairOf(list);
  EdgeGroup group;
  group.name = KeyedList(pair.first).need("name").ownedString();
  const Json points = KeyedList(pair.second).need("points");
  const auto numbers = std::get<std::vector<std::int32_t>>(points.numbers(Storage::int32));
  if (numbers.size() % 2) points.fail("an edge has two points");
  for (const std::int32_t point : numbers)
    if (point < 0 || static_cast<std::size_t>(point) >= pointCount)
      points.fail("edge group '" + group.name + "' refers to point " + std::to_string(point) +
                  "; there are " + std::to_string(pointCount));
  for (std::size_t i = 0; i < numbers.size(); i += 2) group.edges.push_back({numbers[i], numbers[i + 1]});
  return group;
}

void readGroups(Geometry& g, const KeyedList& top) {
  for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive})
    if (const auto list = top.find(kGroupLists[static_cast<int>(owner)]))
      within(std::string(nameOf(owner)) + " groups", [&] {
        for (const Json item : *list) {
          Group group = readGroup(item, g.elementCount(owner));
          if (g.findGroup(owner, group.name)) item.fail("there are two groups named '" + group.name + "'");
          g.groups[static_cast<int>(owner)].push_back(std::move(group));
        }
      });
  if (const auto list = top.find("edgegroups"))
    within("edge groups", [&] {
      for (const Json item : *list) g.edgeGroups.push_back(readEdgeGroup(item, g.pointCount()));
    });
}

// Vertices of a file may come in any order; Geometry numbers them by primitive.
void reorderVertices(Geometry& g, const std::vector<std::int32_t>& order) {
  if (!order.empty()) permuteValues(g, Owner::vertex, order);
}

void readTopology(Geometry& g, const KeyedList& top, std::vector<std::int32_t>& order) {
  const Json indices = KeyedList(KeyedList(top.need("topology")).need("pointref")).need("indices");
  auto points = std::get<std::vector<std::int32_t>>(indices.numbers(Storage::int32));
  if (points.size() != top.count("vertexcount"))
    indices.fail("there are " + std::to_string(points.size()) + " vertices; the header says " +
                 std::to_string(top.count("vertexcount")));
  for (std::size_t v = 0; v < points.size(); ++v)
    if (points[v] < 0 || static_cast<std::size_t>(points[v]) >= g.pointCount())
      indices.fail("vertex " + std::to_string(v) + " refers to point " + std::to_string(points[v]) +
                   "; there are " + std::to_string(g.pointCount()));
  const Json primitives = top.need("primitives");
  within("primitives", [&] { readPrimitives(g, primitives, std::move(points), order); });
  if (g.primitiveCount() != top.count("primitivecount"))
    primitives.fail("there are " + std::to_string(g.primitiveCount()) + " primitives; the header says " +
                    std::to_string(top.count("primitivecount")));
}

// Text has no float32; Houdini's bounds are of it.
Value readInfo(Json json) {
  Value info = json.value();
  const Value* bounds = info.find("bounds");
  const Numbers* numbers = bounds ? bounds->as<Numbers>() : nullptr;
  if (numbers && storageOf(*numbers) != Storage::real32)
    info.set("bounds", Value(KeyedList(json).need("bounds").numbers(Storage::real32)));
  return info;
}

void dropSharedIndexes(Value& shared);

// The index of an embedded geometry counts bytes of the file that it came from: without it, it is whole.
void dropIndexes(Value& list) {
  auto* items = list.as<Value::List>();
  if (!items) return;
  for (std::size_t i = 0; i + 1 < items->size();) {
    const auto* key = (*items)[i].as<std::string>();
    if (key && (*key == "index" || *key == "indexposition")) {
      items->erase(items->begin() + static_cast<std::ptrdiff_t>(i),
                   items->begin() + static_cast<std::ptrdiff_t>(i + 2));
      continue;
    }
    if (key && *key == "hasindex") (*items)[i + 1] = Value(false);
    if (key && *key == "sharedprimitivedata") dropSharedIndexes((*items)[i + 1]);
    i += 2;
  }
}

void dropSharedIndexes(Value& shared) {
  auto* types = shared.as<Value::List>();
  for (std::size_t i = 1; types && i < types->size(); i += 2)
    if (auto* entries = (*types)[i].as<Value::List>())
      for (std::size_t k = 0; k + 2 < entries->size(); k += 3)
        if (const auto* kind = (*entries)[k].as<std::string>(); kind && *kind == "gu:embeddedgeo")
          dropIndexes((*entries)[k + 2]);
}

Value readShared(Json json) {
  Value shared = json.value();
  dropSharedIndexes(shared);
  return shared;
}

}  // namespace

Geometry readGeometry(Json root) {
  const KeyedList top(root);
  Geometry g;
  g.remove(Owner::point, "P");
  g.addPoints(top.count("pointcount"));
  if (const auto version = top.find("fileversion")) g.fileVersion = std::string(version->string());
  if (const auto info = top.find("info")) g.info = readInfo(*info);
  std::vector<std::int32_t> order;
  readTopology(g, top, order);
  readAttributes(g, top);
  if (!g.find(Owner::point, "P")) root.fail("point attribute 'P' is missing");
  dropHomogeneous(g);
  readGroups(g, top);
  reorderVertices(g, order);
  if (const auto shared = top.find("sharedprimitivedata")) g.shared = readShared(*shared);
  soundOrFail(root, [&] { g.check(); });
  return g;
}

}  // namespace tendril::cli::io
