// Bytes in memory, in files, and in ropes.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::cli::io {

// A block of uninitialised memory.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(std::size_t size) : data_(new char[size]), size_(size) {}
  explicit Bytes(std::string_view text);

  char* data() { return data_.get(); }
  const char* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::string_view view() const { return {data_.get(), size_}; }

 private:
  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
};

// Bytes with random access, thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::size_t size() const = 0;
  virtual void read(std::size_t from, std::size_t count, void* to) const = 0;  // the range must lie inside

  Bytes all() const;
  std::string start(std::size_t count) const;  // the first `count` bytes, or all
};

std::unique_ptr<ByteSource> memorySource(Bytes bytes);
std::unique_ptr<ByteSource> fileSource(const std::string& path);  // errors name the path
Bytes readFile(const std::string& path);

using Put = std::function<void(std::string_view)>;  // takes the next bytes of a file

// A sequence of pieces: small ones are copied, large ones referred to, so that a geometry of 100 MB is
// written without a copy. Data referred to must outlive the rope.
class Rope {
 public:
  void append(std::string_view bytes);
  void refer(const void* data, std::size_t size);
  std::size_t size() const { return size_; }

  // The bytes from ... from + count: a view if contiguous, else a copy in the scratch.
  std::string_view part(std::size_t from, std::size_t count, Bytes& scratch) const;
  void each(const Put& put) const;  // all pieces in order

 private:
  struct Piece {
    std::size_t start;
    const char* data;  // null: a text of the rope's own
    std::size_t text;  // index of that text
    std::size_t size;
  };
  const char* dataOf(const Piece& piece) const { return piece.data ? piece.data : texts_[piece.text].data(); }

  std::vector<Piece> pieces_;
  std::deque<std::string> texts_;
  std::size_t size_ = 0;
};

// Writes to a temporary file and renames it, so that readers never see a partial file and a failure keeps the
// old one. Creates missing folders.
void writeFile(const std::string& path, const std::function<void(const Put&)>& content);
void writeFile(const std::string& path, std::string_view bytes);

void makeFolder(const std::string& path);  // of a file's path
bool endsWith(std::string_view path, std::string_view end);

}  // namespace tendril::cli::io
