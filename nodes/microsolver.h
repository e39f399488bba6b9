// The step of tendril_rodsolver, for hosts that keep the state themselves. No header of Eigen: hosts have
// their own.
//
//   Microsolver solver;
//   Geometry after = solver.step(host, parms.data(), {state}, {rods}, {targets}, {}, seconds, unit);
//
// What it keeps between steps saves time and changes no bit.
#pragma once

#include <array>
#include <memory>

#include "nodes/parameters/definition.h"
#include "nodes/simulation/host_forces.h"

namespace tendril::nodes {

// Parameter by row; rows act on row vectors, as in Houdini: p' = p M.
using ObjectMatrix = std::array<double, 16>;
constexpr ObjectMatrix kInPlace = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

ObjectMatrix product(const ObjectMatrix& first, const ObjectMatrix& then);

// A geometry in coordinates of its own; null: there is none.
struct Placed {
  std::shared_ptr<const Geometry> geometry;
  ObjectMatrix placement = kInPlace;
  std::string name = "the geometry";  // for errors
};

// In the world's coordinates; where it stands there already, itself. Rods' placements may only move and turn.
// Throws an Error that begins with its name.
std::shared_ptr<const Geometry> inWorld(const Placed& placed, bool areRods);

struct Surroundings {
  HostForces* forces = nullptr;
  std::vector<ColliderSource> colliders = {};
};

class Microsolver {
 public:
  Microsolver();
  ~Microsolver();

  // Rods so many seconds later, in their own coordinates. Those that were never simulated begin here.
  // `parms`: of tendril_rodsolver. `rods`: as they would be without a simulation; `targets`: what they
  // follow; `constraints`, if there are any: as they were, and become what they are then. Throws an Error
  // that begins with the name of the geometry that is wrong.
  Geometry step(Host& host, const void* parms, const Placed& state, const Placed& rods, const Placed& targets,
                const Surroundings& around, double seconds, double unitLength, Placed* constraints = nullptr);

 private:
  std::unique_ptr<class Simulation> simulation_;
  double unit_ = 0;
};

// What shows how rods are held and turned, in the world: lines with Cd.
struct RodGuide {
  bool frames = true, pins = true;
  double size = 0.1;  // of a frame's axes, in parts of the mean element
};
Geometry guideOf(const Placed& state, const Placed& targets, const RodGuide& guide);

}  // namespace tendril::nodes
