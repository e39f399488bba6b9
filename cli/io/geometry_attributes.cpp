// Attributes of a geometry file.
#include <algorithm>
#include <cstring>
#include <optional>

#include "cli/io/geometry_pages.h"
#include "cli/io/geometry_reader.h"
#include "cli/io/geometry_words.h"

namespace tendril::cli::io {
namespace {

Storage storageNamed(Json word) {
  const auto storage = storageOfWord(word.string());
  if (!storage) word.fail("unknown storage '" + std::string(word.string()) + "'");
  return *storage;
}

int tupleSizeOf(const KeyedList& data) {
  const std::size_t size = data.count("size");
  if (size < 1 || size > 65536) data.list().fail("a tuple of " + std::to_string(size) + " values");
  return static_cast<int>(size);
}

// How raw page data is cut: parts of a tuple, elements of a page, and which pages hold one tuple for all.
struct Pages {
  std::vector<std::size_t> parts;
  std::size_t pageSize = 1024;
  std::size_t elements = 0;
  std::vector<std::vector<std::uint8_t>> constant;  // by part; empty: none

  std::size_t pageCount() const { return (elements + pageSize - 1) / pageSize; }
  std::size_t inPage(std::size_t page) const { return std::min(pageSize, elements - page * pageSize); }
  bool isConstant(std::size_t part, std::size_t page) const {
    return !constant.empty() && !constant[part].empty() && constant[part][page];
  }
  bool plain() const { return parts.size() == 1 && constant.empty(); }

  // costs no more than the flags that the file holds, whatever it claims
  std::size_t rawCount() const {
    std::size_t count = 0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      std::size_t saved = 0;
      for (std::size_t page = 0; !constant.empty() && page < constant[part].size(); ++page)
        if (constant[part][page]) saved += inPage(page) - 1;
      count += parts[part] * (elements - saved);
    }
    return count;
  }
};

Pages readPages(const KeyedList& data, std::size_t tupleSize, std::size_t elements) {
  Pages pages;
  pages.elements = elements;
  pages.parts = {tupleSize};
  if (data.find("pagesize")) pages.pageSize = data.count("pagesize");
  if (pages.pageSize == 0) data.list().fail("'pagesize' is 0");
  if (const auto packing = data.find("packing")) {
    pages.parts.clear();
    std::size_t sum = 0;
    for (const std::int64_t part : packing->integers()) {
      if (part < 1 || part > 65536) packing->fail("a part of " + std::to_string(part) + " values");
      pages.parts.push_back(static_cast<std::size_t>(part));
      sum += pages.parts.back();
    }
    if (sum != tupleSize) packing->fail("the parts do not add up to the tuple");
  }
  const auto flags = data.find("constantpageflags");
  if (!flags) return pages;
  if (flags->type() != JsonType::array) flags->fail("a list of lists of bools expected");
  for (const Json list : *flags) {
    pages.constant.push_back(list.flags());
    if (!pages.constant.back().empty() && pages.constant.back().size() != pages.pageCount())
      list.fail(std::to_string(list.size()) + " flags for " + std::to_string(pages.pageCount()) + " pages");
  }
  if (pages.constant.size() != pages.parts.size())
    flags->fail("not one list of flags for every part of the tuple");
  return pages;
}

// Lays the parts of every page back into whole tuples.
void spread(const Pages& pages, std::size_t tupleSize, std::size_t numberBytes, const char* from, char* to) {
  for (std::size_t page = 0; page < pages.pageCount(); ++page) {
    std::size_t offset = 0;
    for (std::size_t part = 0; part < pages.parts.size(); ++part) {
      const std::size_t bytes = pages.parts[part] * numberBytes;
      const bool constant = pages.isConstant(part, page);
      for (std::size_t i = 0; i < pages.inPage(page); ++i) {
        std::memcpy(to + ((page * pages.pageSize + i) * tupleSize + offset) * numberBytes, from, bytes);
        if (!constant) from += bytes;
      }
      if (constant) from += bytes;
      offset += pages.parts[part];
    }
  }
}

Numbers readRaw(const Pages& pages, Json raw, std::size_t tupleSize, Storage storage) {
  const std::size_t elements = pages.elements;
  if (raw.size() != pages.rawCount())
    raw.fail("the pages hold " + std::to_string(raw.size()) + " numbers; " +
             std::to_string(pages.rawCount()) + " expected");
  if (pages.plain()) return raw.numbers(storage);
  raw.charge(elements * tupleSize * bytesOf(storage));
  const Numbers packed = raw.numbers(storage);
  Numbers result = makeNumbers(storage, elements * tupleSize);
  spread(pages, tupleSize, bytesOf(storage), static_cast<const char*>(dataOf(packed)),
         static_cast<char*>(dataOf(result)));
  return result;
}

std::vector<std::uint32_t> fullPages(const Pages& pages, const Numbers& numbers, std::size_t tupleSize) {
  std::vector<std::uint32_t> full;
  if (pages.parts.size() != 1 || pages.pageSize != kPage) return full;
  const std::vector<std::uint8_t> constant = constantPages(numbers, tupleSize, pages.elements);
  for (std::size_t page = 0; page < constant.size(); ++page)
    if (constant[page] && !pages.isConstant(0, page)) full.push_back(static_cast<std::uint32_t>(page));
  return full;
}

// One list an element, or one list a component.
Numbers readLists(Json lists, std::size_t outer, std::size_t inner, Storage storage, bool byComponent) {
  if (!lists.isList() || lists.size() != outer)
    lists.fail(std::to_string(lists.size()) + " lists of values; " + std::to_string(outer) + " expected");
  if (outer && lists.type() != JsonType::array) lists.fail("a list of lists expected");
  lists.charge(outer * inner * bytesOf(storage));
  Numbers result = makeNumbers(storage, 0);
  std::visit([&](auto& values) { values.resize(outer * inner); }, result);
  std::size_t i = 0;
  for (const Json list : lists) {
    if (!list.isList() || list.size() != inner)
      list.fail(std::to_string(list.size()) + " values; " + std::to_string(inner) + " expected");
    const Numbers row = list.numbers(storage);
    std::visit(
        [&](auto& values) {
          const auto& from = std::get<std::decay_t<decltype(values)>>(row);
          for (std::size_t k = 0; k < inner; ++k)
            values[byComponent ? k * outer + i : i * inner + k] = from[k];
        },
        result);
    ++i;
  }
  return result;
}

void readValues(Attribute& a, Json list, Storage storage, std::size_t elements) {
  const KeyedList data(list);
  const std::size_t size = static_cast<std::size_t>(a.tupleSize);
  if (data.find("size") && data.count("size") != size)
    list.fail("the values have another size than the attribute");
  if (const auto raw = data.find("rawpagedata")) {
    const Pages pages = readPages(data, size, elements);
    a.numbers = readRaw(pages, *raw, size, storage);
    a.fullPages = fullPages(pages, a.numbers, size);
  } else if (const auto tuples = data.find("tuples")) {
    a.numbers = readLists(*tuples, elements, size, storage, false);
  } else {
    a.numbers = readLists(data.need("arrays"), size, elements, storage, true);
  }
}

// Defaults keep whether they are integers or reals.
Numbers readDefaults(const KeyedList& data, bool real) {
  const auto defaults = data.find("defaults");
  if (!defaults) return makeNumbers(real ? Storage::real64 : Storage::int64, 1);
  const KeyedList list(*defaults);
  const bool stored = isReal(storageNamed(list.need("storage")));
  return list.need("values").numbers(stored ? Storage::real64 : Storage::int64);
}

std::vector<std::string> readTable(Json list) {
  if (!list.isList() || (list.size() && list.type() != JsonType::array))
    list.fail("a list of strings expected");
  list.charge(list.size() * sizeof(std::string));
  std::vector<std::string> table;
  for (const Json item : list) table.push_back(item.ownedString());
  return table;
}

void readEntries(Attribute& attribute, Json lists, Storage storage, std::size_t elements) {
  if (lists.size() != elements || (elements && lists.type() != JsonType::array))
    lists.fail(std::to_string(lists.size()) + " lists for " + std::to_string(elements) + " elements");
  const std::size_t size = static_cast<std::size_t>(attribute.tupleSize);
  attribute.numbers = makeNumbers(storage, 0);
  attribute.starts = {0};
  for (const Json list : lists) {
    if (list.size() % size) list.fail("the list is no whole number of tuples");
    const Numbers row = list.numbers(storage);
    std::visit(
        [&](auto& values) {
          const auto& from = std::get<std::decay_t<decltype(values)>>(row);
          values.insert(values.end(), from.begin(), from.end());
          attribute.starts.push_back(values.size() / size);
        },
        attribute.numbers);
  }
}

void readNumeric(Attribute& a, const KeyedList& data, std::size_t elements) {
  a.tupleSize = tupleSizeOf(data);
  const Storage storage = storageNamed(data.need("storage"));
  a.defaults = readDefaults(data, isReal(storage));
  if (const auto defaults = data.find("defaults"))
    KeyedList(*defaults).need("values").numbers(storage);  // fails if they do not fit
  readValues(a, data.need("values"), storage, elements);
}

void readString(Attribute& a, const KeyedList& data, std::size_t elements) {
  a.tupleSize = tupleSizeOf(data);
  a.strings = readTable(data.need("strings"));
  readValues(a, data.need("indices"), Storage::int32, elements);
}

void readArray(Attribute& a, const KeyedList& data, std::size_t elements) {
  a.tupleSize = tupleSizeOf(data);
  readEntries(a, data.need("values"), storageNamed(data.need("storage")), elements);
}

void readStringArray(Attribute& a, const KeyedList& data, std::size_t elements) {
  a.tupleSize = tupleSizeOf(data);
  a.strings = readTable(data.need("strings"));
  readEntries(a, data.need("indices"), Storage::int32, elements);
}

void readDict(Attribute& a, const KeyedList& data, std::size_t elements) {
  a.tupleSize = tupleSizeOf(data);
  for (const Json item : data.need("dicts")) {
    if (item.type() != JsonType::map) item.fail("a map expected");
    a.dicts.push_back(item.value());
  }
  readValues(a, data.need("indices"), Storage::int32, elements);
}

void readOptions(Attribute& a, Json options) {
  const KeyedList entries(options);
  if (const auto type = entries.find("type"))
    if (const auto word = KeyedList(*type).find("value")) a.typeInfo = std::string(word->string());
  Value others = options.value();
  if (others.remove("type"), others.as<Value::Map>() && !others.as<Value::Map>()->empty())
    a.otherOptions = std::move(others);
}

void readData(Attribute& a, std::string_view type, Json list, std::size_t elements) {
  const auto kind = kindOfWord(type);
  a.kind = kind.value_or(AttributeKind::carried);
  if (a.kind == AttributeKind::carried) {
    a.carriedType = std::string(type);
    a.carried = list.value();
    return;
  }
  using Read = void (*)(Attribute&, const KeyedList&, std::size_t);
  constexpr Read kRead[] = {readNumeric, readString, readArray, readStringArray, readDict};
  kRead[static_cast<int>(a.kind)](a, KeyedList(list), elements);
}

}  // namespace

Attribute readAttribute(Json pair, std::size_t elements) {
  if (pair.type() != JsonType::array || pair.size() != 2) pair.fail("an attribute is a pair of lists");
  auto i = pair.begin();
  const KeyedList definition(*i);
  const Json data = *++i;
  Attribute attribute;
  attribute.name = definition.need("name").ownedString();
  return within("'" + attribute.name + "'", [&] {
    if (const auto scope = definition.find("scope")) attribute.scope = std::string(scope->string());
    if (const auto options = definition.find("options")) readOptions(attribute, *options);
    readData(attribute, definition.need("type").string(), data, elements);
    return std::move(attribute);
  });
}

}  // namespace tendril::cli::io
