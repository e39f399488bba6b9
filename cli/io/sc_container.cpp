// The .sc container around blosc chunks. Numbers of the container itself are big endian.
#include "cli/io/sc_container.h"

#include <blosc.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "solver/error.h"

namespace tendril::io {
namespace {

constexpr std::size_t kBlock = std::size_t(1) << 20;  // bytes; what Houdini uses
constexpr std::size_t kBiggestBlock = std::size_t(1) << 28;
constexpr std::size_t kHeader = 12;

struct Chunk {
  std::size_t place;   // in the file
  std::size_t packed;  // bytes
  std::size_t to;      // in the unpacked data
  std::size_t size;    // bytes, unpacked
};

class Reader {
 public:
  Reader(std::string_view file, const std::string& name) : file_(file), name_(name) {}

  Bytes unpack(Budget& budget) {
    const std::vector<Chunk> chunks = layOut();
    const std::size_t total = chunks.empty() ? 0 : chunks.back().to + chunks.back().size;
    if (!budget.take(total)) fail(0, "unpacks to " + std::to_string(total >> 20) + " MiB, more than allowed");
    Bytes bytes(total);
    tbb::parallel_for(std::size_t(0), chunks.size(), [&](std::size_t i) {
      const Chunk& c = chunks[i];
      const int got = blosc_decompress_ctx(file_.data() + c.place, bytes.data() + c.to, c.size, 1);
      if (got < 0 || static_cast<std::size_t>(got) != c.size)
        fail(c.place, "chunk " + std::to_string(i + 1) + " of " + std::to_string(chunks.size()) + " is damaged");
    });
    return bytes;
  }

 private:
  [[noreturn]] void fail(std::size_t place, const std::string& reason) const {
    throw Error(name_ + ": byte " + std::to_string(place) + ": " + reason);
  }

  std::uint64_t big64(std::size_t place) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) value = value << 8 | static_cast<unsigned char>(file_[place + i]);
    return value;
  }

  // Sizes from the index, checked against what every chunk says of itself.
  std::vector<Chunk> layOut() const {
    const std::size_t size = file_.size();
    if (size < kHeader + 12) fail(size, "the file ends too early");
    if (file_.substr(size - 4) != "1fcs") fail(size - 4, "the end mark of the container is missing; the file is cut off");
    const std::uint64_t skipped = big64(4);
    const std::uint64_t indexBytes = big64(size - 12);
    if (indexBytes % 8 || indexBytes < 16 || indexBytes > size - kHeader - 12) fail(size - 12, "the index has no sound size");
    const std::size_t index = size - 12 - indexBytes;
    if (skipped > index - kHeader) fail(4, "the metadata is larger than the file");
    const std::size_t chunkCount = indexBytes / 8 - 1;
    const std::uint64_t block = big64(index + 8 * (chunkCount - 1));
    const std::uint64_t last = big64(index + 8 * chunkCount);
    if (block == 0 || block > kBiggestBlock || last > block) fail(index, "the index has no sound block size");
    return walk(kHeader + skipped, index, chunkCount, block, last);
  }

  std::vector<Chunk> walk(std::size_t first, std::size_t index, std::size_t count, std::uint64_t block,
                          std::uint64_t last) const {
    std::vector<Chunk> chunks;
    std::size_t at = first;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && first + big64(index + 8 * (i - 1)) != at)
        fail(index + 8 * (i - 1), "the index and the chunks disagree");
      const std::size_t expected = i + 1 < count ? block : last;
      std::size_t unpacked = 0, packed = 0, inner = 0;
      if (index - at < BLOSC_MIN_HEADER_LENGTH) fail(at, "a chunk is cut off");
      blosc_cbuffer_sizes(file_.data() + at, &unpacked, &packed, &inner);
      if (unpacked != expected || packed < BLOSC_MIN_HEADER_LENGTH || packed > index - at ||
          blosc_cbuffer_validate(file_.data() + at, packed, &unpacked) < 0)
        fail(at, "chunk " + std::to_string(i + 1) + " of " + std::to_string(count) + " has a damaged header");
      chunks.push_back({at, packed, i * block, expected});
      at += packed;
    }
    if (at != index) fail(at, "there are bytes between the last chunk and the index");
    return chunks;
  }

  std::string_view file_;
  const std::string& name_;
};

std::string packBlock(std::string_view block) {
  std::string packed(block.size() + BLOSC_MAX_OVERHEAD, '\0');
  const int size = blosc_compress_ctx(9, BLOSC_SHUFFLE, 4, block.size(), block.data(), packed.data(), packed.size(),
                                      BLOSC_LZ4_COMPNAME, kBlock, 1);
  if (size <= 0) throw Error("blosc could not pack a block of " + std::to_string(block.size()) + " bytes");
  packed.resize(static_cast<std::size_t>(size));
  return packed;
}

void appendBig64(std::string& to, std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) to += static_cast<char>(value >> shift & 0xff);
}

}  // namespace

bool looksLikeSc(std::string_view bytes) { return bytes.substr(0, 4) == "scf1"; }

Bytes unpackSc(std::string_view file, const std::string& name, Budget& budget) {
  return Reader(file, name).unpack(budget);
}

std::string packSc(std::string_view data) {
  const std::size_t count = std::max<std::size_t>(1, (data.size() + kBlock - 1) / kBlock);
  std::vector<std::string> chunks(count);
  tbb::parallel_for(std::size_t(0), count, [&](std::size_t i) { chunks[i] = packBlock(data.substr(i * kBlock, kBlock)); });
  std::size_t total = kHeader + 8 * (count + 1) + 12;
  for (const std::string& chunk : chunks) total += chunk.size();
  std::string file;
  file.reserve(total);
  file.append("scf1");
  appendBig64(file, 0);
  std::string index;
  for (const std::string& chunk : chunks) {
    if (&chunk != &chunks.front()) appendBig64(index, file.size() - kHeader);
    file.append(chunk);
  }
  appendBig64(index, kBlock);
  appendBig64(index, data.size() - (count - 1) * kBlock);
  file.append(index);
  appendBig64(file, index.size());
  return file.append("1fcs");
}

}  // namespace tendril::io
