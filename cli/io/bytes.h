// Bytes of a file in memory, left uninitialised until somebody fills them; and files as a whole.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace tendril::io {

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

Bytes readFile(const std::string& path);

// Writes beside the target and renames, so that a reader never sees half a file and a failure leaves the
// old one. Makes missing folders.
void writeFile(const std::string& path, std::string_view bytes);

}  // namespace tendril::io
