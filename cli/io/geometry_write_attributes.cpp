// Writes attributes: pages in binary files, tuples and arrays in text.
#include <algorithm>

#include "cli/io/geometry_pages.h"
#include "cli/io/geometry_words.h"
#include "cli/io/geometry_writer.h"
#include "solver/base/error.h"

namespace tendril::cli::io {
namespace {

// Pages to write as one tuple: those that are constant, but for those that the file before wrote in full.
std::vector<std::uint8_t> flaggedPages(const Attribute& a, std::size_t elements) {
  std::vector<std::uint8_t> flags = constantPages(a.numbers, static_cast<std::size_t>(a.tupleSize), elements);
  for (const std::uint32_t page : a.fullPages)
    if (page < flags.size()) flags[page] = 0;
  if (std::find(flags.begin(), flags.end(), 1) == flags.end()) flags.clear();
  return flags;
}

void writePages(const Attribute& a, std::size_t elements, JsonWriter& w) {
  const Numbers& numbers = a.numbers;
  const std::size_t size = static_cast<std::size_t>(a.tupleSize);
  w.key("pagesize");
  w.integer(kPage);
  const std::vector<std::uint8_t> constant = flaggedPages(a, elements);
  std::size_t count = elements * size;
  if (!constant.empty()) {
    w.key("constantpageflags");
    w.beginArray();
    w.flags(constant);
    w.endArray();
    for (std::size_t page = 0; page < constant.size(); ++page)
      if (constant[page]) count -= (std::min(kPage, elements - page * kPage) - 1) * size;
  }
  w.key("rawpagedata");
  w.beginNumbers(storageOf(numbers), count);
  const char* data = static_cast<const char*>(dataOf(numbers));
  const std::size_t bytes = size * bytesOf(storageOf(numbers));
  if (constant.empty()) w.lastingNumbers(data, count);
  for (std::size_t page = 0; page < constant.size(); ++page)
    w.someNumbers(data + page * kPage * bytes,
                  (constant[page] ? 1 : std::min(kPage, elements - page * kPage)) * size);
  w.endNumbers();
}

void writeTuples(const Numbers& numbers, std::size_t size, std::size_t elements, JsonWriter& w) {
  const Storage storage = storageOf(numbers);
  const char* data = static_cast<const char*>(dataOf(numbers));
  w.key(size > 1 ? "tuples" : "arrays");
  w.beginArray();
  const std::size_t rows = size > 1 ? elements : 1, inRow = size > 1 ? size : elements;
  for (std::size_t i = 0; i < rows; ++i) {
    w.beginNumbers(storage, inRow);
    w.someNumbers(data + i * inRow * bytesOf(storage), inRow);
    w.endNumbers();
  }
  w.endArray();
}

void writeValues(const Attribute& a, std::size_t elements, JsonWriter& w) {
  w.beginArray();
  w.key("size");
  w.integer(a.tupleSize);
  w.key("storage");
  w.text(wordOf(a.storage()));
  w.binary() ? writePages(a, elements, w)
             : writeTuples(a.numbers, static_cast<std::size_t>(a.tupleSize), elements, w);
  w.endArray();
}

void writeDefaults(const Numbers& defaults, JsonWriter& w) {
  w.beginArray();
  w.key("size");
  w.integer(static_cast<std::int64_t>(sizeOf(defaults)));
  w.key("storage");
  w.text(wordOf(storageOf(defaults)));
  w.key("values");
  w.numbers(defaults);
  w.endArray();
}

void writeTable(const std::vector<std::string>& strings, JsonWriter& w) {
  w.key("strings");
  w.beginArray();
  for (const std::string& text : strings) w.text(text);
  w.endArray();
}

void writeLists(const Attribute& a, std::size_t elements, const char* key, JsonWriter& w) {
  const std::size_t size = static_cast<std::size_t>(a.tupleSize);
  const char* data = static_cast<const char*>(dataOf(a.numbers));
  w.key(key);
  w.beginArray();
  for (std::size_t e = 0; e < elements; ++e) {
    const std::size_t count = (a.starts[e + 1] - a.starts[e]) * size;
    w.beginNumbers(a.storage(), count);
    w.someNumbers(data + a.starts[e] * size * bytesOf(a.storage()), count);
    w.endNumbers();
  }
  w.endArray();
}

void writeDicts(const std::vector<Value>& dicts, JsonWriter& w) {
  w.key("dicts");
  w.beginArray();
  for (const Value& dict : dicts) w.value(dict);
  w.endArray();
}

void writeData(const Attribute& a, std::size_t elements, JsonWriter& w) {
  if (a.kind == AttributeKind::carried) return w.value(a.carried);
  w.beginArray();
  const bool listFirst = a.isList();  // lists name their storage before their size
  if (listFirst) {
    w.key("storage");
    w.text(wordOf(a.storage()));
  }
  w.key("size");
  w.integer(a.tupleSize);
  if (!listFirst) {
    w.key("storage");
    w.text(wordOf(a.storage()));
  }
  if (a.isString()) writeTable(a.strings, w);
  if (a.kind == AttributeKind::dict) writeDicts(a.dicts, w);
  if (a.kind == AttributeKind::numeric) {
    w.key("defaults");
    writeDefaults(a.defaults, w);
  }
  if (listFirst) {
    writeLists(a, elements, a.isString() ? "indices" : "values", w);
  } else {
    w.key(a.kind == AttributeKind::numeric ? "values" : "indices");
    writeValues(a, elements, w);
  }
  w.endArray();
}

void writeOptions(const Attribute& a, JsonWriter& w) {
  w.beginMap();
  if (!a.typeInfo.empty()) {
    w.key("type");
    w.value(Value::map({{"type", Value("string")}, {"value", Value(a.typeInfo)}}));
  }
  if (const auto* others = a.otherOptions.as<Value::Map>())
    for (const Value::Entry& entry : *others) {
      w.key(entry.key);
      w.value(entry.value);
    }
  w.endMap();
}

}  // namespace

void writeAttribute(const Attribute& a, std::size_t elements, JsonWriter& w) {
  w.beginArray();
  w.beginArray();
  w.key("scope");
  w.text(a.scope);
  w.key("type");
  w.text(a.kind == AttributeKind::carried ? std::string_view(a.carriedType)
                                          : kKindWords[static_cast<int>(a.kind)]);
  w.key("name");
  w.text(a.name);
  w.key("options");
  writeOptions(a, w);
  w.endArray();
  try {
    writeData(a, elements, w);
  } catch (const Error& error) {
    throw Error("attribute '" + a.name + "': " + error.what());
  }
  w.endArray();
}

}  // namespace tendril::cli::io
