// What tests of moving rods share: goals that move, and marked points.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "tests/support/shot.h"

namespace tendril::test {

inline Eigen::Matrix4d moved(const Eigen::Vector3d& by) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.bottomLeftCorner<1, 3>() = by.transpose();
  return m;
}

inline Geometry withNumber(Geometry g, const char* name, const std::vector<double>& values) {
  Attribute& attribute = g.add(Owner::point, name, Storage::real32, 1);
  for (std::size_t i = 0; i < values.size(); ++i) setNumber(attribute.numbers, i, values[i]);
  return g;
}

}  // namespace tendril::test
