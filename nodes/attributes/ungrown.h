// Rods that a growing plant will have and does not have yet: detail lists `rodsungrown` (id, and the id of
// the rod at whose place it waits; -1: none) and `rodsungrownat` (arc length there, scene units). Original
// points wait there. Once written they stay, if empty, so that a later frame knows that the plant grows.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

struct Ungrown {
  std::int64_t id = 0, on = -1;
  double arc = 0;
};

bool hasUngrown(const Geometry& rods);
void writeUngrown(const std::vector<Ungrown>& ungrown, Geometry& rods);
std::vector<Ungrown> readUngrown(const Geometry& rods);

}  // namespace tendril::nodes
