// Drag of air (or water) on a thin rod, across and along it.
//
// On a metre of rod that moves by u relative to the air, in material axes (t, n1, n2):
//
//   f = -grad Phi,  Phi = 1/2 sum of linear_i u_i^2 + 1/3 square_t |u_t|^3 + 1/3 s^3,
//   s^2 = square_1^(2/3) u_1^2 + square_2^(2/3) u_2^2
//
// Phi is convex and drag implicit in the velocity, so a step remains a minimisation, stable in any wind.
// Round rods: s^3 = square |u_n|^3; flat ones have more drag on their broad side.
//
// Coefficients of a cylinder of diameter d: across it C_D = 1 + 10 / Re, f = 1/2 rho (d |u| + 10 nu) u
// (within 40 % of measurements at Re 0.1 to 1e5); along it half of the linear part (slender bodies in Stokes
// flow) and 0.05 of the square part (skin friction).
#pragma once

#include "solver/forces/force.h"

namespace tendril::solver {

// Coefficients at a knot.
struct Drag {
  Vector3d linear = Vector3d::Zero();  // N s/m2, along t, n1, n2
  Vector3d square = Vector3d::Zero();  // N s2/m3
  // force towards a velocity, as of POP forces: f = -grip (v - target)
  double grip = 0;                     // N s/m2
  Vector3d target = Vector3d::Zero();  // m/s
  Vector3d load = Vector3d::Zero();    // N/m, in the world
};

struct Air {
  double density = 1.2;       // kg/m3
  double viscosity = 1.8e-5;  // Pa s
};

// For an ellipse with half axes `a` along n1 and `b` along n2 (m); `across`, `along`: factors.
Drag dragOf(const Air& air, double a, double b, double across, double along);

// Drag of a length of rod whose axes are fixed during a step.
struct DragAt {
  DragAt() = default;
  DragAt(const Drag& ofLength, const Matrix3d& standing, const Vector3d& wind);

  Drag drag;  // times the length
  Matrix3d axes = Matrix3d::Identity();
  Vector3d wind = Vector3d::Zero();  // m/s
  double first = 0, second = 0;      // square^(2/3) across, precomputed

  double dissipation(const Vector3d& velocity) const;  // Phi, W
  Vector3d force(const Vector3d& velocity) const;      // N, without `load`
  Matrix3d slope(const Vector3d& velocity) const;      // second derivative of Phi, N s/m
};

}  // namespace tendril::solver
