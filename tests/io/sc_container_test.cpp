// The .sc container.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <random>

#include "cli/io/sc_container.h"
#include "solver/error.h"

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
  io::Budget budget;
  return std::string(io::unpackSc(file, "test", budget).view());
}

TEST(ScContainer, KeepsBytesOfEverySize) {
  for (const std::size_t size : {std::size_t(1), std::size_t(3), std::size_t(127), std::size_t(1000), kMiB - 1, kMiB, kMiB + 1, 3 * kMiB, 3 * kMiB + 5})
    for (const unsigned alphabet : {3u, 256u}) {
      const std::string bytes = noise(size, alphabet);
      EXPECT_TRUE(unpack(io::packSc(bytes)) == bytes) << size << " of " << alphabet;
    }
}

TEST(ScContainer, EndsAsHoudinisDo) {
  const std::string file = io::packSc(noise(kMiB + 10, 3));
  EXPECT_EQ(file.substr(0, 12), std::string("scf1\0\0\0\0\0\0\0\0", 12));
  EXPECT_EQ(file.substr(file.size() - 12), std::string("\0\0\0\0\0\0\0\x18" "1fcs", 12));
  EXPECT_EQ(file.substr(file.size() - 28, 16), std::string("\0\0\0\0\0\x10\0\0\0\0\0\0\0\0\0\x0a", 16));
  EXPECT_EQ(io::packSc(noise(2 * kMiB, 3)).substr(12, 4), std::string("\x02\x01\x21\x04", 4));
}

TEST(ScContainer, SameBytesForAnyNumberOfThreads) {
  const std::string bytes = noise(5 * kMiB, 20);
  const std::string many = io::packSc(bytes);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_TRUE(io::packSc(bytes) == many);
}

TEST(ScContainer, RespectsItsBudget) {
  io::Budget budget(kMiB);
  EXPECT_THROW(io::unpackSc(io::packSc(std::string(2 * kMiB, 'a')), "test", budget), Error);
}

}  // namespace
}  // namespace tendril::test
