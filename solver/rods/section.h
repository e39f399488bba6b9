// Cross sections: stiffness, mass and rotary inertia from material and thickness.
//
//   Section hair = makeSection({40e-6, 1, 1300, 4e9, 0.35});
//   hair.stiffness   // GJ, EI1, EI2
#pragma once

#include "solver/kinematics/lanes.h"

namespace tendril::solver {

// An ellipse with half axes a = radius (along n1) and b = aspect a (along n2).
struct SectionInput {
  double radius = 1e-3, aspect = 1, density = 1000, young = 1e7, poisson = 0.5;  // m, 1, kg/m3, Pa, 1
};

// Section at a knot. I1 = pi a b^3 / 4 (bending about n1), I2 = pi a^3 b / 4, J = pi a^3 b^3 / (a^2 + b^2), G
// = E / (2 (1 + nu)).
struct Section {
  Eigen::Vector3d stiffness = Eigen::Vector3d::Ones();  // GJ, EI1, EI2; N m2
  Eigen::Vector3d inertia = Eigen::Vector3d::Ones();    // rho (I1 + I2), rho I1, rho I2; kg m
  double mass = 1;                                      // rho S, kg/m
};

// Throws an Error that names the invalid value: zero mass, negative stiffness, not finite.
Section makeSection(const SectionInput& input);

}  // namespace tendril::solver
