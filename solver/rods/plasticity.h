// Bends that stay: beyond a threshold the natural curvature follows the real one.
//
//   strain = kappa - rest;  beyond the yield y = threshold + hardening * flow,  d(flow) = |d(rest)|
//   d(rest)/dt = rate (strain - y strain / |strain|)        bend (both directions together) and twist apart
//
// so the excess falls by exp(-rate (1 + hardening) dt): over a step exactly, for any length of it (where
// twist and bend flow at once, each sees the other's flow at the step's end). It takes energy, never gives.
#pragma once

#include <Eigen/Core>

#include "solver/base/layers.h"

namespace tendril::solver {

struct Plasticity {
  double bend = 0, twist = 0;  // yield, 1/m; 0: never
  double rate = 0;             // 1/s
  double hardening = 0;        // 1: so much the yield grows with all that has flown

  bool isOn() const { return rate > 0 && (bend > 0 || twist > 0); }
};

// What the rest gains in `dt` from this strain (twist, bend1, bend2; 1/m). `flow`: of all before, 1/m; grows.
Eigen::Vector3d flowOf(const Plasticity& how, const Eigen::Vector3d& strain, double dt, double& flow);

}  // namespace tendril::solver
