// Primitives of a geometry file, in the forms of Houdini 12 to 21.
#include <algorithm>
#include <cmath>
#include <optional>

#include "cli/io/geometry_reader.h"
#include "cli/io/geometry_words.h"

namespace tendril::cli::io {
namespace {

constexpr std::string_view kPoly = "Poly", kVertex = "vertex", kUniformFields = "uniformfields";

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
    if (type == kPoly) return polygon(fields.find(kVertex), fields.find("closed"), body);
    Value::List items;
    for (const auto& [key, value] : fields) addField(items, key, value.value(), body);
    carried(type, std::move(items), body, nullptr);
  }

  // The next primitive takes `count` vertices from this one on. Nearly every file numbers them in order; only
  // for the others are the order and the use of each vertex kept.
  void use(Json where, std::int64_t vertex, std::int64_t count) {
    const std::int64_t all = static_cast<std::int64_t>(vertexCount_);
    if (vertex < 0 || vertex > all || count > all - vertex)
      where.fail("primitive " + std::to_string(g_.primitiveCount()) + " refers to " +
                 (count == 1 ? "vertex " + std::to_string(vertex)
                             : "vertices " + std::to_string(vertex) + " and on") +
                 "; there are " + std::to_string(vertexCount_));
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
      const std::vector<std::int64_t> sizes = counts.integers();
      for (const std::int64_t size : sizes) add(counts, size);
      if (pairsOf(sizes).size() < sizes.size()) g_.listedRuns.push_back(before);
    }
    if (g_.primitiveCount() - before != count)
      body.list().fail("the run holds " + std::to_string(g_.primitiveCount() - before) +
                       " primitives and says " + std::to_string(count));
  }

  struct RunFields {
    std::vector<std::string_view> inRow;
    std::optional<KeyedList> uniform;  // absent where all are in the rows
  };

  // A row of values a primitive, and perhaps fields that are the same for all.
  void oldRun(const KeyedList& head, Json rows) {
    const std::string_view type = head.need("runtype").string();
    RunFields fields{namesIn(head.need("varyingfields")), std::nullopt};
    if (const auto uniform = head.find(kUniformFields)) fields.uniform.emplace(*uniform);
    needItems(rows, "rows");
    const auto run = std::make_shared<const CarriedRun>(CarriedRun{headOf(head), fields.inRow.size()});
    for (const Json row : rows) {
      if (!row.isList() || row.size() != fields.inRow.size())
        row.fail("primitive " + std::to_string(g_.primitiveCount()) + " of type '" + std::string(type) +
                 "' needs a row of " + std::to_string(fields.inRow.size()) + " fields");
      if (type == kPoly)
        polygonRow(fields, row);
      else
        carried(type, rowFields(fields, row), row, run);
    }
  }

  static void needItems(Json list, const char* what) {
    if (!list.isList() || (list.size() && list.type() != JsonType::array))
      list.fail(std::string("a list of ") + what + " expected");
  }

  static std::vector<std::string_view> namesIn(Json list) {
    needItems(list, "names");
    std::vector<std::string_view> names;
    for (const Json name : list) names.push_back(name.string());
    return names;
  }

  // The head as it is, for the writer; what is the same for all stands with the primitives.
  static Value headOf(const KeyedList& head) {
    Value::List items;
    for (const auto& [key, value] : head) {
      const Value empty = value.type() == JsonType::map ? Value::map() : Value::list();
      addField(items, key, key == kUniformFields ? empty : value.value(), value);
    }
    return Value::list(std::move(items));
  }

  static Value::List rowFields(const RunFields& fields, Json row) {
    Value::List items;
    std::size_t i = 0;
    for (Value& value : row.values()) addField(items, fields.inRow[i++], std::move(value), row);
    if (fields.uniform)
      for (const auto& [key, value] : *fields.uniform) addField(items, key, value.value(), row);
    return items;
  }

  static void addField(Value::List& items, std::string_view key, Value value, Json where) {
    where.charge(2 * sizeof(Value) + key.size());
    items.push_back(Value(std::string(key)));
    items.push_back(std::move(value));
  }

  void polygonRow(const RunFields& fields, Json row) {
    const auto field = [&](std::string_view name) {
      std::size_t i = 0;
      for (const Json value : row)
        if (fields.inRow[i++] == name) return std::optional<Json>(value);
      return fields.uniform ? fields.uniform->find(name) : std::nullopt;
    };
    polygon(field(kVertex), field("closed"), row);
  }

  void polygon(std::optional<Json> vertex, std::optional<Json> closed, Json where) {
    if (!vertex) failWithoutVertices(kPoly, where);
    for (const std::int64_t v : vertex->integers()) use(*vertex, v, 1);
    finish(!closed || closed->boolean() ? PrimitiveKind::polygon : PrimitiveKind::polyline);
  }

  [[noreturn]] static void failWithoutVertices(std::string_view type, Json where) {
    where.fail("primitives of type '" + std::string(type) +
               "' name no vertices that Tendril could follow; convert them to polygons first");
  }

  void carried(std::string_view type, Value::List items, Json where, std::shared_ptr<const CarriedRun> run) {
    for (const RunWords& words : {kShortWords, kLongWords})
      if (type == words.polygon || type == words.polyline || type == "run")
        where.fail("'" + std::string(type) + "' is no type of a single primitive");
    Value* vertex = nullptr;
    for (std::size_t i = 0; i < items.size(); i += 2) {
      if (*items[i].as<std::string>() != kVertex) continue;
      if (vertex) where.fail("primitive " + std::to_string(g_.primitiveCount()) + " has two fields 'vertex'");
      vertex = &items[i + 1];
    }
    if (!vertex) failWithoutVertices(type, where);
    const bool list = useAll(*vertex, where);
    where.charge(sizeof(OtherPrimitive) + type.size());
    OtherPrimitive made{g_.primitiveCount(), std::string(type), Value(), std::move(run)};
    // where it stands and whether it is a list stays; its numbers belong to Geometry
    if (list && !where.inText()) made.vertexList = emptied(*vertex);
    *vertex = list ? Value::list() : Value();
    made.fields = Value::list(std::move(items));
    g_.others.push_back(std::move(made));
    finish(PrimitiveKind::other);
  }

  static Value emptied(const Value& list) {
    const auto* numbers = list.as<Numbers>();
    return numbers ? Value(makeNumbers(storageOf(*numbers), 0)) : Value::list();
  }

  // A vertex number, or a list of them; says which.
  bool useAll(const Value& vertex, Json where) {
    constexpr double kLargest = 9007199254740992.0;  // beyond it, a double is no certain number
    const auto isVertex = [&](double v) { return v == std::trunc(v) && std::abs(v) < kLargest; };
    const bool list = vertex.as<Numbers>() || vertex.as<Value::List>();
    const auto vertices = numbersIn(list ? vertex : Value::list({vertex}));
    if (!vertices || !std::all_of(vertices->begin(), vertices->end(), isVertex))
      where.fail("primitive " + std::to_string(g_.primitiveCount()) +
                 ": 'vertex' is neither the number of a vertex nor a list of them");
    for (const double v : *vertices) use(where, static_cast<std::int64_t>(v), 1);
    return list;
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
