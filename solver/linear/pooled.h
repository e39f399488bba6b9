// Matrices and vectors whose memory stays when their size changes: Eigen's ask for new memory at every
// change.
//
//   PooledMatrix block;
//   PooledMatrix::Map values = block.set(rows, columns);   // undefined values, as Eigen's resize()
//   values.setZero();
#pragma once

#include <Eigen/Core>

#include "solver/base/layers.h"

namespace tendril::solver {

// Rows: a fixed number, or Eigen::Dynamic.
template <int Rows>
class Pooled {
 public:
  using Matrix = Eigen::Matrix<double, Rows, Eigen::Dynamic>;
  using Map = Eigen::Map<Matrix, Eigen::AlignedMax>;
  using ConstMap = Eigen::Map<const Matrix, Eigen::AlignedMax>;

  Map set(Eigen::Index rows, Eigen::Index columns) {
    rows_ = rows;
    columns_ = columns;
    if (memory_.size() < rows * columns) memory_.resize(rows * columns);
    return get();
  }
  Map setZero(Eigen::Index rows, Eigen::Index columns) {
    Map map = set(rows, columns);
    map.setZero();
    return map;
  }
  Map get() { return Map(memory_.data(), rows_, columns_); }
  ConstMap get() const { return ConstMap(memory_.data(), rows_, columns_); }
  Eigen::Index rows() const { return rows_; }
  Eigen::Index columns() const { return columns_; }

 private:
  Eigen::VectorXd memory_;
  Eigen::Index rows_ = Rows == Eigen::Dynamic ? 0 : Rows, columns_ = 0;
};
using PooledMatrix = Pooled<Eigen::Dynamic>;

class PooledVector {
 public:
  using Map = Eigen::Map<Eigen::VectorXd, Eigen::AlignedMax>;
  using ConstMap = Eigen::Map<const Eigen::VectorXd, Eigen::AlignedMax>;

  Map set(Eigen::Index size) {
    size_ = size;
    if (memory_.size() < size) memory_.resize(size);
    return get();
  }
  Map setZero(Eigen::Index size) {
    Map map = set(size);
    map.setZero();
    return map;
  }
  Map get() { return Map(memory_.data(), size_); }
  ConstMap get() const { return ConstMap(memory_.data(), size_); }
  Eigen::Index size() const { return size_; }
  double& operator[](Eigen::Index i) { return memory_[i]; }
  double operator[](Eigen::Index i) const { return memory_[i]; }

 private:
  Eigen::VectorXd memory_;
  Eigen::Index size_ = 0;
};

}  // namespace tendril::solver
