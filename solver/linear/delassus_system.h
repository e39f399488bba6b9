// The rows of constraints between two points, and the cuts of long rods: a matrix that knows little of most
// pairs, and its solution.
//
//   DelassusSystem system;
//   system.begin(rows, rows);
//   system.add(which, block, reach);   // as often as there are bodies
//   system.solve(right, active, x);    // (matrix + softness) x = right
//
// It is positive but for rows that stand for a stiffness below 0, of which each has to bring just one
// negative eigenvalue: else what is looked for is no minimum.
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::solver {

class DelassusSystem {
 public:
  // The rows from `firstCut` on are never implied by others.
  void begin(std::size_t rows, std::size_t firstCut);
  void add(const std::vector<std::size_t>& rows, const Eigen::MatrixXd& block, const Eigen::VectorXd& reach);
  void addTo(std::size_t row, std::size_t column, double value);  // and to its mirror image
  void addNegative(std::size_t row, double value);                // < 0, to the diagonal

  std::size_t rows() const { return static_cast<std::size_t>(reach_.size()); }
  const Eigen::VectorXd& reach() const { return reach_; }  // sum of what was added

  Eigen::VectorXd times(const Eigen::VectorXd& x) const;
  Eigen::VectorXd column(std::size_t i) const;

  // `active`: rows that are 0 are left out, and their unknown is 0. Rows that others imply do no harm: on
  // what they cannot reach, x stays small. False: there is no minimum.
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
  // dense: rows are placed so that those that are positive come first: [A B^T; B C]
  std::vector<Index> place_;
  Index positive_ = 0;
  Eigen::LLT<Eigen::MatrixXd> first_, second_;  // of A, of B A^-1 B^T - C
  Eigen::MatrixXd between_;                     // L^-1 B^T
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> sparse_;
  Eigen::SparseMatrix<double> matrix_;
  std::vector<std::vector<std::size_t>> pattern_;  // that the order of elimination was found for
};

}  // namespace tendril::solver
