// The rows of constraints between two points, and the cuts of long rods: a positive matrix that knows little
// of most pairs, and its solution.
//
//   RowSystem system;
//   system.begin(rows, rows);
//   system.add(which, block, reach);   // as often as there are bodies
//   system.solve(right, active, x);    // (matrix + softness) x = right
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <vector>

namespace tendril {

class RowSystem {
 public:
  // The rows from `firstCut` on are never implied by others.
  void begin(std::size_t rows, std::size_t firstCut);
  void add(const std::vector<std::size_t>& rows, const Eigen::MatrixXd& block, const Eigen::VectorXd& reach);
  void addTo(std::size_t row, std::size_t column, double value);  // and to its mirror image

  std::size_t rows() const { return static_cast<std::size_t>(reach_.size()); }
  const Eigen::VectorXd& reach() const { return reach_; }  // sum of what was added

  Eigen::VectorXd times(const Eigen::VectorXd& x) const;
  Eigen::VectorXd column(std::size_t i) const;

  // `active`: rows that are 0 are left out, and their unknown is 0. Rows that others imply do no harm: on
  // what they cannot reach, x stays small.
  void solve(const Eigen::VectorXd& right, const std::vector<std::uint8_t>& active, Eigen::VectorXd& x);

 private:
  struct Block {
    std::vector<std::size_t> rows;
    Eigen::MatrixXd values;
  };
  void factor(const std::vector<std::uint8_t>& active);
  Eigen::VectorXd answer(const Eigen::VectorXd& right) const;

  std::vector<Block> blocks_;
  double softnessOf(Eigen::Index row) const;

  std::size_t used_ = 0, firstCut_ = 0;
  Eigen::VectorXd reach_, diagonal_, scale_;
  bool dense_ = true;
  Eigen::LLT<Eigen::MatrixXd> whole_;
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> sparse_;
  Eigen::SparseMatrix<double> matrix_;
  std::vector<std::vector<std::size_t>> pattern_;  // that the order of elimination was found for
};

}  // namespace tendril
