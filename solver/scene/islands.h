// Islands: rods that are attached to each other or coupled by constraints. Each is solved independently.
#pragma once

#include "solver/scene/scene.h"

namespace tendril::solver {

// Trees of attached rods that are swept; rods of each in ascending order, so parents come first.
std::vector<std::vector<std::size_t>> treesOf(const Scene& scene);

// All islands of the scene; rods of each in ascending order, so parents come first.
std::vector<std::vector<std::size_t>> islandsOf(const Scene& scene);
// The constraints of each island.
std::vector<std::vector<std::size_t>> constraintsOf(const Scene& scene,
                                                    const std::vector<std::vector<std::size_t>>& trees);

// An island, or several, as a scene of its own. `rods`: ascending; `held`: its constraints.
Scene sceneOfIsland(const Scene& scene, const std::vector<std::size_t>& rods,
                    const std::vector<std::size_t>& held);

}  // namespace tendril::solver
