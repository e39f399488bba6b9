// The velocity of the air, anywhere and at any time: a steady stream, gusts that travel with it, and noise.
//
//   Wind wind;
//   wind.steady = {3, 0, 0};
//   wind.at(position, seconds);
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "solver/base/layers.h"

namespace tendril::solver {

struct Wind {
  Eigen::Vector3d steady = Eigen::Vector3d::Zero();  // m/s
  // gusts: the steady stream grows and falls by this part of itself, in waves that run along it, 8 m a period
  double gust = 0;        // 1
  double gustPeriod = 2;  // s, of the longest wave
  // noise: as strong as this, in eddies of this size, each of which lives about so long
  double noise = 0;      // m/s, root mean square of each component
  double noiseSize = 1;  // m
  double noiseTime = 1;  // s
  std::uint32_t seed = 0;
  // how far the air has come by the time `since`; eddies are carried along
  Eigen::Vector3d drift = Eigen::Vector3d::Zero();  // m
  double since = 0;                                 // s

  bool blows() const { return !steady.isZero(0) || noise > 0; }
  Eigen::Vector3d at(const Eigen::Vector3d& position, double time) const;
};

}  // namespace tendril::solver
