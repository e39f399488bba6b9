// One step of tendril_rodsolver for hosts that keep the state themselves. Without Eigen headers: hosts have
// their own version.
//
//   Microsolver solver;
//   Geometry after = solver.step(host, parms.data(), {state}, {rods}, {targets}, {}, seconds, unit);
//
// Data kept between steps saves time and changes no bit.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "nodes/parameters/definition.h"
#include "nodes/simulation/host_forces.h"

namespace tendril::nodes {

// Row by row; rows act on row vectors, as in Houdini: p' = p M.
using ObjectMatrix = std::array<double, 16>;
constexpr ObjectMatrix kInPlace = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

ObjectMatrix product(const ObjectMatrix& first, const ObjectMatrix& then);

// A geometry in local coordinates; null: none.
struct Placed {
  std::shared_ptr<const Geometry> geometry;
  ObjectMatrix placement = kInPlace;
  std::string name = "the geometry";  // for errors
};

// The geometry in world coordinates; itself if it is there already. Transforms of rods must be rigid. Throws
// an Error that begins with its name.
std::shared_ptr<const Geometry> inWorld(const Placed& placed, bool areRods);

struct Surroundings {
  HostForces* forces = nullptr;
  std::vector<ColliderSource> colliders = {};
};

class Microsolver {
 public:
  Microsolver();
  ~Microsolver();

  // The rods after `seconds`, in their own coordinates. Rods that were never simulated start here. `parms`:
  // of tendril_rodsolver. `rods`: as without simulation; `targets`: what they follow; `constraints`, if any:
  // updated in place. Throws an Error that begins with the name of the invalid geometry.
  Geometry step(Host& host, const void* parms, const Placed& state, const Placed& rods, const Placed& targets,
                const Surroundings& around, double seconds, double unitLength, Placed* constraints = nullptr);

  std::size_t bytes() const { return bytes_; }  // about as many are kept after a step

 private:
  std::unique_ptr<class Simulation> simulation_;
  double unit_ = 0;
  std::size_t bytes_ = 0;
};

// Guide geometry of held rods and their frames, in the world: lines with Cd.
struct RodGuide {
  bool frames = true, pins = true, contacts = true;  // contacts: those that have failed
  double size = 0.1;                                 // of a frame's axes, relative to the mean element
};
Geometry guideOf(const Placed& state, const Placed& targets, const RodGuide& guide);

}  // namespace tendril::nodes
