// Packed primitives that embed their geometry, replaced by it.
#include <Eigen/Core>
#include <map>
#include <optional>

#include "cli/io/geometry_reader.h"
#include "solver/geometry/topology.h"

namespace tendril::cli::io {
namespace {

constexpr int kMaxNesting = 16;

struct Scope {  // where a packed primitive looks for its payload: its own geometry first, then those around
                // it
  Json root;
  const Scope* outer;
};

const Value* fieldOf(const OtherPrimitive& primitive, std::string_view name) {
  const Value::List& items = *primitive.fields.as<Value::List>();
  for (std::size_t i = 0; i + 1 < items.size(); i += 2)
    if (const auto* key = items[i].as<std::string>(); key && *key == name) return &items[i + 1];
  return nullptr;
}

std::string parameterOf(const OtherPrimitive& primitive, std::string_view name) {
  const Value* parameters = fieldOf(primitive, "parameters");
  const Value* found = parameters ? parameters->find(name) : nullptr;
  const auto* text = found ? found->as<std::string>() : nullptr;
  return text ? *text : std::string();
}

std::optional<Json> payloadIn(Json root, std::string_view key) {
  const auto shared = KeyedList(root).find("sharedprimitivedata");
  if (!shared) return std::nullopt;
  for (const auto& [type, list] : KeyedList(*shared)) {
    if (list.type() != JsonType::array || list.size() % 3)
      list.fail("shared data is not of kind, key and payload");
    for (auto i = list.begin(); i != list.end(); ++i) {
      const Json kind = *i, name = *++i, payload = *++i;
      if (kind.string() == "gu:embeddedgeo" && name.string() == key) return payload;
    }
  }
  return std::nullopt;
}

template <int N>
Eigen::Matrix<double, 1, N> rowOf(const OtherPrimitive& primitive, std::string_view name,
                                  const Eigen::Matrix<double, 1, N>& otherwise) {
  const Value* field = fieldOf(primitive, name);
  if (!field) return otherwise;
  const auto numbers = numbersIn(*field);
  if (!numbers || numbers->size() != N)
    throw Error("'" + std::string(name) + "' has not " + std::to_string(N) + " numbers");
  return Eigen::Map<const Eigen::Matrix<double, 1, N>>(numbers->data());
}

// A packed primitive turns and scales about its pivot and carries the pivot to its point.
Eigen::Matrix4d placementOf(const Geometry& g, const OtherPrimitive& primitive) {
  Eigen::Matrix<double, 1, 9> unit;
  unit << 1, 0, 0, 0, 1, 0, 0, 0, 1;
  const Eigen::Matrix<double, 1, 9> m = rowOf<9>(primitive, "transform", unit);
  const Eigen::RowVector3d pivot = rowOf<3>(primitive, "pivot", Eigen::RowVector3d::Zero());
  const Span<const std::int32_t> points = g.pointsOf(primitive.primitive);
  if (points.size() != 1) throw Error("a packed primitive has " + std::to_string(points.size()) + " points");
  const Attribute& p = *g.find(Owner::point, "P");
  Eigen::RowVector3d position;
  for (int c = 0; c < 3; ++c)
    position[c] = numberAt(p.numbers, 3 * static_cast<std::size_t>(points[0]) + static_cast<std::size_t>(c));
  Eigen::Matrix4d placement = Eigen::Matrix4d::Identity();
  placement.topLeftCorner<3, 3>() = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data());
  placement.row(3).head<3>() = position - pivot * placement.topLeftCorner<3, 3>();
  return placement;
}

// What is written on the packed primitive (a name, a material) goes to all that was inside, unless the inside
// says so.
void handDown(const Geometry& from, std::size_t primitive, Geometry& to) {
  const std::vector<std::int32_t> source(to.primitiveCount(), static_cast<std::int32_t>(primitive));
  for (const Attribute& attribute : from.attributes[static_cast<int>(Owner::primitive)])
    if (attribute.kind != AttributeKind::carried && !to.find(Owner::primitive, attribute.name))
      to.attributes[static_cast<int>(Owner::primitive)].push_back(gather(attribute, source));
  for (const Group& group : from.groups[static_cast<int>(Owner::primitive)])
    if (group.members[primitive] && !to.findGroup(Owner::primitive, group.name)) {
      Group& made = to.addGroup(Owner::primitive, group.name);
      made.members.assign(to.primitiveCount(), 1);
    }
}

// Embedded geometry that was read, and its primitives by the pieces that fragments show.
struct Embedded {
  Geometry geometry;
  std::map<std::string, std::map<std::string, std::vector<std::int32_t>, std::less<>>>
      pieces;  // by attribute, by name

  const std::vector<std::int32_t>& piece(const std::string& attributeName, const std::string& name) {
    auto [entry, isNew] = pieces.try_emplace(attributeName);
    if (isNew) {
      const Attribute* attribute = geometry.find(Owner::primitive, attributeName);
      if (!attribute || attribute->kind != AttributeKind::string)
        throw Error("a packed fragment selects by '" + attributeName + "', which its geometry lacks");
      const std::size_t size = static_cast<std::size_t>(attribute->tupleSize);
      for (std::size_t p = 0; p < geometry.primitiveCount(); ++p)
        entry->second[std::string(attribute->stringAt(p * size))].push_back(static_cast<std::int32_t>(p));
    }
    return entry->second[name];  // empty where there is none of that name
  }
};

// What said how the packed file was does not hold any more.
void forgetSummary(Value& info) {
  for (const char* key : {"bounds", "primcount_summary", "attribute_summary", "group_summary",
                          "volume_summary", "attribute_ranges"})
    info.remove(key);
}

class Unpacker {
 public:
  Unpacker(const Scope& scope, int depth) : scope_(scope), depth_(depth) {}

  void unpack(Geometry& g) {
    std::vector<std::uint8_t> unpacked(g.primitiveCount(), 0);
    std::vector<Geometry> parts;
    for (const OtherPrimitive& primitive : g.others) {
      const std::string key = parameterOf(primitive, "embedded");
      if (key.empty() || (primitive.type != "PackedFragment" && primitive.type != "PackedGeometry")) continue;
      within("packed primitive " + std::to_string(primitive.primitive),
             [&] { parts.push_back(unpackOne(g, primitive, key)); });
      unpacked[primitive.primitive] = 1;
    }
    if (parts.empty()) return;
    removePrimitives(g, unpacked);
    append(g, joined(std::move(parts)));
    if (g.others.empty()) g.shared = Value();
    forgetSummary(g.info);
  }

 private:
  Geometry unpackOne(const Geometry& g, const OtherPrimitive& primitive, const std::string& key) {
    Embedded& source = embedded(key);
    const bool fragment = primitive.type == "PackedFragment";
    Geometry inside =
        fragment ? extractPrimitives(source.geometry, source.piece(parameterOf(primitive, "attribute"),
                                                                   parameterOf(primitive, "name")))
                 : source.geometry;
    scope_.root.charge(2 * inside.memory());
    transform(inside, placementOf(g, primitive));
    handDown(g, primitive.primitive, inside);
    return inside;
  }

  Embedded& embedded(const std::string& key) {
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    for (const Scope* scope = &scope_; scope; scope = scope->outer) {
      const auto payload = payloadIn(scope->root, key);
      if (!payload) continue;
      if (depth_ == kMaxNesting)
        payload->fail("packed geometry nested more than " + std::to_string(kMaxNesting) + " deep");
      Embedded made;
      made.geometry = readGeometry(*payload);
      Unpacker({*payload, &scope_}, depth_ + 1).unpack(made.geometry);
      return known_.emplace(key, std::move(made)).first->second;
    }
    throw Error("its geometry '" + key + "' is not in the file");
  }

  const Scope scope_;
  int depth_;
  std::map<std::string, Embedded> known_;
};

}  // namespace

void unpackPrimitives(Geometry& geometry, Json root) {
  if (geometry.others.empty()) return;
  soundOrFail(root, [&] { Unpacker({root, nullptr}, 0).unpack(geometry); });
}

}  // namespace tendril::cli::io
