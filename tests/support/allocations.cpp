// Counts what asks the global operator new for memory.
#include "tests/support/allocations.h"

#include <cstdlib>
#include <new>

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

void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++count;
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

#endif
