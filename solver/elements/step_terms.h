// What all terms of a step share, and sums over stored points.
#pragma once

#include "solver/kinematics/rotation.h"

namespace tendril::solver {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// A time step or an equilibrium is a minimum (solver/step/step.h). The potential is
//
//   integral of rho/2 |x - inertial target|^2 / gamma^2 + elastic energy - loads . x + gamma * dissipation
//
// over all poses; x are points of the centreline and, for rotary inertia, of both directors. Its gradient and
// its exact Hessian M / gamma^2 + K + S go through the same sweep.
struct StepTerms {
  double gamma = 0;  // s; 0: an equilibrium
  Vector3d gravity = Vector3d::Zero();
  bool fullHessian = true;  // false: only the positive part of S, with which no pivot fails
  bool gradient = true;     // false: no right side but that of constraint rows
};

// Momentum of stored points, about the world's origin.
struct Momentum {
  double mass = 0;                    // kg
  Vector3d first = Vector3d::Zero();  // integral of x dm
  Matrix3d inertia = Matrix3d::Zero();
  Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();  // of external forces, once added
};

}  // namespace tendril::solver
