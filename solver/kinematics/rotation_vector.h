// Rotation vectors: exponential, logarithm and their derivatives.
#pragma once

#include <Eigen/Geometry>

#include "solver/base/layers.h"

namespace tendril::solver {

Eigen::Quaterniond turnBy(const Eigen::Vector3d& angle);     // exp; any angle
Eigen::Vector3d turnOf(const Eigen::Quaterniond& rotation);  // log; angle up to pi

// The rotation vector from one frame to the other, in the world.
Eigen::Vector3d turnBetween(const Eigen::Matrix3d& from, const Eigen::Matrix3d& to);

// J_r^-1: d(theta) = J_r^-1 omega dt, with the spin omega in the frame behind the rotation.
Eigen::Matrix3d turnRateInverse(const Eigen::Vector3d& theta);

// Derivative of J_r^-T m by theta, at fixed m.
Eigen::Matrix3d turnMomentSlope(const Eigen::Vector3d& theta, const Eigen::Vector3d& m);

}  // namespace tendril::solver
