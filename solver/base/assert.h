// Promises that Tendril makes to itself: the order of calls, sizes that fit. ASSERT is on in debug and test
// builds (TENDRIL_ASSERT) and costs nothing elsewhere; a promise that is broken ends the program at once,
// with the place.
//
//   ASSERT(phase_ == Phase::placed);
//
// What a caller may get wrong is an Error (solver/base/error.h), not an ASSERT.
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
