// An axis-aligned box, in m. Empty at first; low > high where it is empty.
#pragma once

#include <Eigen/Core>
#include <limits>

#include "solver/base/layers.h"

namespace tendril::solver {

struct Box3 {
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();
  Eigen::Vector3d low = Eigen::Vector3d::Constant(kInfinite), high = Eigen::Vector3d::Constant(-kInfinite);

  static Box3 everywhere() {
    return {Eigen::Vector3d::Constant(-kInfinite), Eigen::Vector3d::Constant(kInfinite)};
  }
  bool isEmpty() const { return (low.array() > high.array()).any(); }
  bool isFinite() const { return low.allFinite() && high.allFinite(); }
  void add(const Eigen::Vector3d& point) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  void add(const Box3& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
  Box3 grownBy(double margin) const { return {low.array() - margin, high.array() + margin}; }
  bool meets(const Box3& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
  double squaredDistance(const Eigen::Vector3d& point) const {
    return (low - point).cwiseMax(point - high).cwiseMax(0.0).squaredNorm();
  }
};

}  // namespace tendril::solver
