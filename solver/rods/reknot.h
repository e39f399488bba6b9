// Puts a rod's state on other knots: growth, cuts, changed knots.
//
//   reknot(rod, arc, rest);   // of the new rod, at its knots
//
// Knots that stay keep their bits. Between old knots the shape is kept as far as the model can (clothoids:
// exactly). Beyond the old tip the strain of the last element continues on the natural curvature, so that the
// old part does not move. A chain with as many knots as before keeps its joints.
#pragma once

#include "solver/rods/rod_geometry.h"

namespace tendril::solver {

// True if knots are equal up to rounding.
bool sameKnots(const std::vector<double>& a, const std::vector<double>& b);

void reknot(Rod& rod, const std::vector<double>& arc, const Coordinates& rest);

}  // namespace tendril::solver
