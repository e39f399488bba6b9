// A shape that attracts a rod by springs on its coordinates, or that prescribes them. The springs are
// multiples of the rod's own stiffness, which its model knows (ElementModel::addSpring):
//
//   U = 1/2 (q - goal)^T w K (q - goal),   dissipation 1/2 d (eta - rates)^T w K (eta - rates)
#pragma once

#include <cstdint>

#include "solver/forces/force.h"
#include "solver/rods/coordinates.h"

namespace tendril::solver {

struct Goal {
  Coordinates shape;
  // by coordinate; empty: no springs, nothing locked
  std::vector<double> weight;        // stiffness, as a multiple of the rod's own
  std::vector<std::uint8_t> locked;  // 1: prescribed by `shape`, no unknown
  std::vector<Vector3d> rates;       // of the shape; empty: zero
  double damping = 0;                // s

  bool hasSprings() const { return !weight.empty(); }
  bool isLed() const;  // any coordinate is locked
};

}  // namespace tendril::solver
