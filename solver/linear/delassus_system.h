// Delassus system of the coupled rows and the cuts of long rods: a sparse or dense symmetric matrix, and its
// solution.
//
//   DelassusSystem system;
//   system.begin(rows, rows);
//   DelassusSystem::Block& block = system.addBlock(which);   // for each body; fill its values and reach
//   system.close(block);
//   system.solve(right, active, x);                          // (matrix + regularisation) x = right
//
// The matrix is positive definite except for rows of negative stiffness. Each of these must bring exactly one
// negative eigenvalue; otherwise the step has no minimum.
//
// Up to kDense rows no memory is asked for once as many have been there.
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <vector>

#include "solver/linear/pooled.h"

namespace tendril::solver {

class DelassusSystem {
 public:
  static constexpr Eigen::Index kDense = 160;  // rows: up to here dense is faster

  struct Block {
    std::vector<std::size_t> rows;
    PooledMatrix values;
    PooledVector reach;  // its share of the right side
  };

  // Rows from `firstCut` on are never redundant.
  void begin(std::size_t rows, std::size_t firstCut);
  Block& addBlock(const std::vector<std::size_t>& rows);  // zeros; rows may be added before close()
  void close(const Block& block);
  void addTo(std::size_t row, std::size_t column,
             double value);                         // and to the symmetric entry; after all blocks
  void addNegative(std::size_t row, double value);  // < 0, to the diagonal

  std::size_t rows() const { return static_cast<std::size_t>(reach_.size()); }
  PooledVector::ConstMap reach() const { return reach_.get(); }  // sum of the right sides added

  // The matrix times x; only a unit vector.
  void multiply(const PooledVector& x, PooledVector& to) const;
  void findColumn(std::size_t i, PooledVector& to) const;

  // `active`: rows marked 0 are left out, with unknown 0. Redundant rows are harmless: along them x stays
  // small. False: no minimum exists.
  bool solve(const PooledVector& right, const std::vector<std::uint8_t>& active, PooledVector& x);
  void solveAgain(const PooledVector& right, PooledVector& x);  // with the same rows

 private:
  using Index = Eigen::Index;
  using InPlace = Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>>;

  struct Entry {
    std::size_t row, column;
    double value;
  };
  bool factor(const std::vector<std::uint8_t>& active);
  bool factorDense();
  void orderDense();
  void fillDense();
  bool factorSparse();
  void findAnswer(const PooledVector& right, PooledVector& to);
  double softnessOf(Index row) const;

  std::vector<Block> blocks_;
  std::vector<Entry> entries_;
  std::size_t used_ = 0, firstCut_ = 0;
  PooledVector reach_, diagonal_, scale_;
  bool dense_ = true;
  std::vector<std::uint8_t> negative_;
  // dense: rows reordered, positive ones first: [A B^T; B C]
  std::vector<Index> place_;
  Index positive_ = 0;
  PooledMatrix whole_, first_, second_;  // of the system; Cholesky factors of A, of B A^-1 B^T - C
  PooledMatrix between_;                 // L^-1 B^T
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> sparse_;
  Eigen::SparseMatrix<double> matrix_;
  std::vector<Eigen::Triplet<double>> triplets_;
  std::vector<std::vector<std::size_t>> pattern_;  // of the last symbolic factorisation
  mutable PooledVector gathered_, unit_;           // scratch
  PooledVector scaled_, ordered_, found_, reachable_, moved_;
};

}  // namespace tendril::solver
