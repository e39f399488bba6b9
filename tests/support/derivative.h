// Compares a derivative with central differences, and fails if nothing was compared.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <functional>

#include "tests/support/tolerances.h"

namespace tendril::test {

// f maps n numbers to m; `jacobian` is m x n. `scale`: size of relevant changes.
inline void expectDerivative(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& f,
                             const Eigen::VectorXd& x, const Eigen::MatrixXd& jacobian, double scale,
                             double tolerance = kDerivative) {
  ASSERT_GT(x.size(), 0);
  const double h = kDerivativeStep * scale;
  Eigen::MatrixXd differences(jacobian.rows(), jacobian.cols());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    Eigen::VectorXd up = x, down = x;
    up[i] += h;
    down[i] -= h;
    differences.col(i) = (f(up) - f(down)) / (2 * h);
  }
  ASSERT_GT(differences.norm(), 0) << "nothing to compare";
  EXPECT_LT((jacobian - differences).norm() / differences.norm(), tolerance);
}

}  // namespace tendril::test
