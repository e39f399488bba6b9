// The .sc container.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <random>

#include "cli/io/sc_container.h"
#include "solver/base/error.h"

namespace tendril::test {
namespace {

constexpr std::size_t kMiB = std::size_t(1) << 20;

std::string noise(std::size_t size, unsigned alphabet) {
  std::mt19937 random(7);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() % alphabet);
  return bytes;
}

std::string unpack(const std::string& file) {
  return std::string(io::openSc(io::memorySource(io::Bytes(file)), "test")->all().view());
}

std::string pack(const std::string& bytes) {
  io::Rope rope;
  rope.append(bytes.substr(0, bytes.size() / 2));
  rope.refer(bytes.data() + bytes.size() / 2, bytes.size() - bytes.size() / 2);
  std::string file;
  io::packSc(rope, [&](std::string_view part) { file.append(part); });
  return file;
}

TEST(ScContainer, KeepsBytesOfEverySize) {
  for (const std::size_t size : {std::size_t(1), std::size_t(3), std::size_t(127), std::size_t(1000),
                                 kMiB - 1, kMiB, kMiB + 1, 3 * kMiB, 3 * kMiB + 5})
    for (const unsigned alphabet : {3u, 256u}) {
      const std::string bytes = noise(size, alphabet);
      EXPECT_TRUE(unpack(pack(bytes)) == bytes) << size << " of " << alphabet;
    }
}

TEST(ScContainer, EndsAsHoudinisDo) {
  const std::string file = pack(noise(kMiB + 10, 3));
  EXPECT_EQ(file.substr(0, 12), std::string("scf1\0\0\0\0\0\0\0\0", 12));
  EXPECT_EQ(file.substr(file.size() - 12), std::string("\0\0\0\0\0\0\0\x18"
                                                       "1fcs",
                                                       12));
  EXPECT_EQ(file.substr(file.size() - 28, 16), std::string("\0\0\0\0\0\x10\0\0\0\0\0\0\0\0\0\x0a", 16));
  EXPECT_EQ(pack(noise(2 * kMiB, 3)).substr(12, 4), std::string("\x02\x01\x21\x04", 4));
}

TEST(ScContainer, SameBytesForAnyNumberOfThreads) {
  const std::string bytes = noise(5 * kMiB, 20);
  const std::string many = pack(bytes);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_TRUE(pack(bytes) == many);
}

TEST(ScContainer, ReadsAnyPart) {
  const std::string bytes = noise(3 * kMiB + 5, 9);
  const auto source = io::openSc(io::memorySource(io::Bytes(pack(bytes))), "test");
  for (const std::size_t from : {std::size_t(0), kMiB - 3, kMiB, kMiB + 17, 3 * kMiB + 1})
    for (const std::size_t count : {std::size_t(1), std::size_t(7), kMiB, 2 * kMiB}) {
      if (from + count > bytes.size()) continue;
      std::string part(count, ' ');
      source->read(from, count, part.data());
      EXPECT_TRUE(part == bytes.substr(from, count)) << from << " " << count;
    }
}

TEST(ScContainer, DamageIsFoundWhereItIs) {
  std::string file = pack(noise(3 * kMiB, 3));
  for (std::size_t i = 0; i < 64; ++i) file[file.size() / 2 + i] = static_cast<char>(i * 7);
  try {
    unpack(file);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("chunk 2 of 3 is damaged"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tendril::test
