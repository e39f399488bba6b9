// The pieces of a node's work, many at once, as long as the host does not ask for an end.
//
//   forEachPiece(cook.host, rods.size(), "drawing rods", [&](std::size_t r) { draw(rods[r]); });
//
// As parallelFor(): each call of f writes only what belongs to its piece. Throws Interrupted.
#pragma once

#include <atomic>

#include "nodes/parameters/definition.h"
#include "solver/base/parallel.h"

namespace tendril::nodes {

template <class F>
void forEachPiece(Host& host, std::size_t count, const char* what, const F& f) {
  std::atomic<std::size_t> done{0};
  std::atomic<bool> stopped{false};
  parallelFor(count, [&](std::size_t i) {
    if (stopped || host.interrupted()) {
      stopped = true;
      return;
    }
    f(i);
    host.progress(static_cast<double>(++done) / static_cast<double>(count), what);
  });
  if (stopped) throw Interrupted();
}

}  // namespace tendril::nodes
