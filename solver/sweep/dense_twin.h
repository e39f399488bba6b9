// The sweep's slow twin: all elements' matrices composed into one, over the coordinates of the whole forest,
// and solved densely. For tests, and to compare costs. Says nothing that the sweep does not say.
#pragma once

#include "solver/sweep/sweep.h"

namespace tendril::solver {

struct Dense {
  Eigen::MatrixXd
      matrix;  // over the free roots' accelerations (6 each, own frames) and all coordinates', by rods
  Eigen::VectorXd vector;
  std::vector<Eigen::Index> firstOfRod;  // where a rod's numbers begin: root first, if free
};

// After load(), before solve(): composed by each element's dependence on all coordinates.
Dense composed(const Scene& scene, const Sweep& sweep, const std::vector<Vec6d>& held, bool statics = false);

// The accelerations: minus the solution.
Eigen::VectorXd solveDense(const Dense& dense);

}  // namespace tendril::solver
