// State of a rod whose knots somebody has edited.
//
//   const Knots knots = {positions, orients};
//   if (editOf(rod, knots).distance > 1e-5) rodFromKnots(rod, knots);
//
// The rod keeps its length, unless all its pieces were scaled by the same factor. It bends as little as
// possible to bring its knots to the edited positions; positions count more than orients. Rest shape, motion
// and past stay, except for the scale.
#pragma once

#include "solver/rods/rod_geometry.h"

namespace tendril::solver {

struct Knots {
  std::vector<Eigen::Vector3d> positions;   // scene units
  std::vector<Eigen::Quaterniond> orients;  // or none
};

// The largest distance of a knot from the rod's, over its length, and the largest rotation in rad.
struct Edit {
  double distance = 0, turn = 0;
};
Edit editOf(const Rod& rod, const Knots& knots);

void rodFromKnots(Rod& rod, const Knots& knots);

}  // namespace tendril::solver
