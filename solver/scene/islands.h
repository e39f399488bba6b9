// Islands: rods that hang on each other or are held together by constraints. They are solved together, and know
// nothing of the others.
#pragma once

#include "solver/scene/scene.h"

namespace tendril::solver {

// All of the scene's; of each its rods in their order: parents first.
std::vector<std::vector<std::size_t>> islandsOf(const Scene& scene);
// The constraints of each.
std::vector<std::vector<std::size_t>> constraintsOf(const Scene& scene,
                                                    const std::vector<std::vector<std::size_t>>& trees);

}  // namespace tendril::solver
