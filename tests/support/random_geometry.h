// Geometry of every kind that the files can hold, from a seed.
#pragma once

#include <random>

#include "solver/geometry/geometry.h"

namespace tendril::test {

struct RandomOptions {
  std::size_t maxPoints = 3000;     // more than two pages
  bool onlyProvedStorages = false;  // those that real binary files were seen to hold
  bool carried = true;              // primitives and attributes that are only carried
};

Geometry randomGeometry(unsigned seed, const RandomOptions& options = {});

}  // namespace tendril::test
