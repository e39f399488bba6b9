// A curve of the host's geometry, read as the points of a future rod.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::solver {

struct Curve {
  std::vector<Eigen::Vector3d> points;   // no two neighbours equal; a closed curve ends at its start
  std::vector<std::size_t> pointOf;      // of each vertex of the primitive, in `points`
  std::vector<std::size_t> firstVertex;  // of each point; the closing point's is 0
  bool closed = false;
  std::string fault;  // why it cannot be a rod: "has 1 point; a rod needs 2"; empty if it can
};

// Positions from the attribute of that name. Throws an Error if they are not finite.
Curve readCurve(const Geometry& geometry, std::size_t primitive, const std::string& positions = "P");

// The primitive that owns each point when curves share points: the first in which it is not the first vertex,
// so that a branch's root follows its parent; else the first that uses it. -1: none.
std::vector<std::int32_t> ownersOfPoints(const Geometry& geometry);

}  // namespace tendril::solver
