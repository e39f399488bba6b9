// First and second derivatives of a step's potential beside central differences.
#pragma once

#include <Eigen/Core>

#include "solver/scene/scene.h"

namespace tendril::test {

// Over all coordinates of a scene without free roots.
struct StepDerivatives {
  Eigen::MatrixXd matrix, matrixDifferences;  // Newton's matrix; differences of Newton's vector
  Eigen::VectorXd vector, vectorDifferences;  // Newton's vector; differences of the potential
  Eigen::Index locked = 0;                    // numbers that are no unknowns
  double potential = 0;                       // J

  void expectExact() const;
};

// Of a step of 0.02 s from `state`, at a prediction that is displaced at random.
StepDerivatives stepDerivatives(const solver::Scene& scene, const solver::State& state, unsigned seed);

}  // namespace tendril::test
