// Pages of attribute values whose tuples are all equal: a file stores one tuple for such a page.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/geometry/numbers.h"

namespace tendril::cli::io {

constexpr std::size_t kPage = 1024;  // elements

// A flag for each page: all its tuples are bitwise equal (0.0 and -0.0 differ).
std::vector<std::uint8_t> constantPages(const Numbers& numbers, std::size_t tupleSize, std::size_t elements);

}  // namespace tendril::cli::io
