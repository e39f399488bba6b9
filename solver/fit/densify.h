// More points on a curve that has fewer than its rod could be fitted to: between them, a rod would be free to
// draw loops.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver::fit {

// How many pieces each edge is cut into so that none is longer than a part of the whole. All 1: none.
std::vector<int> piecesOfEdges(const std::vector<Eigen::Vector3d>& points, std::size_t wanted);

// The curve with its edges cut, on a smooth curve through its points (centripetal Catmull-Rom: no loops, no
// cusps; Yuksel, Schaefer and Keyser 2011). The old points are among the new, in their order.
std::vector<Eigen::Vector3d> densified(const std::vector<Eigen::Vector3d>& points,
                                       const std::vector<int>& pieces);

}  // namespace tendril::solver::fit
