// Plasticity: beyond the yield, the natural curvature follows the actual one.
//
//   strain = kappa - rest;  beyond the yield y = threshold + hardening * flow,  d(flow) = |d(rest)|
//   d(rest)/dt = rate (strain - y strain / |strain|)        bend (2D) and twist apart
//
// So the excess decays by exp(-rate (1 + hardening) dt), exactly for any step (if twist and bend flow at
// once, both use the flow at the step's start). Flow only dissipates.
#pragma once

#include "solver/rods/coordinates.h"

namespace tendril::solver {

struct Plasticity {
  double bend = 0, twist = 0;  // yield, 1/m; 0: never
  double rate = 0;             // 1/s
  double hardening = 0;        // 1: increase of the yield with the accumulated flow

  bool isOn() const { return rate > 0 && (bend > 0 || twist > 0); }
};

// Increase of the rest curvature in `dt` under this strain (twist, bend1, bend2; 1/m). `flow`: accumulated,
// 1/m; is increased.
Eigen::Vector3d flowOf(const Plasticity& how, const Eigen::Vector3d& strain, double dt, double& flow);

// What flows of a rod's rest shape in `dt` in this pose. `arc`: knots, m; `unit`: metres of a scene unit, for
// curvatures. `plastic`, `flow`: the plastic part and its accumulated size, in scene units.
void flowPlastically(const Plasticity& how, double dt, const Coordinates& pose,
                     const std::vector<double>& arc, double unit, Coordinates& rest,
                     std::vector<Eigen::Vector3d>& plastic, std::vector<double>& flow);

}  // namespace tendril::solver
