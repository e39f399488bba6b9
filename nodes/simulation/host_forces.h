// What a host adds to a simulation: its forces and colliders. Scene units, in the world. Without Eigen
// headers: hosts have their own version.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::nodes {

// A knot as forces see it.
struct KnotMotion {
  std::array<double, 3> position = {}, velocity = {}, spin = {};
  double mass = 0;  // kg: of half the elements beside it
};

// f = force - grip (v - target). The part that depends on velocity is implicit, so it is stable in any wind.
struct KnotForce {
  std::array<double, 3> force = {};  // kg units/s2
  double grip = 0;                   // kg/s
  std::array<double, 3> target = {};
};

class HostForces {
 public:
  virtual ~HostForces() = default;
  // Called before every step for all knots; returns one force each.
  virtual std::vector<KnotForce> at(const std::vector<KnotMotion>& knots) = 0;
};

// Read on demand only.
struct ColliderSource {
  std::string name;
  std::function<std::shared_ptr<const Geometry>()> read;
};

}  // namespace tendril::nodes
