// Primitives of a geometry file, in the forms of Houdini 12 to 21.
#include <algorithm>
#include <optional>

#include "cli/io/geometry_reader.h"
#include "cli/io/geometry_words.h"

namespace tendril::cli::io {
namespace {

class PrimitiveReader {
 public:
  PrimitiveReader(Geometry& g, Json list, std::size_t vertexCount, std::vector<std::int32_t>& order)
      : g_(g), list_(list), vertexCount_(vertexCount), order_(order) {}

  void read() {
    if (list_.type() != JsonType::array) list_.fail("a list of primitives expected");
    for (const Json record : list_) {
      if (record.type() != JsonType::array || record.size() != 2)
        record.fail("a primitive is a pair of lists");
      auto i = record.begin();
      const KeyedList head(*i);
      readRecord(head, *++i);
    }
    if (taken_ != vertexCount_)
      list_.fail("the primitives use " + std::to_string(taken_) + " of " + std::to_string(vertexCount_) +
                 " vertices");
  }

 private:
  void readRecord(const KeyedList& head, Json body) {
    const std::string_view type = head.need("type").string();
    if (type == kShortWords.polygon || type == kLongWords.polygon)
      return polygonRun(KeyedList(body), PrimitiveKind::polygon);
    if (type == kShortWords.polyline || type == kLongWords.polyline)
      return polygonRun(KeyedList(body), PrimitiveKind::polyline);
    if (type == "run") return oldRun(head, body);
    const KeyedList fields(body);
    primitive(
        type, fields.find("vertex"), fields.find("closed"), [&] { return carriedFields(fields); }, body);
  }

  // The next primitive takes `count` vertices from this one on. Nearly every file numbers them in order; only
  // for the others are the order and the use of each vertex kept.
  void use(Json where, std::int64_t vertex, std::int64_t count) {
    const std::int64_t all = static_cast<std::int64_t>(vertexCount_);
    if (vertex < 0 || vertex > all || count > all - vertex)
      where.fail("primitive " + std::to_string(g_.primitiveCount()) + " refers to vertices " +
                 std::to_string(vertex) + " and on; there are " + std::to_string(vertexCount_));
    if (used_.empty() && static_cast<std::size_t>(vertex) != taken_) leaveOrder();
    taken_ += static_cast<std::size_t>(count);
    for (std::int64_t v = vertex; !used_.empty() && v < vertex + count; ++v) {
      if (used_[static_cast<std::size_t>(v)]++)
        where.fail("vertex " + std::to_string(v) + " belongs to two primitives");
      order_.push_back(static_cast<std::int32_t>(v));
    }
  }

  void leaveOrder() {
    used_.resize(vertexCount_, 0);
    for (std::size_t v = 0; v < taken_; ++v) {
      used_[v] = 1;
      order_.push_back(static_cast<std::int32_t>(v));
    }
  }

  void finish(PrimitiveKind kind) {
    g_.kinds.push_back(kind);
    g_.starts.push_back(taken_);
  }

  void polygonRun(const KeyedList& body, PrimitiveKind kind) {
    std::int64_t vertex = body.need(kShortWords.start, kLongWords.start).integer();
    const std::size_t count = body.count(kShortWords.primitives, kLongWords.primitives);
    const std::size_t before = g_.primitiveCount();
    const auto add = [&](Json where, std::int64_t size) {
      if (size < 0) where.fail("a primitive of " + std::to_string(size) + " vertices");
      use(where, vertex, size);
      vertex += size;
      finish(kind);
    };
    if (const auto runs = body.find(kShortWords.runs, kLongWords.runs)) {
      const std::vector<std::int64_t> pairs = runs->integers();
      if (pairs.size() % 2) runs->fail("a run has a size and no count");
      for (std::size_t i = 0; i < pairs.size(); i += 2) {
        if (pairs[i + 1] < 0 || static_cast<std::uint64_t>(pairs[i + 1]) > count)
          runs->fail("a run of " + std::to_string(pairs[i + 1]) + " primitives in " + std::to_string(count));
        runs->charge(static_cast<std::size_t>(pairs[i + 1]) * (sizeof(std::size_t) + 1));
        for (std::int64_t k = 0; k < pairs[i + 1]; ++k) add(*runs, pairs[i]);
      }
    } else {
      const Json counts = body.need(kShortWords.counts, kLongWords.counts);
      for (const std::int64_t size : counts.integers()) add(counts, size);
    }
    if (g_.primitiveCount() - before != count)
      body.list().fail("the run holds " + std::to_string(g_.primitiveCount() - before) +
                       " primitives and says " + std::to_string(count));
  }

  // Houdini 12 to 15: a row of values a primitive, and fields that are the same for all.
  void oldRun(const KeyedList& head, Json rows) {
    const std::string_view type = head.need("runtype").string();
    std::vector<std::string_view> varying;
    for (const Json field : head.need("varyingfields")) varying.push_back(field.string());
    const KeyedList uniform(head.need("uniformfields"));
    if (rows.size() && rows.type() != JsonType::array) rows.fail("a list of rows expected");
    for (const Json row : rows) {
      if (row.size() != varying.size() || row.type() != JsonType::array)
        row.fail("a row of " + std::to_string(varying.size()) + " fields expected");
      const auto field = [&](std::string_view name) {
        std::size_t i = 0;
        for (const Json value : row)
          if (varying[i++] == name) return std::optional<Json>(value);
        return uniform.find(name);
      };
      primitive(
          type, field("vertex"), field("closed"), [&] { return rowFields(varying, row, uniform); }, row);
    }
  }

  template <class Fields>
  void primitive(std::string_view type, std::optional<Json> vertex, std::optional<Json> closed, Fields fields,
                 Json where) {
    if (!vertex)
      where.fail("primitives of type '" + std::string(type) +
                 "' name no vertices that Tendril could follow; convert "
                 "them to polygons first");
    if (type == "Poly") {
      useList(*vertex);
      return finish(!closed || closed->boolean() ? PrimitiveKind::polygon : PrimitiveKind::polyline);
    }
    for (const RunWords& words : {kShortWords, kLongWords})
      if (type == words.polygon || type == words.polyline || type == "run")
        where.fail("'" + std::string(type) + "' is no type of a single primitive");
    vertex->isList() ? useList(*vertex) : use(*vertex, vertex->integer(), 1);
    g_.others.push_back({g_.primitiveCount(), std::string(type), fields()});
    finish(PrimitiveKind::other);
  }

  void useList(Json list) {
    for (const std::int64_t vertex : list.integers()) use(list, vertex, 1);
  }

  // "vertex" keeps its place and whether it was a list, not its numbers: those belong to Geometry.
  static Value placeholder(Json vertex) { return vertex.isList() ? Value::list() : Value(); }

  static Value carriedFields(const KeyedList& fields) {
    Value::List items;
    for (const auto& [key, value] : fields) {
      items.push_back(Value(std::string(key)));
      items.push_back(key == "vertex" ? placeholder(value) : value.value());
    }
    return Value::list(std::move(items));
  }

  static Value rowFields(const std::vector<std::string_view>& varying, Json row, const KeyedList& uniform) {
    Value::List items;
    const auto add = [&](std::string_view key, Json value) {
      items.push_back(Value(std::string(key)));
      items.push_back(key == "vertex" ? placeholder(value) : value.value());
    };
    std::size_t i = 0;
    for (const Json value : row) add(varying[i++], value);
    for (const auto& [key, value] : uniform) add(key, value);
    return Value::list(std::move(items));
  }

  Geometry& g_;
  Json list_;
  std::size_t vertexCount_;
  std::size_t taken_ = 0;  // vertices, by the primitives so far
  std::vector<std::int32_t>& order_;
  std::vector<std::uint8_t> used_;  // by vertex; empty while they come in order
};

}  // namespace

void readPrimitives(Geometry& g, Json list, std::vector<std::int32_t> pointOfVertex,
                    std::vector<std::int32_t>& vertexOrder) {
  PrimitiveReader(g, list, pointOfVertex.size(), vertexOrder).read();
  if (vertexOrder.empty()) {
    g.vertexPoints = std::move(pointOfVertex);
    return;
  }
  g.vertexPoints.reserve(vertexOrder.size());
  for (const std::int32_t vertex : vertexOrder)
    g.vertexPoints.push_back(pointOfVertex[static_cast<std::size_t>(vertex)]);
}

}  // namespace tendril::cli::io
