// Motions of roots and energies of rods: input and output of a step. SI units.
#pragma once

#include <limits>

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

// A rigid motion of a whole body: a rotation about its centre of mass, which moves its velocities along, and
// a displacement; then a gain of spin and velocity about the centre.
struct RigidMotion {
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  Eigen::Vector3d centre = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero();  // before
  Eigen::Vector3d way = Eigen::Vector3d::Zero();                                         // m
  RootMotion gain;

  Eigen::Vector3d velocityOf(const Eigen::Vector3d& place, const Eigen::Vector3d& its) const {
    const Eigen::Vector3d lever = turn * (place - centre);
    return velocity + gain.velocity + turn * (its - velocity) + gain.spin.cross(lever);
  }
  void apply(Frame<double>& frame, RootMotion& motion) const {
    motion.velocity = velocityOf(frame.position, motion.velocity);
    motion.spin = turn * motion.spin + gain.spin;
    frame.position = centre + way + turn * (frame.position - centre);
    if (!turn.isIdentity(0))
      frame.axes = Eigen::Quaterniond(Eigen::Matrix3d(turn * frame.axes)).normalized().toRotationMatrix();
  }
};

// Pose and motion of a clamped root at the end of a step, in the world. A motion that is not given is that of
// the path through the poses.
struct RootTarget {
  Frame<double> pose;
  RootMotion motion = unknownMotion();

  static RootMotion unknownMotion() {
    const Eigen::Vector3d unknown = Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
    return {unknown, unknown};
  }
  bool knowsMotion() const { return !motion.both().array().isNaN().any(); }
};

struct Energies {
  double kinetic = 0, elastic = 0, potential = 0;  // J
  double total() const { return kinetic + elastic + potential; }
};

}  // namespace tendril::solver
