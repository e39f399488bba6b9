// Writes primitives: runs of polygons, and carried ones as they were; and the info of a new geometry.
#include <algorithm>
#include <limits>

#include "cli/io/geometry_words.h"
#include "cli/io/geometry_writer.h"
#include "solver/base/version.h"

namespace tendril::cli::io {
namespace {

template <class T>
Numbers as(const std::vector<std::int64_t>& values) {
  return std::vector<T>(values.begin(), values.end());
}

// A list of counts in the narrowest type, or in one that has so many bytes at least.
Numbers narrowest(const std::vector<std::int64_t>& values, std::size_t bytes = 1) {
  const std::int64_t largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  if (bytes <= 1 && largest <= std::numeric_limits<std::int8_t>::max()) return as<std::int8_t>(values);
  if (bytes <= 2 && largest <= std::numeric_limits<std::int16_t>::max()) return as<std::int16_t>(values);
  return bytes <= 4 ? as<std::int32_t>(values) : as<std::int64_t>(values);
}

void writeRun(const Geometry& g, std::size_t from, std::size_t to, JsonWriter& w) {
  const RunWords& words = w.binary() ? kShortWords : kLongWords;
  std::vector<std::int64_t> counts;
  for (std::size_t p = from; p < to; ++p) counts.push_back(static_cast<std::int64_t>(g.pointsOf(p).size()));
  const std::vector<std::int64_t> runs = pairsOf(counts);
  const bool byRuns =
      runs.size() < counts.size() && !std::binary_search(g.listedRuns.begin(), g.listedRuns.end(), from);
  w.beginArray();
  w.beginArray();
  w.key("type");
  w.text(g.kinds[from] == PrimitiveKind::polygon ? words.polygon : words.polyline);
  w.endArray();
  w.beginArray();
  w.key(words.start);
  w.integer(static_cast<std::int64_t>(g.starts[from]));
  w.key(words.primitives);
  w.integer(static_cast<std::int64_t>(to - from));
  w.key(byRuns ? words.runs : words.counts);
  w.numbers(narrowest(byRuns ? runs : counts));
  w.endArray();
  w.endArray();
}

// As a number or as a list, in the form that the file had.
void writeVertex(const Geometry& g, const OtherPrimitive& other, bool list, JsonWriter& w) {
  const std::size_t first = g.starts[other.primitive], end = g.starts[other.primitive + 1];
  if (!list && end - first == 1) return w.integer(static_cast<std::int64_t>(first));
  std::vector<std::int64_t> vertices;
  for (std::size_t v = first; v < end; ++v) vertices.push_back(static_cast<std::int64_t>(v));
  if (other.vertexList.as<Value::List>()) {
    w.beginArray();
    for (const std::int64_t vertex : vertices) w.integer(vertex);
    return w.endArray();
  }
  const auto* form = other.vertexList.as<Numbers>();
  w.numbers(narrowest(vertices, form ? bytesOf(storageOf(*form)) : 1));
}

const Value::List& fieldsOf(const OtherPrimitive& other) {
  return *other.fields.as<Value::List>();
}

bool isVertex(const Value& key) {
  return *key.as<std::string>() == "vertex";
}

// Field i, without its name.
void writeField(const Geometry& g, const OtherPrimitive& other, std::size_t i, JsonWriter& w) {
  const Value& value = fieldsOf(other)[2 * i + 1];
  isVertex(fieldsOf(other)[2 * i]) ? writeVertex(g, other, value.as<Value::List>(), w) : w.value(value);
}

// All fields from this one on.
void writeNamedFields(const Geometry& g, const OtherPrimitive& other, std::size_t from, JsonWriter& w) {
  for (std::size_t i = from; i < fieldsOf(other).size() / 2; ++i) {
    w.value(fieldsOf(other)[2 * i]);
    writeField(g, other, i, w);
  }
}

void writeOther(const Geometry& g, const OtherPrimitive& other, JsonWriter& w) {
  w.beginArray();
  w.beginArray();
  w.key("type");
  w.text(other.type);
  w.endArray();
  w.beginArray();
  writeNamedFields(g, other, 0, w);
  w.endArray();
  w.endArray();
}

// The one follows the other, in a run of the file, and what the run says once is true of both.
bool goesOn(const OtherPrimitive& a, const OtherPrimitive& b) {
  if (b.primitive != a.primitive + 1 || a.run != b.run) return false;
  const auto inRows = static_cast<std::ptrdiff_t>(2 * a.run->rowFields);
  const Value::List &x = fieldsOf(a), &y = fieldsOf(b);
  for (auto key = x.begin() + inRows; key < x.end(); key += 2)
    if (isVertex(*key)) return false;  // each has its own
  return std::equal(x.begin() + inRows, x.end(), y.begin() + inRows, y.end());
}

void writeHead(const Geometry& g, const OtherPrimitive& first, JsonWriter& w) {
  const Value::List& head = *first.run->head.as<Value::List>();
  w.beginArray();
  for (std::size_t i = 0; i + 1 < head.size(); i += 2) {
    w.value(head[i]);
    if (*head[i].as<std::string>() != "uniformfields") {
      w.value(head[i + 1]);
      continue;
    }
    const bool map = head[i + 1].as<Value::Map>();
    map ? w.beginMap() : w.beginArray();
    writeNamedFields(g, first, first.run->rowFields, w);
    map ? w.endMap() : w.endArray();
  }
  w.endArray();
}

using Others = std::vector<OtherPrimitive>::const_iterator;

// Returns the primitive behind the run.
Others writeCarriedRun(const Geometry& g, Others first, JsonWriter& w) {
  Others end = first + 1;
  while (end != g.others.end() && goesOn(*(end - 1), *end)) ++end;
  w.beginArray();
  writeHead(g, *first, w);
  w.beginArray();
  for (Others other = first; other != end; ++other) {
    w.beginArray();
    for (std::size_t i = 0; i < first->run->rowFields; ++i) writeField(g, *other, i, w);
    w.endArray();
  }
  w.endArray();
  w.endArray();
  return end;
}

}  // namespace

void writePrimitives(const Geometry& g, JsonWriter& w) {
  w.beginArray();
  auto other = g.others.begin();
  for (std::size_t p = 0; p < g.primitiveCount();) {
    if (g.kinds[p] == PrimitiveKind::other) {
      const auto first = other;
      if (first->run)
        other = writeCarriedRun(g, first, w);
      else
        writeOther(g, *other++, w);
      p += static_cast<std::size_t>(other - first);
      continue;
    }
    std::size_t end = p + 1;
    while (end < g.primitiveCount() && g.kinds[end] == g.kinds[p]) ++end;
    writeRun(g, p, end, w);
    p = end;
  }
  w.endArray();
}

Value describe(const Geometry& g) {
  Value info = Value::map();
  info.set("software", Value("Tendril " + std::string(kVersion)));
  const Attribute& p = *g.find(Owner::point, "P");
  if (g.pointCount() == 0) return info;
  std::vector<float> bounds(6);  // xmin xmax ymin ymax zmin zmax
  std::visit(
      [&](const auto& values) {
        for (std::size_t c = 0; c < 3; ++c) {
          float low = static_cast<float>(values[c]), high = low;
          for (std::size_t i = c; i < values.size(); i += 3) {
            low = std::min(low, static_cast<float>(values[i]));
            high = std::max(high, static_cast<float>(values[i]));
          }
          bounds[2 * c] = low;
          bounds[2 * c + 1] = high;
        }
      },
      p.numbers);
  info.set("bounds", Value(Numbers(std::move(bounds))));
  return info;
}

}  // namespace tendril::cli::io
