// Pages of equal tuples.
#include "cli/io/geometry_pages.h"

#include <algorithm>
#include <cstring>

namespace tendril::cli::io {

std::vector<std::uint8_t> constantPages(const Numbers& numbers, std::size_t tupleSize, std::size_t elements) {
  std::vector<std::uint8_t> flags;
  const std::size_t bytes = tupleSize * bytesOf(storageOf(numbers));
  const char* data = static_cast<const char*>(dataOf(numbers));
  for (std::size_t from = 0; from < elements; from += kPage) {
    const char* page = data + from * bytes;
    const std::size_t after = (std::min(kPage, elements - from) - 1) * bytes;
    flags.push_back(std::memcmp(page, page + bytes, after) == 0);
  }
  return flags;
}

}  // namespace tendril::cli::io
