// The dense twin: a reference for the sweep.
#include "solver/sweep/dense_twin.h"

#include <Eigen/Cholesky>

namespace tendril::solver {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A motion as an affine function of all unknowns.
struct Affine {
  MatrixXd by;
  VectorXd rest;
};

}  // namespace

Dense composed(const Scene& scene, Sweep& sweep, const std::vector<Vec6d>& held, bool statics) {
  Dense dense;
  Index count = 0;
  for (const SceneRod& rod : scene.rods) {
    dense.firstOfRod.push_back(count);
    count += (rod.root == Root::free ? 6 : 0) + 3 * static_cast<Index>(rod.coordinates());
  }
  dense.matrix = MatrixXd::Zero(count, count);
  dense.vector = VectorXd::Zero(count);
  std::vector<std::vector<Affine>> states(scene.rods.size());  // z' of each element
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    const SceneRod& rod = scene.rods[r];
    RodSolver& solver = sweep.rod(r);
    const Index ends = solver.kinematics.ends(), size = 6 + 3 * ends;
    Index first = dense.firstOfRod[r];
    Affine root{MatrixXd::Zero(6, count), VectorXd::Zero(6)};
    if (rod.root == Root::clamped) root.rest = held[r];
    if (rod.root == Root::free) {
      root.by.middleCols(first, 6).setIdentity();
      first += 6;
    }
    if (rod.root == Root::attached) {
      const Hook& hook = sweep.hook(r);
      const Affine& on = states[static_cast<std::size_t>(rod.parent)][hook.element];
      const auto map = hook.map.topRows(on.by.rows()).transpose();
      root.by = map * on.by;
      root.rest = map * on.rest;
      if (!statics) root.rest += hook.bias;
    }
    std::vector<ElementMatrix> matrices;
    std::vector<ElementVector> vectors;
    solver.terms.elementTerms(matrices, vectors);
    for (std::size_t e = 0; e < matrices.size(); ++e) {
      Affine z{MatrixXd::Zero(size, count), VectorXd::Zero(size)};
      z.by.topRows(6) = root.by;
      z.rest.head(6) = root.rest;
      for (Index k = 0; k < ends; ++k) {
        const Index coordinate = static_cast<Index>(e) + k, column = first + 3 * coordinate;
        if (solver.terms.isLocked(static_cast<std::size_t>(coordinate)))
          dense.matrix.block(column, column, 3, 3).setIdentity();
        else
          z.by.block(6 + 3 * k, column, 3, 3).setIdentity();
      }
      const ElementMatrix& matrix = matrices[e];
      dense.matrix += z.by.transpose() * matrix * z.by;
      dense.vector += z.by.transpose() * (matrix * z.rest + vectors[e]);
      root.by = solver.kinematics.endMap(e) * z.by;
      root.rest = solver.kinematics.endMap(e) * z.rest;
      if (!statics) root.rest += solver.kinematics.endBias(e);
      states[r].push_back(std::move(z));
    }
  }
  return dense;
}

VectorXd solveDense(const Dense& dense) {
  // extended precision: the reference's own rounding must not show as an error of the sweep
  using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const Wide matrix = dense.matrix.cast<long double>();
  return -matrix.ldlt().solve(dense.vector.cast<long double>().eval()).cast<double>();
}

}  // namespace tendril::solver
