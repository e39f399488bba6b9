// A parsed JSON document, binary or ASCII, as Houdini writes geometry. Nodes are stored in an array in the
// order of the file. Long lists of numbers stay in the file and are read on demand directly to their
// destination: a geometry of 100 MB needs a few hundred nodes.
//
//   const auto document = parseJson(fileSource(path), {path});
//   for (Json item : document->root()) ...
//
// A Json is a handle into its document, which must outlive it. Concurrent reading is safe.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/io/bytes.h"
#include "solver/base/error.h"
#include "solver/geometry/numbers.h"
#include "solver/geometry/value.h"

namespace tendril::cli::io {

// An error that already names file and place.
class PlacedError : public Error {
 public:
  using Error::Error;
};

constexpr int kMaxJsonDepth = 200;  // Houdini nests about 12 deep, and as deep again in packed geometry

// Memory budget for reading a file. A few bytes of a corrupt or hostile file can claim billions of elements;
// this ends in an Error, not in exhausted memory.
class Budget {
 public:
  explicit Budget(std::size_t bytes = std::numeric_limits<std::size_t>::max())
      : limit_(bytes), left_(bytes) {}
  bool take(std::size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  std::size_t limit() const { return limit_; }

 private:
  std::size_t limit_;
  std::size_t left_;
};

enum class JsonType : std::uint8_t { null, boolean, integer, real, string, array, map, numbers, flags };

struct JsonNode {
  JsonType type = JsonType::null;
  Storage storage = Storage::int8;  // of numbers; for a real, its width in the file
  std::uint32_t next = 0;           // the node after this one's subtree
  std::uint64_t count = 0;          // children, numbers, flags, or bytes of a string
  std::uint64_t place = 0;          // byte in the unpacked data
  union {
    bool boolean;
    std::int64_t integer;
    double real;
    const char* data;      // of a string, numbers (packed, unaligned) or flags (32-bit words)
    std::uint64_t offset;  // of numbers in the file
  };
  bool inFile = false;   // numbers are in the file
  bool uniform = false;  // strings stored in one piece in the file
  JsonNode() : integer(0) {}
};

class JsonDocument;

class Json {
 public:
  Json(const JsonDocument* document, std::uint32_t node) : document_(document), node_(node) {}

  JsonType type() const;
  const char* typeName() const;  // for messages
  std::size_t size() const;      // children (keys and values of a map both count), numbers or flags

  // Iterates over the children of an array or map; not over numbers or flags.
  class Iterator {
   public:
    Iterator(const JsonDocument* document, std::uint32_t node) : document_(document), node_(node) {}
    Json operator*() const { return {document_, node_}; }
    Iterator& operator++();
    bool operator!=(const Iterator& other) const { return node_ != other.node_; }

   private:
    const JsonDocument* document_;
    std::uint32_t node_;
  };
  Iterator begin() const;
  Iterator end() const;

  bool isString() const { return type() == JsonType::string; }
  bool isList() const;  // array, numbers or flags: Houdini writes lists in any of these forms

  // These throw an error with this node's place if the type differs.
  std::string_view string() const;
  std::string ownedString()
      const;  // a copy, charged to the budget: a byte can refer to a long text many times
  std::int64_t integer() const;
  double real() const;
  bool boolean() const;

  // Lists in any form. Values outside the storage's range are errors.
  std::vector<std::int64_t> integers() const;
  Numbers numbers(Storage storage) const;
  std::vector<std::uint8_t> flags() const;

  Storage storage() const;  // of numbers

  Value value() const;                // an owning copy
  std::vector<Value> values() const;  // the items of a list in any form
  bool inText() const;                // ASCII: numbers have no stored width

  [[noreturn]] void fail(const std::string& reason) const;
  void charge(std::size_t bytes) const;  // throws an error at this node if the memory budget is exceeded

 private:
  const JsonNode& node() const;
  void copyNumbers(void* to) const;
  void convertNumbers(Numbers& to) const;
  const JsonDocument* document_;
  std::uint32_t node_;
};

class JsonDocument {
 public:
  Json root() const { return {this, 0}; }
  const JsonNode& node(std::uint32_t i) const { return nodes_[i]; }
  bool inText() const { return ascii_; }
  [[noreturn]] void fail(std::uint64_t place, const std::string& reason) const;
  void read(std::uint64_t offset, std::size_t count, void* to) const { source_->read(offset, count, to); }
  // For the schema's reader: memory that it will need for a node.
  void charge(std::uint64_t place, std::size_t bytes) const;

 private:
  friend class JsonBuilder;
  std::string name_;  // of the file, for messages
  bool ascii_ = false;
  bool unpacked_ = false;  // the bytes were in a container
  std::unique_ptr<ByteSource> source_;
  std::vector<JsonNode> nodes_;
  Bytes text_;                           // a whole ASCII document
  std::deque<std::string> texts_;        // strings that are not in it
  std::deque<std::vector<char>> packs_;  // numbers and flags in memory
  mutable Budget budget_;
};

struct JsonSource {
  std::string name;
  bool unpacked = false;
  Budget budget = Budget();
};

// Detects the encoding by the first bytes. Throws an Error with file, place and reason.
std::unique_ptr<JsonDocument> parseJson(std::unique_ptr<ByteSource> bytes, JsonSource source);
std::unique_ptr<JsonDocument> parseJson(Bytes bytes, JsonSource source);

bool looksLikeBinaryJson(std::string_view bytes);
bool looksLikeAsciiJson(std::string_view bytes);

}  // namespace tendril::cli::io
