// Handles into a JSON document: what a node is, and its numbers in the type that is wanted.
#include "cli/io/json.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

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
      if (storage() == Storage::real32) return Value(static_cast<float>(real()));
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
  if (type() == JsonType::array && node().uniform) {
    Value::Strings strings;
    for (const Json item : *this) strings.values.push_back(item.ownedString());
    return Value(std::move(strings));
  }
  if (type() == JsonType::array) return Value::list(values());
  charge(size() * bytesPerPair(type()));
  Value::Map entries;
  for (Iterator i = begin(); i != end(); ++i) {
    std::string key = (*i).ownedString();
    entries.push_back({std::move(key), (*++i).value()});
  }
  return Value::map(std::move(entries));
}

std::vector<Value> Json::values() const {
  if (!isList()) fail(std::string("a list expected, ") + typeName() + " found");
  charge(size() * sizeof(Value));
  std::vector<Value> items;
  items.reserve(size());
  if (type() == JsonType::flags) {
    for (const std::uint8_t flag : flags()) items.emplace_back(flag != 0);
  } else if (type() == JsonType::numbers && isReal(storage())) {
    const Numbers all = numbers(storage());
    for (std::size_t i = 0; i < size(); ++i) {
      if (storage() == Storage::real32)
        items.emplace_back(static_cast<float>(numberAt(all, i)));
      else
        items.emplace_back(numberAt(all, i));
    }
  } else if (type() == JsonType::numbers) {
    for (const std::int64_t number : integers()) items.emplace_back(number);
  } else {
    for (const Json item : *this) items.push_back(item.value());
  }
  return items;
}

bool Json::inText() const {
  return document_->inText();
}

void Json::fail(const std::string& reason) const {
  document_->fail(node().place, reason);
}
void Json::charge(std::size_t bytes) const {
  document_->charge(node().place, bytes);
}

}  // namespace tendril::cli::io
