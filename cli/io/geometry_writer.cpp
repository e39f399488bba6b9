// The top level of a geometry file, its topology and groups.
#include "cli/io/geometry_writer.h"

#include <algorithm>
#include <limits>

#include "cli/io/geometry_words.h"
#include "solver/base/error.h"

namespace tendril::cli::io {
namespace {

// Houdini writes one number an element up to about this many elements, and runs beyond.
constexpr std::size_t kByteGroupLimit = 10;

bool isSummary(std::string_view key) {
  constexpr std::string_view kEnd = "_summary";
  return key == "attribute_ranges" ||
         (key.size() > kEnd.size() && key.substr(key.size() - kEnd.size()) == kEnd);
}

void writeInfo(const Value& info, JsonWriter& w) {
  const auto* entries = info.as<Value::Map>();
  if (!entries) return w.value(info);
  w.beginMap();
  for (const Value::Entry& entry : *entries) {
    w.key(entry.key);
    const auto* text = entry.value.as<std::string>();
    if (text && isSummary(entry.key))
      w.plainText(*text);
    else
      w.value(entry.value);
  }
  w.endMap();
}

void writeTopology(const Geometry& g, JsonWriter& w) {
  w.beginArray();
  w.key("pointref");
  w.beginArray();
  w.key("indices");
  // the width follows the number of vertices, as in Houdini, and must hold the points as well
  constexpr std::size_t kSmall = std::numeric_limits<std::int16_t>::max();
  if (g.vertexCount() <= kSmall && g.pointCount() <= kSmall + 1) {
    w.numbers(Numbers(std::vector<std::int16_t>(g.vertexPoints.begin(), g.vertexPoints.end())));
  } else {
    w.beginNumbers(Storage::int32, g.vertexCount());
    w.lastingNumbers(g.vertexPoints.data(), g.vertexCount());
    w.endNumbers();
  }
  w.endArray();
  w.endArray();
}

void writeAttributes(const Geometry& g, JsonWriter& w) {
  w.beginArray();
  for (const Owner owner : kOwners) {
    const auto& owned = g.attributes[static_cast<int>(owner)];
    if (owned.empty()) continue;
    w.key(kOwnerLists[static_cast<int>(owner)]);
    w.beginArray();
    for (const Attribute& attribute : owned) writeAttribute(attribute, g.elementCount(owner), w);
    w.endArray();
  }
  w.endArray();
}

void writeRuns(const std::vector<std::uint8_t>& members, JsonWriter& w) {
  w.key("boolRLE");
  w.beginArray();
  std::size_t from = 0;
  for (std::size_t i = 1; i <= members.size(); ++i)
    if (i == members.size() || members[i] != members[from]) {
      w.integer(static_cast<std::int64_t>(i - from));
      w.boolean(members[from] != 0);
      from = i;
    }
  w.endArray();
}

void writeOrder(const std::vector<std::int64_t>& order, JsonWriter& w) {
  const std::int64_t largest = order.empty() ? 0 : *std::max_element(order.begin(), order.end());
  if (order.empty())
    w.numbers(Numbers(order));
  else if (largest <= std::numeric_limits<std::int16_t>::max())
    w.numbers(Numbers(std::vector<std::int16_t>(order.begin(), order.end())));
  else
    w.numbers(Numbers(std::vector<std::int32_t>(order.begin(), order.end())));
}

void writeSelection(const Group& group, JsonWriter& w) {
  w.beginArray();
  if (group.ordered) {
    w.key("ordered");
    writeOrder(group.order, w);
  } else {
    w.key("unordered");
    w.beginArray();
    if (group.members.size() <= kByteGroupLimit) {
      w.key("i8");
      w.numbers(Numbers(std::vector<std::int8_t>(group.members.begin(), group.members.end())));
    } else {
      writeRuns(group.members, w);
    }
    w.endArray();
  }
  w.endArray();
}

template <class Content>
void writeNamed(const std::string& name, const char* key, JsonWriter& w, Content content) {
  w.beginArray();
  w.beginArray();
  w.key("name");
  w.text(name);
  w.endArray();
  w.beginArray();
  w.key(key);
  content();
  w.endArray();
  w.endArray();
}

void writeEdges(const EdgeGroup& group, JsonWriter& w) {
  writeNamed(group.name, "points", w, [&] {
    w.beginArray();
    for (const auto& edge : group.edges)
      for (const std::int32_t point : edge) w.integer(point);
    w.endArray();
  });
}

void writeGroups(const Geometry& g, JsonWriter& w) {
  for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive}) {
    const auto& owned = g.groups[static_cast<int>(owner)];
    if (owned.empty()) continue;
    w.key(kGroupLists[static_cast<int>(owner)]);
    w.beginArray();
    for (const Group& group : owned)
      writeNamed(group.name, "selection", w, [&] { writeSelection(group, w); });
    w.endArray();
  }
  if (g.edgeGroups.empty()) return;
  w.key("edgegroups");
  w.beginArray();
  for (const EdgeGroup& group : g.edgeGroups) writeEdges(group, w);
  w.endArray();
}

// The index of shared payloads, of which there are none. Its position counts back from the last byte.
void writeEmptyIndex(BinaryWriter& w) {
  w.plainText("index");
  const std::size_t start = w.size();
  w.beginArray();
  for (const char* key : {"integerentries", "stringentries", "integerkeyentires", "stringkeyentries"}) {
    w.plainText(key);
    w.beginMap();
    w.endMap();
  }
  w.endArray();
  w.plainText("indexposition");
  constexpr std::size_t kLongInteger = 9;  // bytes: token and number
  w.longInteger(static_cast<std::int64_t>(w.size() + kLongInteger - start));
}

}  // namespace

void writeGeometry(const Geometry& g, JsonWriter& w) {
  g.check();
  const bool hasShared = !std::holds_alternative<std::monostate>(g.shared.content());
  auto* binary = dynamic_cast<BinaryWriter*>(&w);
  const bool index = binary && !hasShared;
  w.beginArray();
  w.key("fileversion");
  w.text(g.fileVersion.empty() ? kFileVersion : std::string_view(g.fileVersion));
  w.key("hasindex");
  w.boolean(index);
  for (const auto& [key, count] :
       {std::pair("pointcount", g.pointCount()), std::pair("vertexcount", g.vertexCount()),
        std::pair("primitivecount", g.primitiveCount())}) {
    w.key(key);
    w.integer(static_cast<std::int64_t>(count));
  }
  w.key("info");
  writeInfo(g.info.as<Value::Map>() ? g.info : describe(g), w);
  w.key("topology");
  writeTopology(g, w);
  w.key("attributes");
  writeAttributes(g, w);
  w.key("primitives");
  writePrimitives(g, w);
  writeGroups(g, w);
  if (hasShared) {
    w.key("sharedprimitivedata");
    w.value(g.shared);
  }
  if (index) writeEmptyIndex(*binary);
  w.endArray();
}

}  // namespace tendril::cli::io
