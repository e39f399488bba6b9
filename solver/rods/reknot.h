// A rod that grows, is cut, or gets other knots: its state on the new ones.
//
//   reknot(rod, arc, kappaRest, jointRest);   // all of the new rod, knots
//
// Knots that stay keep their bits. Between old knots the shape is the same as far as the model can show it
// (clothoids: exactly). What is new beyond the old tip has its natural curvature, and the strain that carries
// on from before, so that what was there does not move. A chain with as many knots as before keeps its
// joints.
#pragma once

#include "solver/rods/rod_geometry.h"

namespace tendril::solver {

// True where knots are the same but for rounding.
bool sameKnots(const std::vector<double>& a, const std::vector<double>& b);

void reknot(Rod& rod, const std::vector<double>& arc, const std::vector<Eigen::Vector3d>& kappaRest,
            const std::vector<Eigen::Quaterniond>& jointRest);

}  // namespace tendril::solver
