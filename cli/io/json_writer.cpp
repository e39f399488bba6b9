// Writes JSON in Houdini's binary and ASCII encodings.
#include "cli/io/json_writer.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "cli/io/json_tokens.h"
#include "solver/base/error.h"

namespace tendril::cli::io {
namespace {

template <class T>
bool holds(std::int64_t value) {
  return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

std::string escaped(std::string_view text) {
  constexpr std::string_view kFrom = "\"\\\b\f\n\r\t";
  constexpr std::string_view kTo = "\"\\bfnrt";
  std::string result;
  for (const char c : text) {
    if (const std::size_t i = kFrom.find(c); i != std::string_view::npos) {
      result += {'\\', kTo[i]};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr char kHex[] = "0123456789abcdef";
      result += std::string("\\u00") + kHex[c >> 4] + kHex[c & 15];
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

void JsonWriter::numbers(const Numbers& numbers) {
  beginNumbers(storageOf(numbers), sizeOf(numbers));
  someNumbers(dataOf(numbers), sizeOf(numbers));
  endNumbers();
}

void JsonWriter::value(const Value& value) {
  const Value::Content& content = value.content();
  if (std::holds_alternative<std::monostate>(content)) null();
  if (const auto* x = value.as<bool>()) boolean(*x);
  if (const auto* x = value.as<std::int64_t>()) integer(*x);
  if (const auto* x = value.as<double>()) real(*x);
  if (const auto* x = value.as<float>()) shortReal(*x);
  if (const auto* x = value.as<std::string>()) text(*x);
  if (const auto* x = value.as<Numbers>()) numbers(*x);
  if (const auto* x = value.as<Value::Flags>()) flags(x->values);
  if (const auto* x = value.as<Value::Strings>()) strings(x->values);
  if (const auto* x = value.as<Value::List>()) {
    beginArray();
    for (const Value& item : *x) this->value(item);
    endArray();
  }
  if (const auto* x = value.as<Value::Map>()) {
    beginMap();
    for (const Value::Entry& entry : *x) {
      key(entry.key);
      this->value(entry.value);
    }
    endMap();
  }
}

BinaryWriter::BinaryWriter(Rope& bytes) : bytes_(bytes) {
  bytes_.append(kMagic);
}

void BinaryWriter::beginArray() {
  byte(kArrayBegin);
}
void BinaryWriter::endArray() {
  byte(kArrayEnd);
}
void BinaryWriter::beginMap() {
  byte(kMapBegin);
}
void BinaryWriter::endMap() {
  byte(kMapEnd);
}
void BinaryWriter::null() {
  byte(kNull);
}
void BinaryWriter::boolean(bool value) {
  byte(value ? kTrue : kFalse);
}

void BinaryWriter::length(std::uint64_t value) {
  if (value < 0xf1) return byte(static_cast<std::uint8_t>(value));
  if (value <= 0xffff) {
    byte(0xf2);
    return raw(&value, 2);
  }
  if (value <= 0xffffffff) {
    byte(0xf4);
    return raw(&value, 4);
  }
  byte(0xf8);
  raw(&value, 8);
}

void BinaryWriter::text(std::string_view text) {
  const auto [entry, isNew] = ids_.try_emplace(std::string(text), ids_.size());
  if (isNew) {
    byte(kStringDefinition);
    length(entry->second);
    length(text.size());
    bytes_.append(text);
  }
  byte(kStringReference);
  length(entry->second);
}

void BinaryWriter::plainText(std::string_view text) {
  byte(kString);
  length(text.size());
  bytes_.append(text);
}

void BinaryWriter::integer(std::int64_t value) {
  if (holds<std::int8_t>(value)) {
    byte(kInt8);
    return raw(&value, 1);
  }
  if (holds<std::int16_t>(value)) {
    byte(kInt16);
    return raw(&value, 2);
  }
  if (!holds<std::int32_t>(value)) return longInteger(value);
  byte(kInt32);
  raw(&value, 4);
}

void BinaryWriter::longInteger(std::int64_t value) {
  byte(kInt64);
  raw(&value, 8);
}

void BinaryWriter::real(double value) {
  byte(kReal64);
  raw(&value, 8);
}

void BinaryWriter::shortReal(float value) {
  byte(kReal32);
  raw(&value, 4);
}

void BinaryWriter::beginNumbers(Storage storage, std::size_t count) {
  storage_ = storage;
  byte(kUniform);
  byte(tokenOf(storage));
  length(count);
}

void BinaryWriter::someNumbers(const void* data, std::size_t count) {
  if (count) raw(data, count * bytesOf(storage_));
}

void BinaryWriter::lastingNumbers(const void* data, std::size_t count) {
  constexpr std::size_t kWorthReferring = 1 << 16;  // bytes
  const std::size_t size = count * bytesOf(storage_);
  if (size >= kWorthReferring)
    bytes_.refer(data, size);
  else
    someNumbers(data, count);
}

void BinaryWriter::flags(const std::vector<std::uint8_t>& values) {
  byte(kUniform);
  byte(kBool);
  length(values.size());
  std::vector<std::uint32_t> words((values.size() + 31) / 32, 0);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i]) words[i / 32] |= std::uint32_t(1) << (i % 32);
  raw(words.data(), words.size() * 4);
}

void BinaryWriter::strings(const std::vector<std::string>& values) {
  byte(kUniform);
  byte(kString);
  length(values.size());
  for (const std::string& value : values) {
    length(value.size());
    bytes_.append(value);
  }
}

void AsciiWriter::newLine() {
  bytes_ += '\n';
  bytes_.append(2 * open_.size(), ' ');
}

// Lists stand on their own lines, scalars beside each other, the keys of a map each on a line.
void AsciiWriter::separate(bool ownLine) {
  if (open_.empty()) return;
  Open& open = open_.back();
  const bool value = open.map && open.items % 2 == 1;
  if (value)
    bytes_ += ':';
  else if (open.items)
    bytes_ += ',';
  if (!value && (ownLine || open.map)) newLine();
  ++open.items;
}

void AsciiWriter::begin(char bracket, bool map) {
  separate(true);
  bytes_ += bracket;
  open_.push_back({map, 0});
}

void AsciiWriter::end(char bracket) {
  open_.pop_back();
  bytes_ += bracket;
  if (open_.empty()) bytes_ += '\n';
}

void AsciiWriter::text(std::string_view text) {
  separate(false);
  bytes_ += '"' + escaped(text) + '"';
}

void AsciiWriter::null() {
  separate(false);
  bytes_ += "null";
}

void AsciiWriter::boolean(bool value) {
  separate(false);
  bytes_ += value ? "true" : "false";
}

template <class T>
void AsciiWriter::shortest(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value))
      throw Error("a value is not finite; text has no word for it, write a binary file");
    if (value == 0 && std::signbit(value)) return void(bytes_ += "-0.0");  // "-0" would be an integer
  }
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value);
  bytes_.append(digits, end.ptr);
}

void AsciiWriter::integer(std::int64_t value) {
  separate(false);
  shortest(value);
}

template <class T>
void AsciiWriter::wholeReal(T value) {
  separate(false);
  const std::size_t before = bytes_.size();
  shortest(value);
  // a whole number stays a real when it is read again
  if (bytes_.find_first_of(".e", before) == std::string::npos) bytes_ += ".0";
}

void AsciiWriter::real(double value) {
  wholeReal(value);
}
void AsciiWriter::shortReal(float value) {
  wholeReal(value);
}

void AsciiWriter::beginNumbers(Storage storage, std::size_t) {
  separate(true);
  storage_ = storage;
  written_ = 0;
  bytes_ += '[';
}

void AsciiWriter::someNumbers(const void* data, std::size_t count) {
  const Numbers kind = makeNumbers(storage_, 0);
  std::visit(
      [&](const auto& typed) {
        using T = typename std::decay_t<decltype(typed)>::value_type;
        const T* values = static_cast<const T*>(data);
        for (std::size_t i = 0; i < count; ++i) {
          if (written_++) bytes_ += ',';
          if constexpr (std::is_same_v<T, Half>)
            shortest(static_cast<float>(values[i]));
          else
            shortest(values[i]);
        }
      },
      kind);
}

void AsciiWriter::endNumbers() {
  bytes_ += ']';
}

void AsciiWriter::numbers(const Numbers& numbers) {
  const std::size_t before = bytes_.size();
  JsonWriter::numbers(numbers);
  const bool whole = bytes_.find_first_of(".e", before) == std::string::npos;
  if (isReal(storageOf(numbers)) && sizeOf(numbers) && whole) bytes_.insert(bytes_.size() - 1, ".0");
}

void AsciiWriter::flags(const std::vector<std::uint8_t>& values) {
  beginArray();
  for (const std::uint8_t value : values) boolean(value != 0);
  endArray();
}

void AsciiWriter::strings(const std::vector<std::string>& values) {
  beginArray();
  for (const std::string& value : values) text(value);
  endArray();
}

}  // namespace tendril::cli::io
