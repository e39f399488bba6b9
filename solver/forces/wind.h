// Velocity of the air in space and time: steady stream, travelling gusts, noise, and a field that is given.
//
//   Wind wind;
//   wind.steady = {3, 0, 0};
//   wind.field = velocityFieldOf(grid, metresPerUnit);  // besides
//   wind.at(position, seconds);
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>

#include "solver/kinematics/velocity_field.h"

namespace tendril::solver {

struct Wind {
  Eigen::Vector3d steady = Eigen::Vector3d::Zero();  // m/s
  // gusts: relative amplitude of waves that travel along the stream, 8 m a period
  double gust = 0;        // 1
  double gustPeriod = 2;  // s, of the longest wave
  // noise: amplitude, size and lifetime of eddies
  double noise = 0;      // m/s, root mean square of each component
  double noiseSize = 1;  // m
  double noiseTime = 1;  // s
  std::uint32_t seed = 0;
  // added to all of these; null: none
  std::shared_ptr<const VelocityField> field;
  // path of the air until `since`; eddies are carried along
  Eigen::Vector3d drift = Eigen::Vector3d::Zero();  // m
  double since = 0;                                 // s

  bool blows() const { return !steady.isZero(0) || noise > 0 || field; }
  Eigen::Vector3d at(const Eigen::Vector3d& position, double time) const;
};

}  // namespace tendril::solver
