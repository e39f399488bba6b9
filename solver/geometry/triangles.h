// A polygon as triangles: ears are cut off, so that corners which point inwards do no harm.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver {

std::vector<std::array<std::uint32_t, 3>> trianglesOf(const std::vector<Eigen::Vector3d>& corners);

}  // namespace tendril::solver
