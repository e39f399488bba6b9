// How often memory was asked for: "allocates nothing" is a test.
#pragma once

#include <cstddef>

namespace tendril::test {

// Since the program began, by this thread. Sanitizers count for themselves: there it is always 0.
std::size_t allocations();

}  // namespace tendril::test
