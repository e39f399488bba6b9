// Counts what asks for memory: operator new, and Eigen's matrices, which ask malloc.
#include "tests/support/allocations.h"

#include <cstdlib>

#include "tests/support/thorough.h"

namespace {
thread_local std::size_t count = 0;
}

namespace tendril::test {
std::size_t allocations() {
  return count;
}
}  // namespace tendril::test

#ifndef TENDRIL_SANITIZED

// glibc's own, by the names that it keeps for replacements
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);

void* malloc(std::size_t size) noexcept {
  ++count;
  return __libc_malloc(size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++count;
  return __libc_memalign(alignment, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
  ++count;
  return __libc_realloc(memory, size);
}
}

#endif
