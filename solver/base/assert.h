// Internal invariants: order of calls, sizes. ASSERT is on in debug and test builds (TENDRIL_ASSERT) and
// costs nothing otherwise. A failed one ends the program and names the place.
//
//   ASSERT(phase_ == Phase::placed);
//
// Errors of a caller are Errors (solver/base/error.h), not ASSERTs.
#pragma once

#ifdef TENDRIL_ASSERT
#include <cstdio>
#include <cstdlib>

namespace tendril::solver {

[[noreturn]] inline void assertionFailed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: a promise of Tendril is broken: %s\n", file, line, what);
  std::abort();
}

}  // namespace tendril::solver

#define ASSERT(promise) \
  ((promise) ? static_cast<void>(0) : ::tendril::solver::assertionFailed(#promise, __FILE__, __LINE__))
#else
#define ASSERT(promise) static_cast<void>(sizeof(static_cast<bool>(promise)))
#endif
