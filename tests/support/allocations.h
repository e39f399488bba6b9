// Counts memory allocations, for tests that nothing is allocated.
#pragma once

#include <cstddef>

namespace tendril::test {

// Since the program's start, of this thread. 0 under sanitizers, which replace the allocator.
std::size_t allocations();

}  // namespace tendril::test
