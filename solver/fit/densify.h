// Adds points to a curve that has too few for its rod: between them the rod could form loops.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver::fit {

// The number of pieces of each edge, so that none is longer than a `wanted`-th of the whole. All 1: enough
// points.
std::vector<int> piecesOfEdges(const std::vector<Eigen::Vector3d>& points, std::size_t wanted);

// The curve with its edges divided, along a centripetal Catmull-Rom curve (no loops, no cusps; Yuksel,
// Schaefer and Keyser 2011). It keeps the old points, in their order.
std::vector<Eigen::Vector3d> densified(const std::vector<Eigen::Vector3d>& points,
                                       const std::vector<int>& pieces);

}  // namespace tendril::solver::fit
