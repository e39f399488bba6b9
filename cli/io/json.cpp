// The tape of a JSON document and the handles into it.
#include "cli/io/json.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include "cli/io/json_builder.h"
#include "cli/io/json_tokens.h"

namespace tendril::cli::io {
namespace {

// Unaligned packed numbers of one type, as another.
template <class From, class To>
void convert(const char* data, std::vector<To>& to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    From value;
    std::memcpy(&value, data + i * sizeof(From), sizeof(From));
    if constexpr (std::is_same_v<From, Half> || std::is_same_v<To, Half>)
      to[i] = static_cast<To>(static_cast<float>(value));
    else
      to[i] = static_cast<To>(value);
  }
}

template <class To>
void convertFrom(Storage from, const char* data, std::vector<To>& to) {
  switch (from) {
    case Storage::int8:
      return convert<std::int8_t>(data, to);
    case Storage::uint8:
      return convert<std::uint8_t>(data, to);
    case Storage::int16:
      return convert<std::int16_t>(data, to);
    case Storage::int32:
      return convert<std::int32_t>(data, to);
    case Storage::int64:
      return convert<std::int64_t>(data, to);
    case Storage::real16:
      return convert<Half>(data, to);
    case Storage::real32:
      return convert<float>(data, to);
    case Storage::real64:
      return convert<double>(data, to);
  }
}

// Whether every number survives the way from one storage to the other without undefined behaviour.
bool fits(double value, Storage to) {
  if (isReal(to)) {
    constexpr double kLargestHalf = 65519.99;  // rounds down to 65504
    const double largest = to == Storage::real16   ? kLargestHalf
                           : to == Storage::real32 ? std::numeric_limits<float>::max()
                                                   : INFINITY;
    return !std::isfinite(value) || std::abs(value) <= largest;
  }
  if (value != std::trunc(value)) return false;
  switch (to) {
    case Storage::int8:
      return value >= -128 && value <= 127;
    case Storage::uint8:
      return value >= 0 && value <= 255;
    case Storage::int16:
      return value >= -32768 && value <= 32767;
    case Storage::int32:
      return value >= -2147483648.0 && value <= 2147483647.0;
    case Storage::int64:
      return value >= -9223372036854775808.0 && value < 9223372036854775808.0;
    default:
      return true;
  }
}

std::string doesNotFit(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return std::string("the number ") + text + " does not fit the declared storage";
}

bool widens(Storage from, Storage to) {
  if (from == to || to == Storage::real64) return true;
  if (isReal(to)) return isReal(from) && bytesOf(from) < bytesOf(to);
  if (isReal(from) || to == Storage::uint8) return false;
  return bytesOf(from) < bytesOf(to);
}

std::size_t bytesPerPair(JsonType type) {
  return type == JsonType::map ? sizeof(Value::Entry) : sizeof(Value);
}

}  // namespace

const JsonNode& Json::node() const {
  return document_->node(node_);
}
JsonType Json::type() const {
  return node().type;
}
std::size_t Json::size() const {
  return node().count;
}

const char* Json::typeName() const {
  constexpr const char* kNames[] = {"null",   "a bool", "an integer",        "a real",         "a string",
                                    "a list", "a map",  "a list of numbers", "a list of bools"};
  return kNames[static_cast<int>(type())];
}

Json::Iterator& Json::Iterator::operator++() {
  node_ = document_->node(node_).next;
  return *this;
}

Json::Iterator Json::begin() const {
  if (type() != JsonType::array && type() != JsonType::map) return end();
  return {document_, node_ + 1};
}

Json::Iterator Json::end() const {
  return {document_, node().next};
}

bool Json::isList() const {
  return type() == JsonType::array || type() == JsonType::numbers || type() == JsonType::flags;
}

std::string_view Json::string() const {
  if (!isString()) fail(std::string("a string expected, ") + typeName() + " found");
  return {node().data, node().count};
}

std::string Json::ownedString() const {
  const std::string_view text = string();
  charge(text.size() + sizeof(std::string));
  return std::string(text);
}

std::int64_t Json::integer() const {
  if (type() != JsonType::integer) fail(std::string("an integer expected, ") + typeName() + " found");
  return node().integer;
}

double Json::real() const {
  if (type() == JsonType::integer) return static_cast<double>(node().integer);
  if (type() != JsonType::real) fail(std::string("a number expected, ") + typeName() + " found");
  return node().real;
}

bool Json::boolean() const {
  if (type() == JsonType::integer && (node().integer == 0 || node().integer == 1)) return node().integer == 1;
  if (type() != JsonType::boolean) fail(std::string("a bool expected, ") + typeName() + " found");
  return node().boolean;
}

Storage Json::storage() const {
  return node().storage;
}

void Json::copyNumbers(void* to) const {
  const std::size_t bytes = size() * bytesOf(storage());
  if (node().inFile)
    document_->read(node().offset, bytes, to);
  else if (bytes)
    std::memcpy(to, node().data, bytes);
}

std::vector<std::int64_t> Json::integers() const {
  return std::get<std::vector<std::int64_t>>(numbers(Storage::int64));
}

void Json::convertNumbers(Numbers& to) const {
  const Storage wanted = storageOf(to);
  charge(size() * bytesOf(storage()));
  Bytes packed(size() * bytesOf(storage()));
  copyNumbers(packed.data());
  if (!widens(storage(), wanted)) {
    std::vector<double> values(size());
    convertFrom(storage(), packed.data(), values);
    for (const double value : values)
      if (!fits(value, wanted)) fail(doesNotFit(value));
  }
  std::visit([&](auto& values) { convertFrom(storage(), packed.data(), values); }, to);
}

Numbers Json::numbers(Storage to) const {
  if (!isList()) fail(std::string("a list of numbers expected, ") + typeName() + " found");
  charge(size() * bytesOf(to));
  Numbers result = makeNumbers(to, size());
  if (type() == JsonType::numbers) {
    if (storage() == to)
      copyNumbers(dataOf(result));
    else
      convertNumbers(result);
    return result;
  }
  if (type() == JsonType::flags) fail("a list of numbers expected, a list of bools found");
  std::size_t i = 0;
  for (const Json item : *this) {
    if (item.type() == JsonType::integer && to == Storage::int64) {
      std::get<std::vector<std::int64_t>>(result)[i++] = item.integer();
      continue;
    }
    const double value = item.real();
    if (!fits(value, to)) item.fail(doesNotFit(value));
    setNumber(result, i++, value);
  }
  return result;
}

std::vector<std::uint8_t> Json::flags() const {
  if (!isList()) fail(std::string("a list of bools expected, ") + typeName() + " found");
  charge(size());
  std::vector<std::uint8_t> result;
  result.reserve(size());
  if (type() == JsonType::flags) {
    for (std::size_t i = 0; i < size(); ++i)
      result.push_back(
          static_cast<std::uint8_t>(static_cast<unsigned char>(node().data[i / 8]) >> (i % 8) & 1));
  } else if (type() == JsonType::numbers) {
    for (const std::int64_t value : integers()) result.push_back(value != 0);
  } else {
    for (const Json item : *this) result.push_back(item.boolean());
  }
  return result;
}

Value Json::value() const {
  switch (type()) {
    case JsonType::null:
      return Value();
    case JsonType::boolean:
      return Value(boolean());
    case JsonType::integer:
      return Value(integer());
    case JsonType::real:
      return Value(real());
    case JsonType::string:
      return Value(ownedString());
    case JsonType::numbers:
      return Value(numbers(storage()));
    case JsonType::flags:
      return Value(Value::Flags{flags()});
    case JsonType::array:
    case JsonType::map:
      break;
  }
  charge(size() * bytesPerPair(type()));
  if (type() == JsonType::array) {
    Value::List items;
    for (const Json item : *this) items.push_back(item.value());
    return Value::list(std::move(items));
  }
  Value::Map entries;
  for (Iterator i = begin(); i != end(); ++i) {
    std::string key = (*i).ownedString();
    entries.push_back({std::move(key), (*++i).value()});
  }
  return Value::map(std::move(entries));
}

void Json::fail(const std::string& reason) const {
  document_->fail(node().place, reason);
}
void Json::charge(std::size_t bytes) const {
  document_->charge(node().place, bytes);
}

void JsonDocument::fail(std::uint64_t place, const std::string& reason) const {
  std::string where = name_ + ": ";
  if (ascii_) {
    const std::string_view before = text_.view().substr(0, place);
    const std::size_t lineStart = before.rfind('\n') + 1;  // npos + 1 is 0
    where += "line " + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ", column " +
             std::to_string(place - lineStart + 1);
  } else {
    where += "byte " + std::to_string(place) + (unpacked_ ? " of the unpacked data" : "");
  }
  throw PlacedError(where + ": " + reason);
}

void JsonDocument::charge(std::uint64_t place, std::size_t bytes) const {
  if (!budget_.take(bytes))
    fail(place, "this file asks for more than " + std::to_string(budget_.limit() >> 20) +
                    " MiB of memory, out of proportion to its size; if it is sound, allow more (--memory)");
}

JsonBuilder::JsonBuilder(std::unique_ptr<ByteSource> bytes, JsonSource source, bool ascii)
    : document_(new JsonDocument) {
  document_->source_ = std::move(bytes);
  document_->name_ = std::move(source.name);
  document_->unpacked_ = source.unpacked;
  document_->ascii_ = ascii;
  document_->budget_ = source.budget;
  if (!ascii) return;
  document_->charge(0, document_->source_->size());
  document_->text_ = document_->source_->all();
  document_->source_.reset();
}

JsonNode& JsonBuilder::add(JsonType type, std::uint64_t place) {
  std::vector<JsonNode>& nodes = document_->nodes_;
  if (open_.empty() && !nodes.empty()) fail(place, "something follows the end of the data");
  if (expectsKey() && type != JsonType::string) fail(place, "a map's key must be a string");
  if (!open_.empty()) ++nodes[open_.back()].count;
  if (nodes.size() == nodes.capacity()) {
    if (nodes.size() > std::numeric_limits<std::uint32_t>::max() / 2) fail(place, "more than 2^31 values");
    const std::size_t grown = std::max<std::size_t>(64, nodes.size() + nodes.size() / 2);
    document_->charge(place, (grown - nodes.size()) * sizeof(JsonNode));
    nodes.reserve(grown);
  }
  JsonNode& node = nodes.emplace_back();
  node.type = type;
  node.place = place;
  node.next = static_cast<std::uint32_t>(nodes.size());
  return node;
}

void JsonBuilder::begin(JsonType container, std::uint64_t place) {
  if (open_.size() == kMaxJsonDepth)
    fail(place, "lists nested more than " + std::to_string(kMaxJsonDepth) + " deep");
  add(container, place);
  open_.push_back(static_cast<std::uint32_t>(document_->nodes_.size() - 1));
}

void JsonBuilder::end(JsonType container, std::uint64_t place) {
  if (!inside(container))
    fail(place, container == JsonType::map ? "'}' closes no map" : "']' closes no list");
  if (container == JsonType::map && !expectsKey()) fail(place, "a map ends after a key");
  const std::uint32_t array = open_.back();
  open_.pop_back();
  if (document_->ascii_ && container == JsonType::array) {
    packNumbers(array);
    packFlags(array);
  }
  document_->nodes_[array].next = static_cast<std::uint32_t>(document_->nodes_.size());
}

// An ASCII list of nothing but bools takes the form that binary lists have.
void JsonBuilder::packFlags(std::uint32_t array) {
  std::vector<JsonNode>& nodes = document_->nodes_;
  const std::size_t count = nodes.size() - array - 1;
  for (std::size_t i = array + 1; i < nodes.size(); ++i)
    if (nodes[i].type != JsonType::boolean) return;
  if (count == 0) return;
  char* words = keepBytes((count + 31) / 32 * 4, nodes[array].place);
  for (std::size_t i = 0; i < count; ++i)
    if (nodes[array + 1 + i].boolean) words[i / 8] = static_cast<char>(words[i / 8] | 1 << (i % 8));
  nodes.resize(array + 1);
  nodes[array].type = JsonType::flags;
  nodes[array].data = words;
}

// The same for numbers: 8 bytes each. Lists of one or two may be rows of fields, which are asked for one by
// one.
void JsonBuilder::packNumbers(std::uint32_t array) {
  std::vector<JsonNode>& nodes = document_->nodes_;
  bool integers = true;
  for (std::size_t i = array + 1; i < nodes.size(); ++i) {
    if (nodes[i].type != JsonType::integer && nodes[i].type != JsonType::real) return;
    integers = integers && nodes[i].type == JsonType::integer;
  }
  const std::size_t count = nodes.size() - array - 1;
  if (count < 3) return;
  char* pack = keepBytes(count * 8, nodes[array].place);
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode& item = nodes[array + 1 + i];
    const double real = item.type == JsonType::integer ? static_cast<double>(item.integer) : item.real;
    std::memcpy(pack + i * 8, integers ? static_cast<const void*>(&item.integer) : &real, 8);
  }
  nodes.resize(array + 1);
  nodes[array].type = JsonType::numbers;
  nodes[array].storage = integers ? Storage::int64 : Storage::real64;
  nodes[array].data = pack;
}

void JsonBuilder::string(std::string_view text, std::uint64_t place) {
  JsonNode& node = add(JsonType::string, place);
  node.data = text.data();
  node.count = text.size();
}

std::string_view JsonBuilder::keep(std::string text, std::uint64_t place) {
  document_->charge(place, text.size() + sizeof(std::string));
  return document_->texts_.emplace_back(std::move(text));
}

char* JsonBuilder::keepBytes(std::size_t count, std::uint64_t place) {
  document_->charge(place, count + sizeof(std::vector<char>));
  return document_->packs_.emplace_back(count).data();
}

void JsonBuilder::numbers(Storage storage, const char* data, std::uint64_t count, std::uint64_t place) {
  JsonNode& node = add(JsonType::numbers, place);
  node.storage = storage;
  node.data = data;
  node.count = count;
}

void JsonBuilder::numbersInFile(Storage storage, std::uint64_t offset, std::uint64_t count,
                                std::uint64_t place) {
  JsonNode& node = add(JsonType::numbers, place);
  node.storage = storage;
  node.offset = offset;
  node.count = count;
  node.inFile = true;
}

void JsonBuilder::flags(const char* words, std::uint64_t count, std::uint64_t place) {
  JsonNode& node = add(JsonType::flags, place);
  node.data = words;
  node.count = count;
}

std::unique_ptr<JsonDocument> JsonBuilder::finish() {
  if (!done()) fail(document_->ascii_ ? text().size() : source().size(), "the data ends too early");
  return std::move(document_);
}

bool looksLikeBinaryJson(std::string_view bytes) {
  return bytes.substr(0, 5) == "\x7fNSJb" || bytes.substr(0, 5) ==
                                                 "\x7f"
                                                 "bJSN";
}

bool looksLikeAsciiJson(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '[';
}

std::unique_ptr<JsonDocument> parseJson(std::unique_ptr<ByteSource> bytes, JsonSource source) {
  const bool binary = looksLikeBinaryJson(bytes->start(kMagic.size()));
  JsonBuilder builder(std::move(bytes), std::move(source), !binary);
  binary ? parseBinary(builder) : parseAscii(builder);
  return builder.finish();
}

std::unique_ptr<JsonDocument> parseJson(Bytes bytes, JsonSource source) {
  return parseJson(memorySource(std::move(bytes)), std::move(source));
}

}  // namespace tendril::cli::io
