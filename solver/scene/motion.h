// Motions of roots and energies of rods: input and output of a step. SI units.
#pragma once

#include "solver/kinematics/rotation.h"

namespace tendril::solver {

// A root's motion, in the world.
struct RootMotion {
  Eigen::Vector3d spin = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero();  // rad/s, m/s

  Eigen::Matrix<double, 6, 1> both() const {
    Eigen::Matrix<double, 6, 1> motion;
    motion << spin, velocity;
    return motion;
  }
};

// Pose and motion of a clamped root, in the world.
struct RootTarget {
  Frame<double> pose;
  RootMotion motion;
};

struct Energies {
  double kinetic = 0, elastic = 0, potential = 0;  // J
  double total() const { return kinetic + elastic + potential; }
};

}  // namespace tendril::solver
