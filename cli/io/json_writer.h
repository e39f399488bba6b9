// Writes JSON in Houdini's two encodings, with the choices of Houdini's own writer.
//
//   Rope bytes;
//   BinaryWriter w(bytes);
//   w.beginArray(); w.text("pointcount"); w.integer(2); w.endArray();
//
// In a map, keys and values alternate.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/io/bytes.h"
#include "solver/geometry/numbers.h"
#include "solver/geometry/value.h"

namespace tendril::cli::io {

class JsonWriter {
 public:
  virtual ~JsonWriter() = default;

  virtual void beginArray() = 0;
  virtual void endArray() = 0;
  virtual void beginMap() = 0;
  virtual void endMap() = 0;
  virtual void text(std::string_view text) = 0;       // binary: defined once, then referred to
  virtual void plainText(std::string_view text) = 0;  // binary: never shared
  virtual void null() = 0;
  virtual void boolean(bool value) = 0;
  virtual void integer(std::int64_t value) = 0;
  virtual void real(double value) = 0;
  virtual void shortReal(float value) = 0;  // binary: 4 bytes
  // A list of one type: header, then the values in any number of parts.
  virtual void beginNumbers(Storage storage, std::size_t count) = 0;
  virtual void someNumbers(const void* data, std::size_t count) = 0;  // aligned
  virtual void lastingNumbers(const void* data,
                              std::size_t count) = 0;  // must stay valid until the bytes are used
  virtual void endNumbers() = 0;
  virtual void flags(const std::vector<std::uint8_t>& values) = 0;
  virtual void strings(const std::vector<std::string>& values) = 0;  // binary: in one piece, never shared
  virtual bool binary() const = 0;

  virtual void numbers(const Numbers& numbers);
  void value(const Value& value);
  void key(std::string_view name) { text(name); }
};

class BinaryWriter : public JsonWriter {
 public:
  explicit BinaryWriter(Rope& bytes);

  void beginArray() override;
  void endArray() override;
  void beginMap() override;
  void endMap() override;
  void text(std::string_view text) override;
  void plainText(std::string_view text) override;
  void null() override;
  void boolean(bool value) override;
  void integer(std::int64_t value) override;
  void real(double value) override;
  void shortReal(float value) override;
  void beginNumbers(Storage storage, std::size_t count) override;
  void someNumbers(const void* data, std::size_t count) override;
  void lastingNumbers(const void* data, std::size_t count) override;
  void endNumbers() override {}
  void flags(const std::vector<std::uint8_t>& values) override;
  void strings(const std::vector<std::string>& values) override;
  bool binary() const override { return true; }

  void longInteger(std::int64_t value);  // always 8 bytes
  std::size_t size() const { return bytes_.size(); }

 private:
  void byte(std::uint8_t value) { raw(&value, 1); }
  void raw(const void* data, std::size_t size) { bytes_.append({static_cast<const char*>(data), size}); }
  void length(std::uint64_t value);

  Rope& bytes_;
  std::unordered_map<std::string, std::uint64_t> ids_;
  Storage storage_ = Storage::int8;
};

class AsciiWriter : public JsonWriter {
 public:
  explicit AsciiWriter(std::string& bytes) : bytes_(bytes) {}

  void beginArray() override { begin('[', false); }
  void endArray() override { end(']'); }
  void beginMap() override { begin('{', true); }
  void endMap() override { end('}'); }
  void text(std::string_view text) override;
  void plainText(std::string_view text) override { this->text(text); }
  void null() override;
  void boolean(bool value) override;
  void integer(std::int64_t value) override;
  void real(double value) override;
  void shortReal(float value) override;
  void beginNumbers(Storage storage, std::size_t count) override;
  void someNumbers(const void* data, std::size_t count) override;
  void lastingNumbers(const void* data, std::size_t count) override { someNumbers(data, count); }
  void endNumbers() override;
  void numbers(const Numbers& numbers) override;  // keeps real lists of integers real
  void flags(const std::vector<std::uint8_t>& values) override;
  void strings(const std::vector<std::string>& values) override;
  bool binary() const override { return false; }

 private:
  struct Open {
    bool map;
    std::size_t items;  // keys and values of a map both count
  };
  void begin(char bracket, bool map);
  void end(char bracket);
  void separate(bool ownLine);
  void newLine();
  template <class T>
  void shortest(T value);  // throws an Error if not finite: JSON cannot represent it
  template <class T>
  void wholeReal(T value);

  std::string& bytes_;
  std::vector<Open> open_;
  Storage storage_ = Storage::int8;
  std::size_t written_ = 0;  // of a list of one type
};

}  // namespace tendril::cli::io
