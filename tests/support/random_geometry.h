// Random geometry with every kind of content of the files, from a seed.
#pragma once

#include <random>

#include "solver/geometry/geometry.h"

namespace tendril::test {

struct RandomOptions {
  std::size_t maxPoints = 3000;     // more than two pages
  bool onlyProvedStorages = false;  // only those found in real binary files
  bool carried = true;              // with primitives and attributes that are only passed through
};

Geometry randomGeometry(unsigned seed, const RandomOptions& options = {});

}  // namespace tendril::test
