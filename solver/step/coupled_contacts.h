// Contacts of all trees of an island whose rods rows couple, or which touch each other: one problem of cones,
// in which the rows hold.
//
//   CoupledContacts contacts;
//   contacts.solve(trees, coupling, rods, pairs);   // after a solution with the forces so far; finds new
//   ones contacts.apply(trees);                          // where no rows are: the solution with the new
//   forces
#pragma once

#include "solver/contact/rod_pairs.h"
#include "solver/coupling/constraint_solver.h"
#include "solver/step/tree.h"

namespace tendril::solver {

class CoupledContacts {
 public:
  // `rods`: tree and rod there, by the rods of `coupling`. The solution is not changed.
  void solve(const std::vector<Tree*>& trees, ConstraintSolver& coupling,
             const std::vector<std::pair<std::size_t, std::size_t>>& rods, RodPairs& pairs);
  void apply(const std::vector<Tree*>& trees) const;

 private:
  // Up to three rows at one hook.
  struct Rows {
    std::size_t tree = 0, firstPart = 0, lastPart = 0;
    std::size_t count = 0, row[3] = {0, 0, 0};
  };
  void addRows(const std::vector<Tree*>& trees, const ConstraintSolver& coupling,
               const std::vector<std::pair<std::size_t, std::size_t>>& rods, bool all);
  void holdPairs(ConstraintSolver& coupling, std::size_t firstCone, std::size_t size);
  void hold(ConstraintSolver& coupling, Cone& cone, std::size_t first);

  Responses responses_, rowResponses_, own_;
  std::vector<Cone> cones_;
  std::vector<Rows> rows_;
  std::vector<Responses::Part> pairParts_;  // scratch
  std::vector<std::size_t> firstOf_;        // in z, by trees
  Eigen::Matrix<double, Eigen::Dynamic, 3> moved_;
  PooledVector motion_, multipliers_;
  ConeSolver solver_;
};

}  // namespace tendril::solver
