// Delassus system of the coupled rows and the cuts of long rods: a sparse or dense symmetric matrix, and its
// solution.
//
//   DelassusSystem system;
//   system.begin(rows, rows);
//   system.add(which, block, reach);   // for each body
//   system.solve(right, active, x);    // (matrix + regularisation) x = right
//
// The matrix is positive definite except for rows of negative stiffness. Each of these must bring exactly one
// negative eigenvalue; otherwise the step has no minimum.
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver {

class DelassusSystem {
 public:
  // Rows from `firstCut` on are never redundant.
  void begin(std::size_t rows, std::size_t firstCut);
  void add(const std::vector<std::size_t>& rows, const Eigen::MatrixXd& block, const Eigen::VectorXd& reach);
  void addTo(std::size_t row, std::size_t column, double value);  // and to the symmetric entry
  void addNegative(std::size_t row, double value);                // < 0, to the diagonal

  std::size_t rows() const { return static_cast<std::size_t>(reach_.size()); }
  const Eigen::VectorXd& reach() const { return reach_; }  // sum of the right sides added

  Eigen::VectorXd times(const Eigen::VectorXd& x) const;
  Eigen::VectorXd column(std::size_t i) const;

  // `active`: rows marked 0 are left out, with unknown 0. Redundant rows are harmless: along them x stays
  // small. False: no minimum exists.
  bool solve(const Eigen::VectorXd& right, const std::vector<std::uint8_t>& active, Eigen::VectorXd& x);

 private:
  using Index = Eigen::Index;

  struct Block {
    std::vector<std::size_t> rows;
    Eigen::MatrixXd values;
  };
  bool factor(const std::vector<std::uint8_t>& active);
  bool factorDense();
  bool factorSparse();
  Eigen::VectorXd answer(const Eigen::VectorXd& right) const;

  std::vector<Block> blocks_;
  double softnessOf(Eigen::Index row) const;

  std::size_t used_ = 0, firstCut_ = 0;
  Eigen::VectorXd reach_, diagonal_, scale_;
  bool dense_ = true;
  std::vector<std::uint8_t> negative_;
  // dense: rows reordered, positive ones first: [A B^T; B C]
  std::vector<Index> place_;
  Index positive_ = 0;
  Eigen::LLT<Eigen::MatrixXd> first_, second_;  // of A, of B A^-1 B^T - C
  Eigen::MatrixXd between_;                     // L^-1 B^T
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> sparse_;
  Eigen::SparseMatrix<double> matrix_;
  std::vector<std::vector<std::size_t>> pattern_;  // of the last symbolic factorisation
};

}  // namespace tendril::solver
