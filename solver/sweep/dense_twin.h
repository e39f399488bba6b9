// Dense reference for the sweep: composes all element matrices over the coordinates of all rods and solves
// densely. For tests and for comparing costs.
#pragma once

#include "solver/sweep/sweep.h"

namespace tendril::solver {

struct Dense {
  Eigen::MatrixXd matrix;  // over accelerations of free roots (6 each) and of coordinates, by rod
  Eigen::VectorXd vector;
  std::vector<Eigen::Index> firstOfRod;  // index of a rod's first unknown; free roots come first
};

// After assemble...(), before solve(). `held`: accelerations of clamped roots.
Dense composed(const Scene& scene, Sweep& sweep, const std::vector<Vec6d>& held, bool statics = false);

// The solution of  matrix x + vector = 0.
Eigen::VectorXd solveDense(const Dense& dense);

}  // namespace tendril::solver
