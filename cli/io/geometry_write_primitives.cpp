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

// A list of counts in the narrowest type.
Numbers narrowest(const std::vector<std::int64_t>& values) {
  const std::int64_t largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  if (largest <= std::numeric_limits<std::int8_t>::max()) return as<std::int8_t>(values);
  if (largest <= std::numeric_limits<std::int16_t>::max()) return as<std::int16_t>(values);
  return as<std::int32_t>(values);
}

void writeRun(const Geometry& g, std::size_t from, std::size_t to, JsonWriter& w) {
  const RunWords& words = w.binary() ? kShortWords : kLongWords;
  std::vector<std::int64_t> counts, runs;
  for (std::size_t p = from; p < to; ++p) {
    counts.push_back(static_cast<std::int64_t>(g.pointsOf(p).size()));
    if (!runs.empty() && runs[runs.size() - 2] == counts.back())
      ++runs.back();
    else
      runs.insert(runs.end(), {counts.back(), 1});
  }
  const bool byRuns = runs.size() < counts.size();
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

void writeVertex(const Geometry& g, std::size_t primitive, bool list, JsonWriter& w) {
  const std::size_t first = g.starts[primitive], end = g.starts[primitive + 1];
  if (!list && end - first == 1) return w.integer(static_cast<std::int64_t>(first));
  std::vector<std::int64_t> vertices;
  for (std::size_t v = first; v < end; ++v) vertices.push_back(static_cast<std::int64_t>(v));
  w.numbers(narrowest(vertices));
}

void writeOther(const Geometry& g, const OtherPrimitive& other, JsonWriter& w) {
  w.beginArray();
  w.beginArray();
  w.key("type");
  w.text(other.type);
  w.endArray();
  w.beginArray();
  const Value::List& items = *other.fields.as<Value::List>();
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    w.value(items[i]);
    if (*items[i].as<std::string>() == "vertex")
      writeVertex(g, other.primitive, items[i + 1].as<Value::List>(), w);
    else
      w.value(items[i + 1]);
  }
  w.endArray();
  w.endArray();
}

}  // namespace

void writePrimitives(const Geometry& g, JsonWriter& w) {
  w.beginArray();
  auto other = g.others.begin();
  for (std::size_t p = 0; p < g.primitiveCount();) {
    if (g.kinds[p] == PrimitiveKind::other) {
      writeOther(g, *other++, w);
      ++p;
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
