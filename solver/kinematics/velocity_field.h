// Velocity of a medium by place, as of air. May be asked by any number of threads at once.
#pragma once

#include <Eigen/Core>

#include "solver/base/layers.h"

namespace tendril::solver {

class VelocityField {
 public:
  virtual ~VelocityField() = default;
  virtual Eigen::Vector3d at(const Eigen::Vector3d& place) const = 0;  // m to m/s, finite
};

}  // namespace tendril::solver
