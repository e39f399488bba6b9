// Builds the node array of a JSON document, for both parsers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/io/json.h"

namespace tendril::cli::io {

class JsonBuilder {
 public:
  JsonBuilder(std::unique_ptr<ByteSource> bytes, JsonSource source, bool ascii);

  const ByteSource& source() const { return *document_->source_; }
  std::string_view text() const { return document_->text_.view(); }  // ASCII only
  bool done() const { return open_.empty() && !document_->nodes_.empty(); }
  bool inside(JsonType container) const { return !open_.empty() && node(open_.back()).type == container; }
  bool expectsKey() const { return inside(JsonType::map) && node(open_.back()).count % 2 == 0; }

  void begin(JsonType container, std::uint64_t place);
  void end(JsonType container, std::uint64_t place);
  void endStrings(std::uint64_t place);  // of an array stored in one piece
  void null(std::uint64_t place) { add(JsonType::null, place); }
  void boolean(bool value, std::uint64_t place) { add(JsonType::boolean, place).boolean = value; }
  void integer(std::int64_t value, std::uint64_t place) { add(JsonType::integer, place).integer = value; }
  void real(double value, std::uint64_t place, Storage storage = Storage::real64);
  void string(std::string_view text, std::uint64_t place);       // must live as long as the document
  std::string_view keep(std::string text, std::uint64_t place);  // stores it in the document
  char* keepBytes(std::size_t count, std::uint64_t place);
  void numbers(Storage storage, const char* data, std::uint64_t count, std::uint64_t place);
  void numbersInFile(Storage storage, std::uint64_t offset, std::uint64_t count, std::uint64_t place);
  void flags(const char* words, std::uint64_t count, std::uint64_t place);

  [[noreturn]] void fail(std::uint64_t place, const std::string& reason) const {
    document_->fail(place, reason);
  }
  std::unique_ptr<JsonDocument> finish();

 private:
  const JsonNode& node(std::uint32_t i) const { return document_->nodes_[i]; }
  JsonNode& add(JsonType type, std::uint64_t place);
  void packNumbers(std::uint32_t array);
  void packFlags(std::uint32_t array);

  std::unique_ptr<JsonDocument> document_;
  std::vector<std::uint32_t> open_;
};

void parseBinary(JsonBuilder& builder);
void parseAscii(JsonBuilder& builder);

}  // namespace tendril::cli::io
