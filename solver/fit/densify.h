// Adds points to a curve that has too few for its rod: between them a clothoid or helix could form loops, and
// the joints of a chain would be beside the curve, on the chords of its points.
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

// The same for joints, which are put on the edges themselves: 8 pieces where an edge is far from the curve
// through the points. All 1: the polyline is the curve, as far as joints can tell.
std::vector<int> piecesForJoints(const std::vector<Eigen::Vector3d>& points);

// The curve with its edges divided, along cubics whose tangents at the points are between those of the edges.
// Corners stay: edges are straight towards a point where they meet at more than 1 rad, and round at less than
// 0.6 rad.
std::vector<Eigen::Vector3d> rounded(const std::vector<Eigen::Vector3d>& points,
                                     const std::vector<int>& pieces);

}  // namespace tendril::solver::fit
