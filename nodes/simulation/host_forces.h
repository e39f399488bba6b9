// What a host adds to a simulation: forces that it alone can tell, and things that rods may meet. Scene
// units, in the world. No header of Eigen: hosts have their own.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// A knot of a rod, as forces see it.
struct KnotMotion {
  std::array<double, 3> position = {}, velocity = {}, spin = {};
  double mass = 0;  // kg: of half the elements beside it
};

// f = force - grip (v - target): what depends on the velocity is implicit in it, so that no wind is too
// strong for a step.
struct KnotForce {
  std::array<double, 3> force = {};  // kg units/s2
  double grip = 0;                   // kg/s
  std::array<double, 3> target = {};
};

class HostForces {
 public:
  virtual ~HostForces() = default;
  // Asked before every step, of all knots; one answer each.
  virtual std::vector<KnotForce> at(const std::vector<KnotMotion>& knots) = 0;
};

// Read only where somebody wants to know.
struct ColliderSource {
  std::string name;
  std::function<std::shared_ptr<const Geometry>()> read;
};

}  // namespace tendril::nodes
