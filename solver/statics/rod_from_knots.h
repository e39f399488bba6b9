// A rod that somebody edited: its state from where its knots were put.
//
//   const Knots knots = {positions, orients};
//   if (editOf(rod, knots).distance > 1e-5) rodFromKnots(rod, knots);
//
// The rod keeps its length, unless all of its pieces became longer or shorter by the same part: then it was
// scaled. It bends as little as it can to bring its knots where they were put; positions count more than
// orients. Its rest shape, motion and past stay, but for the scale.
#pragma once

#include "solver/rods/rod_geometry.h"

namespace tendril::solver {

struct Knots {
  std::vector<Eigen::Vector3d> positions;   // scene units
  std::vector<Eigen::Quaterniond> orients;  // or none
};

// How far knots are from where the rod has them: the largest distance over the rod's length, and turn in rad.
struct Edit {
  double distance = 0, turn = 0;
};
Edit editOf(const Rod& rod, const Knots& knots);

void rodFromKnots(Rod& rod, const Knots& knots);

}  // namespace tendril::solver
