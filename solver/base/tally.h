// Counters of costly calls, for tests. Active where assertions are (solver/base/assert.h). No result depends
// on them.
//
//   TALLY(geometryCopies);
//   const std::size_t before = tally::geometryCopies;
#pragma once

#include <atomic>
#include <cstddef>

#include "solver/base/layers.h"

namespace tendril::solver::tally {

inline std::atomic<std::size_t> geometryCopies{0};  // deep copies of a Geometry
inline std::atomic<std::size_t> rodReadings{0};     // calls of readRods()

}  // namespace tendril::solver::tally

#ifdef TENDRIL_ASSERT
#define TALLY(what) (++::tendril::solver::tally::what)
#else
#define TALLY(what) static_cast<void>(0)
#endif
