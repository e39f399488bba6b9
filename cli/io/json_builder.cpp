// Lays the tape of a JSON document, and says where in the file a node stands.
#include "cli/io/json_builder.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "cli/io/json_tokens.h"

namespace tendril::cli::io {

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

void JsonBuilder::endStrings(std::uint64_t place) {
  document_->nodes_[open_.back()].uniform = true;
  end(JsonType::array, place);
}

void JsonBuilder::real(double value, std::uint64_t place, Storage storage) {
  JsonNode& node = add(JsonType::real, place);
  node.real = value;
  node.storage = storage;
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
