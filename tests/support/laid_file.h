// Geometry files composed token by token as Houdini writes them (shared/houdini/bgeo.md, 3.2 and 5),
// independent of Tendril's writer.
//
//   const std::string bytes = layFile(4, 4, [](Tokens& t) { sphereRun(t, 0, 4); });
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::test {

// Binary JSON by hand, independent of the writer under test.
class Tokens {
 public:
  Tokens& id(int token) {
    bytes_ += static_cast<char>(token);
    return *this;
  }
  Tokens& open() { return id(0x5b); }
  Tokens& close() { return id(0x5d); }
  Tokens& openMap() { return id(0x7b); }
  Tokens& closeMap() { return id(0x7d); }
  Tokens& yes() { return id(0x31); }
  Tokens& no() { return id(0x30); }

  Tokens& text(const std::string& text) {
    const auto [known, isNew] = ids_.try_emplace(text, ids_.size());
    if (isNew) {
      id(0x2b);
      length(known->second);
      length(text.size());
      bytes_ += text;
    }
    id(0x26);
    return length(known->second);
  }
  Tokens& plain(const std::string& text) {
    id(0x27);
    length(text.size());
    bytes_ += text;
    return *this;
  }
  Tokens& whole(std::int64_t value) {
    if (value >= -128 && value < 128) return id(0x11).raw(static_cast<std::int8_t>(value));
    if (value >= -32768 && value < 32768) return id(0x12).raw(static_cast<std::int16_t>(value));
    return id(0x13).raw(static_cast<std::int32_t>(value));
  }
  Tokens& real32(float value) { return id(0x19).raw(value); }
  Tokens& real64(double value) { return id(0x1a).raw(value); }
  template <class T>
  Tokens& list(const std::vector<T>& values) {
    id(0x40).id(tokenOf(T()));
    length(values.size());
    for (const T value : values) raw(value);
    return *this;
  }
  Tokens& flags(std::size_t count, std::uint32_t bits) {
    id(0x40).id(0x10);
    length(count);
    return raw(bits);
  }
  Tokens& plainTexts(const std::vector<std::string>& texts) {
    id(0x40).id(0x27);
    length(texts.size());
    for (const std::string& text : texts) {
      length(text.size());
      bytes_ += text;
    }
    return *this;
  }
  Tokens& longWhole(std::int64_t value) { return id(0x14).raw(value); }

  std::size_t size() const { return bytes_.size(); }
  const std::string& bytes() const { return bytes_; }

 private:
  static int tokenOf(std::int8_t) { return 0x11; }
  static int tokenOf(std::int16_t) { return 0x12; }
  static int tokenOf(std::int32_t) { return 0x13; }
  static int tokenOf(std::int64_t) { return 0x14; }
  static int tokenOf(float) { return 0x19; }
  static int tokenOf(double) { return 0x1a; }

  template <class T>
  Tokens& raw(T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    bytes_.append(bytes, sizeof value);
    return *this;
  }
  Tokens& length(std::size_t value) {
    if (value < 0xf1) return id(static_cast<int>(value));
    if (value <= 0xffff) return id(0xf2).raw(static_cast<std::uint16_t>(value));
    return id(0xf4).raw(static_cast<std::uint32_t>(value));
  }

  std::string bytes_ = "\x7fNSJb";
  std::map<std::string, std::size_t> ids_;
};

using Records = std::function<void(Tokens&)>;

// A file with a vertex for each point; `records` writes its primitives. Point i is at (i, 0.5, -1.25).
std::string layFile(int points, int primitives, const Records& records);
std::string inContainer(const std::string& bytes);  // as .bgeo.sc
Geometry readLaid(const std::string& bytes);        // in either encoding

std::vector<float> sphereMatrix(int i);  // its own size: 0.1 (i + 1)
Tokens& sphereHead(Tokens& t);           // up to the possible place of 'uniformfields'; still open
void sphereRows(Tokens& t, int from, int to);
void sphereRun(Tokens& t, int from, int to);  // as Houdini 18.5 writes it: without 'uniformfields'
void polygonRun(Tokens& t, const char* type, int first, int count, int size);

void expectSameBytes(const std::string& found, const std::string& expected);

}  // namespace tendril::test
