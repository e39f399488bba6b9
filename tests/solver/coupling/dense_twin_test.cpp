// One Newton step with constraints against the whole system, solved densely with its multipliers.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solver/coupling/constraint_solver.h"
#include "solver/examples/constraint_scenes.h"
#include "solver/examples/rod_scenes.h"
#include "solver/step/step.h"
#include "solver/sweep/dense_twin.h"
#include "tests/support/constraint_runs.h"
#include "tests/support/random_scene.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using Eigen::Matrix3d;
using Eigen::VectorXd;

// A pull along a line resists that it swings: lambda / d across it.
void swingOf(const Scene& scene, Sweep& sweep, const ConstraintSolver& coupling, std::size_t c,
             const EndAt (&ends)[2], const ConstraintRows& rows, const std::vector<Vec6d>& still,
             Dense& dense) {
  const SceneConstraint& is = scene.constraints[c];
  const Vector3d along = (ends[0].frame.position - ends[1].frame.position).normalized(),
                 first = along.unitOrthogonal();
  for (const Vector3d& across : {first, Vector3d(along.cross(first))}) {
    const Eigen::VectorXd before = composed(scene, sweep, still, true).vector;
    for (const double sign : {1.0, 0.0}) {
      for (int k = 0; k < 2; ++k) {
        Vec6d load = Vec6d::Zero();
        load.tail<3>() = (k == 0 ? sign : -sign) * across;
        sweep.rod(static_cast<std::size_t>(is.ends[k].rod))
            .elimination.attach(coupling.hookOf(c, k), Mat6d::Zero(), load);
      }
      if (sign == 0) continue;
      const Eigen::VectorXd row = composed(scene, sweep, still, true).vector - before;
      dense.matrix += rows.violation[0] / is.compliance / rows.swingLength * row * row.transpose();
    }
  }
}

// Two rows of every kind, or so many that rods are cut.
void addConstraints(unsigned seed, Scene& scene) {
  const int count = seed % 3 == 0 ? 60 : 8;
  std::mt19937 draw(seed);
  const auto uniform = [&] { return static_cast<double>(draw()) / 4294967296.0; };
  const char* kinds[] = {"position", "distance", "fuse", "plane", "hinge"};
  for (int i = 0; i < count; ++i) {
    const int a = static_cast<int>(draw() % scene.rods.size()),
              b = static_cast<int>(draw() % scene.rods.size());
    const char* kind = count > 20 ? "distance" : kinds[i % 5];
    scene.constraints.push_back(betweenRods(kind, a,
                                            uniform() * scene.rods[static_cast<std::size_t>(a)].arc.back(), b,
                                            uniform() * scene.rods[static_cast<std::size_t>(b)].arc.back()));
    scene.constraints.back().rest = 0.05;
    scene.constraints.back().compliance = 1e-3;  // so that all can be met at once
  }
}

// Stiffness of a constraint's rows. A row is what a load by it does to the vector.
void addRows(const Scene& scene, Sweep& sweep, const ConstraintSolver& coupling, std::size_t c,
             const std::vector<Vec6d>& still, Dense& dense) {
  const SceneConstraint& is = scene.constraints[c];
  EndAt ends[2];
  for (int k = 0; k < 2; ++k) {
    ends[k].frame =
        sweep.rod(static_cast<std::size_t>(is.ends[k].rod)).kinematics.hook(coupling.hookOf(c, k)).world;
    ends[k].tangent = ends[k].frame.axes.col(0);
  }
  ConstraintRows its;
  its.clear();
  is.type->rows(is, ends[0], ends[1], its);
  for (int i = 0; i < its.count; ++i) {
    const auto load = [&](double sign) {
      for (int k = 0; k < 2; ++k)
        sweep.rod(static_cast<std::size_t>(is.ends[k].rod))
            .elimination.attach(coupling.hookOf(c, k), Mat6d::Zero(), sign * its.by[k].row(i).transpose());
    };
    const VectorXd before = composed(scene, sweep, still, true).vector;
    load(1);
    const VectorXd row = composed(scene, sweep, still, true).vector - before;
    load(0);
    // springs: their force is in the loads already, their stiffness is not
    dense.matrix += 1e3 * row * row.transpose();
    // the pull along a line, across it
    if (its.swingLength > 0 && its.violation[0] > 0)
      swingOf(scene, sweep, coupling, c, ends, its, still, dense);
  }
}

// Of what the sweep found.
double differenceFrom(const VectorXd& truth, const Scene& scene, const Dense& dense, const Sweep& sweep) {
  double square = 0;
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    Eigen::Index first = dense.firstOfRod[r] + (scene.rods[r].root == Root::free ? 6 : 0);
    for (const Vector3d& by : sweep.rod(r).elimination.accelerations()) {
      square += (by - truth.segment<3>(first)).squaredNorm();
      first += 3;
    }
  }
  return std::sqrt(square);
}

// One step of Newton's method against the whole system, composed densely and solved with its multipliers.
TEST(Constraints, SweepEqualsDenseTwin) {
  for (unsigned seed = 1; seed <= (kThorough ? 12u : 3u); ++seed) {
    SCOPED_TRACE(seed);
    RandomScene random = randomScene(seed, 6, 8);
    Scene& scene = random.scene;
    addConstraints(seed, scene);
    std::vector<std::size_t> all(scene.rods.size()), held(scene.constraints.size());
    std::iota(all.begin(), all.end(), std::size_t(0));
    std::iota(held.begin(), held.end(), std::size_t(0));
    Sweep sweep(scene, all);
    RodSet rods;
    rods.add(sweep, all);
    rods.sort();
    ConstraintSolver coupling(scene, rods);
    coupling.setConstraints(held);
    ForestState placement = forestStateOf(random.state.rods);
    sweep.setState(placement);
    for (std::size_t r = 0; r < all.size(); ++r) {
      sweep.rod(r).kinematics.storePoints();
      sweep.rod(r).terms.setInertialTarget(0, 0.01);
    }
    StepTerms how;
    how.gamma = 0.01;
    how.gravity = scene.gravity;
    how.fullHessian = false;
    std::vector<ConstraintState> states(scene.constraints.size());
    std::vector<Frame<double>> targets(scene.constraints.size());
    coupling.begin(states, targets, how, 0, false, 0.01);
    sweep.setPose(placement.poses);
    sweep.startForces({scene.gravity, {}}, 0);
    coupling.look();
    coupling.computeLoads();
    sweep.computeLoads(how);
    sweep.assembleNewton(how, placement.rates);
    std::vector<Vec6d> still(all.size(), Vec6d::Zero());
    Dense dense = composed(scene, sweep, still, true);
    for (std::size_t c = 0; c < scene.constraints.size(); ++c)
      addRows(scene, sweep, coupling, c, still, dense);
    sweep.assembleNewton(how, placement.rates);
    coupling.load(false);
    coupling.cut(true);
    ASSERT_TRUE(sweep.eliminate(0));
    coupling.solveRows();
    sweep.substitute(still);
    const VectorXd truth = solveDense(dense);
    // light rods on stiff springs: as far as rounding lets the twin itself be right
    const double rounding = 4e-15 / Eigen::PartialPivLU<Eigen::MatrixXd>(dense.matrix).rcond();
    EXPECT_LT(differenceFrom(truth, scene, dense, sweep), std::max(1e-6, rounding) * truth.norm());
    EXPECT_GT(truth.norm(), 0);
  }
}

}  // namespace
}  // namespace tendril::test
