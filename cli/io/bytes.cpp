// Bytes in memory and in pieces.
#include "cli/io/bytes.h"

#include <algorithm>
#include <cstring>

namespace tendril::cli::io {
namespace {

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(Bytes bytes) : bytes_(std::move(bytes)) {}
  std::size_t size() const override { return bytes_.size(); }
  void read(std::size_t from, std::size_t count, void* to) const override {
    if (count) std::memcpy(to, bytes_.data() + from, count);
  }

 private:
  Bytes bytes_;
};

}  // namespace

Bytes::Bytes(std::string_view text) : Bytes(text.size()) {
  if (!text.empty()) std::memcpy(data_.get(), text.data(), text.size());
}

Bytes ByteSource::all() const {
  Bytes bytes(size());
  read(0, size(), bytes.data());
  return bytes;
}

std::string ByteSource::start(std::size_t count) const {
  std::string bytes(std::min(count, size()), '\0');
  read(0, bytes.size(), bytes.data());
  return bytes;
}

std::unique_ptr<ByteSource> memorySource(Bytes bytes) {
  return std::make_unique<MemorySource>(std::move(bytes));
}

Bytes readFile(const std::string& path) {
  return fileSource(path)->all();
}

void Rope::append(std::string_view bytes) {
  if (pieces_.empty() || pieces_.back().data) {
    pieces_.push_back({size_, nullptr, texts_.size(), 0});
    texts_.emplace_back();
  }
  texts_.back().append(bytes);
  pieces_.back().size += bytes.size();
  size_ += bytes.size();
}

void Rope::refer(const void* data, std::size_t size) {
  if (size == 0) return;
  pieces_.push_back({size_, static_cast<const char*>(data), 0, size});
  size_ += size;
}

std::string_view Rope::part(std::size_t from, std::size_t count, Bytes& scratch) const {
  auto piece = std::upper_bound(pieces_.begin(), pieces_.end(), from,
                                [](std::size_t at, const Piece& p) { return at < p.start; });
  if (count == 0) return {};
  --piece;
  const std::size_t skipped = from - piece->start;
  if (piece->size - skipped >= count) return {dataOf(*piece) + skipped, count};
  if (scratch.size() < count) scratch = Bytes(count);
  std::size_t done = 0;
  for (std::size_t at = skipped; done < count; ++piece, at = 0) {
    const std::size_t size = std::min(piece->size - at, count - done);
    std::memcpy(scratch.data() + done, dataOf(*piece) + at, size);
    done += size;
  }
  return {scratch.data(), count};
}

void Rope::each(const Put& put) const {
  for (const Piece& piece : pieces_) put({dataOf(piece), piece.size});
}

}  // namespace tendril::cli::io
