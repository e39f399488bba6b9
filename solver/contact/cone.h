// A contact as a second-order cone.
#pragma once

#include <Eigen/Dense>
#include <cstddef>

namespace tendril::solver {

struct Cone {
  std::size_t firstPart = 0, lastPart = 0;          // in Responses::parts
  Eigen::Vector3d free = Eigen::Vector3d::Zero();   // m: normal, tangents; with the forces that loads have
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  // N: these forces; then those found
  double friction = 0;
  double cohesion = 0;  // N, by which the contact may pull
  // Limited: the normal force alone moves the contact no farther than `way` (m), a few times what it would
  // approach without any force, and what other contacts press it in.
  bool limited = false;
  double way = 0, moved = 0;  // moved: by the solution, along the normal
};

}  // namespace tendril::solver
