// Turns as vectors: exponential, logarithm, and how they answer rates.
#pragma once

#include <Eigen/Geometry>

#include "solver/base/layers.h"

namespace tendril::solver {

Eigen::Quaterniond turnBy(const Eigen::Vector3d& angle);     // exp; any angle
Eigen::Vector3d turnOf(const Eigen::Quaterniond& rotation);  // log; angle up to pi

// Of frames in the world, from one to the other.
Eigen::Vector3d turnBetween(const Eigen::Matrix3d& from, const Eigen::Matrix3d& to);

// J_r^-1: d(theta) = J_r^-1 omega dt, omega the rate in the frame behind the turn (on its right).
Eigen::Matrix3d turnRateInverse(const Eigen::Vector3d& theta);

// How J_r^-T m answers a change of theta, at a fixed m.
Eigen::Matrix3d turnMomentSlope(const Eigen::Vector3d& theta, const Eigen::Vector3d& m);

}  // namespace tendril::solver
