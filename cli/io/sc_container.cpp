// The .sc container around blosc chunks. Numbers of the container itself are big endian.
#include "cli/io/sc_container.h"

#include <blosc.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "solver/base/error.h"
#include "solver/base/parallel.h"

namespace tendril::cli::io {
namespace {

constexpr std::size_t kBlock = std::size_t(1) << 20;  // bytes; what Houdini uses
constexpr std::size_t kBiggestBlock = std::size_t(1) << 28;
constexpr std::size_t kHeader = 12;
constexpr std::size_t kTail = 12;  // length of the index and end mark

std::uint64_t big64(const char* bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

struct Chunk {
  std::size_t place;   // in the file
  std::size_t packed;  // bytes
  std::size_t size;    // bytes, unpacked
};

class ScSource : public ByteSource {
 public:
  ScSource(std::unique_ptr<ByteSource> file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {
    layOut();
  }

  std::size_t size() const override { return size_; }

  void read(std::size_t from, std::size_t count, void* to) const override {
    if (count == 0) return;
    const std::size_t first = from / block_, last = (from + count - 1) / block_;
    parallelFor(last + 1 - first, [&](std::size_t k) {
      const std::size_t i = first + k;
      const std::size_t start = std::max(from, i * block_),
                        end = std::min(from + count, i * block_ + chunks_[i].size);
      char* target = static_cast<char*>(to) + (start - from);
      if (end - start == chunks_[i].size)
        unpack(i, target);
      else
        copyPart(i, start - i * block_, end - start, target);
    });
  }

 private:
  [[noreturn]] void fail(std::size_t place, const std::string& reason) const {
    throw Error(name_ + ": byte " + std::to_string(place) + ": " + reason);
  }

  std::string chunkName(std::size_t i) const {
    return "chunk " + std::to_string(i + 1) + " of " + std::to_string(chunks_.size());
  }

  void unpack(std::size_t i, char* to) const {
    const Chunk& chunk = chunks_[i];
    thread_local Bytes packed;
    if (packed.size() < chunk.packed) packed = Bytes(chunk.packed);
    file_->read(chunk.place, chunk.packed, packed.data());
    std::size_t size = 0;
    if (blosc_cbuffer_validate(packed.data(), chunk.packed, &size) < 0 || size != chunk.size ||
        blosc_decompress_ctx(packed.data(), to, chunk.size, 1) != static_cast<int>(chunk.size))
      fail(chunk.place, chunkName(i) + " is damaged");
  }

  // Small reads come one after the other from the same chunk: it is kept.
  void copyPart(std::size_t i, std::size_t from, std::size_t count, char* to) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (kept_ != i) {
      kept_ = chunks_.size();
      if (keptBytes_.size() < block_) keptBytes_ = Bytes(block_);
      unpack(i, keptBytes_.data());
      kept_ = i;
    }
    std::memcpy(to, keptBytes_.data() + from, count);
  }

  // Sizes from the index, checked against what every chunk says of itself.
  void layOut() {
    const std::size_t size = file_->size();
    if (size < kHeader + kTail) fail(size, "the file ends too early");
    char head[kHeader], tail[kTail];
    file_->read(0, kHeader, head);
    file_->read(size - kTail, kTail, tail);
    if (std::string_view(tail + 8, 4) != "1fcs")
      fail(size - 4, "the end mark of the container is missing; the file is cut off");
    const std::uint64_t skipped = big64(head + 4), indexBytes = big64(tail);
    if (indexBytes % 8 || indexBytes < 16 || indexBytes > size - kHeader - kTail)
      fail(size - kTail, "the index has no sound size");
    const std::size_t index = size - kTail - indexBytes;
    if (skipped > index - kHeader) fail(4, "the metadata is larger than the file");
    Bytes entries(indexBytes);
    file_->read(index, indexBytes, entries.data());
    const std::size_t count = indexBytes / 8 - 1;
    block_ = big64(entries.data() + 8 * (count - 1));
    const std::uint64_t last = big64(entries.data() + 8 * count);
    if (block_ == 0 || block_ > kBiggestBlock || last > block_)
      fail(index, "the index has no sound block size");
    walk(kHeader + skipped, index, entries, count, last);
    size_ = (count - 1) * block_ + last;
    kept_ = count;
  }

  void walk(std::size_t first, std::size_t index, const Bytes& entries, std::size_t count, std::size_t last) {
    std::size_t at = first;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && first + big64(entries.data() + 8 * (i - 1)) != at)
        fail(index + 8 * (i - 1), "the index and the chunks disagree");
      if (index - at < BLOSC_MIN_HEADER_LENGTH) fail(at, "a chunk is cut off");
      char header[BLOSC_MIN_HEADER_LENGTH];
      file_->read(at, sizeof header, header);
      std::size_t unpacked = 0, packed = 0, inner = 0;
      blosc_cbuffer_sizes(header, &unpacked, &packed, &inner);
      const std::size_t expected = i + 1 < count ? block_ : last;
      if (unpacked != expected || packed < BLOSC_MIN_HEADER_LENGTH || packed > index - at)
        fail(at, "chunk " + std::to_string(i + 1) + " of " + std::to_string(count) + " has a damaged header");
      chunks_.push_back({at, packed, expected});
      at += packed;
    }
    if (at != index) fail(at, "there are bytes between the last chunk and the index");
  }

  std::unique_ptr<ByteSource> file_;
  std::string name_;
  std::vector<Chunk> chunks_;
  std::size_t block_ = 0, size_ = 0;
  mutable std::mutex mutex_;
  mutable Bytes keptBytes_;
  mutable std::size_t kept_ = 0;  // number of the kept chunk, or the number of chunks
};

struct Packed {
  Bytes bytes;
  std::size_t size = 0;
  std::string_view view() const { return {bytes.data(), size}; }
};

Packed packBlock(std::string_view block) {
  Packed packed{Bytes(block.size() + BLOSC_MAX_OVERHEAD)};
  const int size = blosc_compress_ctx(9, BLOSC_SHUFFLE, 4, block.size(), block.data(), packed.bytes.data(),
                                      packed.bytes.size(), BLOSC_LZ4_COMPNAME, kBlock, 1);
  if (size <= 0) throw Error("blosc could not pack a block of " + std::to_string(block.size()) + " bytes");
  packed.size = static_cast<std::size_t>(size);
  return packed;
}

std::string bigEndian(std::uint64_t value) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

}  // namespace

bool looksLikeSc(std::string_view bytes) {
  return bytes.substr(0, 4) == "scf1";
}

std::unique_ptr<ByteSource> openSc(std::unique_ptr<ByteSource> file, const std::string& name) {
  return std::make_unique<ScSource>(std::move(file), name);
}

void packSc(const Rope& data, const Put& put) {
  const std::size_t count = std::max<std::size_t>(1, (data.size() + kBlock - 1) / kBlock);
  const std::size_t batch = 4 * threadCount();  // blocks; few enough to stay in the caches
  put("scf1" + bigEndian(0));
  std::string index;
  std::size_t written = 0;
  // while a batch is packed, the first piece of work writes the batch before
  std::vector<Packed> before, now;
  for (std::size_t from = 0; from < count || !before.empty(); from += batch) {
    now = std::vector<Packed>(from < count ? std::min(batch, count - from) : 0);
    parallelFor(now.size() + 1, [&](std::size_t task) {
      if (task > 0) {
        const std::size_t start = (from + task - 1) * kBlock;
        thread_local Bytes scratch;
        now[task - 1] = packBlock(data.part(start, std::min(kBlock, data.size() - start), scratch));
        return;
      }
      for (const Packed& packed : before) {
        if (written > 0) index += bigEndian(written);
        put(packed.view());
        written += packed.size;
      }
    });
    before = std::move(now);
  }
  index += bigEndian(kBlock) + bigEndian(data.size() - (count - 1) * kBlock);
  put(index + bigEndian(index.size()) + "1fcs");
}

}  // namespace tendril::cli::io
