// Rods that are drawn inside of colliders, out of them.
//
//   const PushedOut done = pushOut(scene, state, which);   // poses of `which` touch, and overlap no more
//
// Of all poses outside, it finds one near to the drawn pose: rods as they are drawn are without stress,
// weight, wind and friction, and steps without inertia let contacts move them. What they bend by is then
// taken as their shape, so that the next step begins without stress.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/scene/scene.h"

namespace tendril::solver {

struct PushedOut {
  std::vector<std::size_t> rods;  // that have moved, ascending
  double deepest = 0, left = 0;   // m: the largest overlap before and after
};

// At the places that the colliders have at the end of their interval. `which`: by rods; others of their
// islands may move along where they are attached. Only poses change.
PushedOut pushOut(const Scene& scene, State& state, const std::vector<std::uint8_t>& which);

}  // namespace tendril::solver
