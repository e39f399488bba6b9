// What every model of rods must hold. Loops over solver/rods/models.def: RodModel over all of them,
// SweptModel over those that are solved in the common sweep.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/statics/statics.h"
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"
#include "tests/support/allocations.h"
#include "tests/support/random_scene.h"

namespace tendril::test {
namespace {

class RodModel : public testing::TestWithParam<Model> {};
class SweptModel : public testing::TestWithParam<Model> {};

std::string nameOfModel(const testing::TestParamInfo<Model>& info) {
  return nameOf(info.param);
}

INSTANTIATE_TEST_SUITE_P(All, RodModel, testing::ValuesIn(kAllModels), nameOfModel);
INSTANTIATE_TEST_SUITE_P(All, SweptModel, testing::ValuesIn(sweptModels()), nameOfModel);

double farthest(const std::vector<Vector3d>& a, const std::vector<Vector3d>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

Momentum momentumOf(const Scene& scene, const State& state) {
  Sweep sweep(scene);
  ForestState placed = forestStateOf(state.rods);
  sweep.setState(placed);
  Momentum sum;
  for (std::size_t r = 0; r < sweep.size(); ++r) {
    sweep.rod(r).kinematics.storePoints();
    sweep.rod(r).results.addMomentum(false, sum);
  }
  return sum;
}

// A held trunk with branches of swept models, which are held themselves where the trunk cannot branch; and a
// free rod.
Scene smallForest(Model model) {
  Scene scene;
  const SectionInput section{3e-3, 0.8, 900, 3e7, 0.3};
  scene.rods.push_back(evenRod(model, 5, 0.4, section));
  for (const Model other : sweptModels()) {
    SceneRod branch = evenRod(other, 4, 0.2, section);
    if (modelType(model).canBranch && modelType(other).canBranch) branch.root = Root::attached;
    branch.parent = 0;
    branch.parentArc = other == Model::helix ? 0.4 : 0.27;
    branch.attachment.axes = turnBy({0.2, 0.5, other == Model::chain ? 0.9 : -0.7}).toRotationMatrix();
    branch.attachment.position = {0, 0.01, 0};
    scene.rods.push_back(branch);
  }
  SceneRod loose = evenRod(model, 3, 0.2, section);
  loose.root = Root::free;
  loose.attachment.position = {1, 0, 0};
  bendRest(loose, {2, 4, -3});
  scene.rods.push_back(loose);
  return scene;
}

TEST_P(SweptModel, MassIsSymmetricAndPositive) {
  int seen = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    const RandomScene random = randomScene(seed, 3, 5);
    ForestState placed = forestStateOf(random.state.rods);
    Sweep sweep(random.scene);
    sweep.setState(placed);
    sweep.assembleAccelerations();
    for (std::size_t r = 0; r < sweep.size(); ++r) {
      if (random.scene.rods[r].model != GetParam()) continue;
      std::vector<ElementMatrix> masses;
      std::vector<ElementVector> vectors;
      sweep.rod(r).terms.elementTerms(masses, vectors);
      for (const Eigen::MatrixXd mass : masses) {
        ++seen;
        const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(mass).eigenvalues();
        EXPECT_GT(values[0], -1e-14 * values[values.size() - 1]);
        EXPECT_GT(values[values.size() - 1], 0);
      }
    }
  }
  EXPECT_GT(seen, 20);
}

// A free rod that turns, bends and flies: a thousand steps of 1/60 s change nothing of its momentum.
TEST_P(SweptModel, AFreeRodKeepsItsMomentumForAThousandSteps) {
  Scene scene;
  scene.gravity.setZero();
  scene.rods = {evenRod(GetParam(), 6, 0.3, {2e-3, 0.7, 1000, 1e6, 0.3})};
  scene.rods[0].root = Root::free;
  State state = restState(scene);
  state.rods[0].spin = {3, 5, -2};
  state.rods[0].velocity = {0.3, 0.2, 0.1};
  for (Vector3d& kappa : state.rods[0].pose.kappa) kappa = {1, 3, -2};
  for (std::size_t e = 1; e < state.rods[0].pose.joints.size(); ++e)
    state.rods[0].pose.joints[e] = turnBy({0.05, 0.15, -0.1});
  const Momentum before = momentumOf(scene, state);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 60;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
  const Momentum after = momentumOf(scene, state);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-9 * before.linear.norm());
  EXPECT_LT((after.angular - before.angular).norm(), 1e-9 * before.angular.norm());
  EXPECT_GT(before.angular.norm(), 1e-6);
  // and it went where its momentum led
  const Vector3d way = (after.first - before.first) / before.mass;
  EXPECT_LT((way - 1000.0 / 60 * before.linear / before.mass).norm(), 1e-9 * way.norm());
}

// A held root follows its target to the bit, and the rod goes with it.
TEST_P(RodModel, ARootFollowsItsTarget) {
  Scene scene;
  scene.rods = {evenRod(GetParam(), 4, 0.2, {2e-3, 1, 1000, 1e7, 0.3})};
  State state = restState(scene);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 120;
  std::vector<RootTarget> roots(1);
  settings.roots = &roots;
  for (int i = 1; i <= 60; ++i) {
    roots[0].pose.position = {0.01 * i, 0, 0};
    roots[0].pose.axes = turnBy({0, 0.01 * i, 0}).toRotationMatrix();
    roots[0].motion = {{0, 1.2, 0}, {1.2, 0, 0}};
    EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
  }
  EXPECT_EQ(state.rods[0].pose.root.position, roots[0].pose.position);
  EXPECT_EQ(state.rods[0].pose.root.axes, roots[0].pose.axes);
  EXPECT_LT((tipsOf(scene, state)[0] - roots[0].pose.position).norm(), 0.2 * (1 + 1e-9));
  EXPECT_GT((tipsOf(scene, state)[0] - roots[0].pose.position).norm(), 0.02);
}

// A thrown free rod falls as a point does, and turns as before.
TEST_P(RodModel, AThrownRodFallsOnItsParabola) {
  Scene scene;
  scene.rods = {evenRod(GetParam(), 4, 0.2, {2e-3, 1, 1000, 1e7, 0.3})};
  scene.rods[0].root = Root::free;
  State state = restState(scene);
  state.rods[0].velocity = {1, 3, 0};
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 120;
  for (int i = 0; i < 60; ++i) step(scene, state, work, settings);
  const Vector3d fallen = state.rods[0].pose.root.position, expected(0.5, 3 * 0.5 - 0.5 * 9.81 * 0.25, 0);
  EXPECT_LT((fallen - expected).norm(), 1e-3);
  EXPECT_LT((state.rods[0].velocity - Vector3d(1, 3 - 9.81 * 0.5, 0)).norm(), 1e-9);
}

// What hangs in equilibrium stays there, in whole steps and in parts.
TEST_P(SweptModel, AHangingRodStaysAtRest) {
  Scene scene = smallForest(GetParam());
  scene.rods.pop_back();  // the free one
  bendRest(scene.rods[0], {1, 3, 2});
  State hanging = restState(scene);
  ASSERT_TRUE(findEquilibrium(scene, hanging).stable);
  const std::vector<Vector3d> tips = tipsOf(scene, hanging);
  for (const Scheme scheme : {Scheme::smooth, Scheme::robust})
    for (const int substeps : {1, 4, 16}) {
      State state = hanging;
      Workspace work(scene);
      StepSettings settings;
      settings.scheme = scheme;
      settings.dt = 1.0 / 24 / substeps;
      for (int i = 0; i < 10 * substeps; ++i) {
        const Report report = step(scene, state, work, settings);
        EXPECT_TRUE(report.failed.empty() && report.retries == 0);
      }
      EXPECT_LT(farthest(tipsOf(scene, state), tips), 1e-9 * 0.4) << substeps;
    }
}

// A root that is shaken: its acceleration is felt, and the tip's way converges at the scheme's order.
TEST_P(SweptModel, AnimatedRootConvergesAtTheSchemesOrder) {
  Scene scene;
  scene.rods = {evenRod(GetParam(), 4, 0.2, {2e-3, 1, 1000, 3e7, 0.3})};
  scene.gravity.setZero();
  scene.rods[0].damping = 2e-3;
  const auto tip = [&](Scheme scheme, int steps) {
    std::vector<Vector3d> tips;
    State state = restState(scene);
    Workspace work(scene);
    StepSettings settings;
    settings.scheme = scheme;
    settings.dt = 0.4 / steps;
    std::vector<RootTarget> roots(1);
    settings.roots = &roots;
    for (int i = 1; i <= steps; ++i) {
      const double t = settings.dt * i, w = 9;
      roots[0].pose.position = {0, 0.05 * (1 - std::cos(w * t)), 0};
      roots[0].motion.velocity = {0, 0.05 * w * std::sin(w * t), 0};
      const double angle = 0.2 * (1 - std::cos(w * t));
      roots[0].pose.axes = turnBy({0, 0, angle}).toRotationMatrix();
      roots[0].motion.spin = {0, 0, 0.2 * w * std::sin(w * t)};
      EXPECT_EQ(step(scene, state, work, settings).retries, 0);
      if (i % (steps / 10) == 0) tips.push_back(tipsOf(scene, state)[0]);
    }
    return tips;
  };
  const std::vector<Vector3d> exact = tip(Scheme::smooth, 3200);
  for (const Scheme scheme : {Scheme::smooth, Scheme::robust}) {
    const double coarse = farthest(tip(scheme, 100), exact), fine = farthest(tip(scheme, 200), exact);
    EXPECT_NEAR(std::log2(coarse / fine), scheme == Scheme::smooth ? 2 : 1, 0.35) << coarse << " " << fine;
    EXPECT_LT(fine, 0.02);
    EXPECT_GT(coarse, 1e-9);
  }
}

// In a train that speeds up, a damped pendulum hangs aslant: gravity less the root's acceleration.
TEST_P(SweptModel, SteadyRootAccelerationActsLikeGravity) {
  Scene still;
  still.rods = {evenRod(GetParam(), 4, 0.2, {2e-3, 1, 1000, 1e7, 0.3})};
  still.rods[0].attachment.axes = turnBy({0, 0, -1.5707963267948966}).toRotationMatrix();
  still.rods[0].damping = 0.1;
  Scene moving = still;
  still.gravity = {-4, -9.81, 0};
  State expected = restState(still);
  ASSERT_TRUE(findEquilibrium(still, expected).stable);
  State state = restState(moving);
  Workspace work(moving);
  StepSettings settings;
  settings.dt = 1.0 / 60;
  std::vector<RootTarget> roots(1);
  settings.roots = &roots;
  for (int i = 1; i <= 1200; ++i) {
    const double t = i * settings.dt;
    roots[0] = {moving.rods[0].attachment, {Vector3d::Zero(), {4 * t, 0, 0}}};
    roots[0].pose.position.x() = 2 * t * t;
    step(moving, state, work, settings);
  }
  const Vector3d found = tipsOf(moving, state)[0] - state.rods[0].pose.root.position;
  EXPECT_LT((found - tipsOf(still, expected)[0]).norm(), 1e-4 * 0.2);
}

// A free tree of all models: what hangs on it counts.
TEST_P(SweptModel, AFreeTreeKeepsItsMomentum) {
  Scene scene = smallForest(GetParam());
  scene.rods.pop_back();
  scene.gravity.setZero();
  scene.rods[0].root = Root::free;
  State state = restState(scene);
  state.rods[0].spin = {1, 2, -3};
  state.rods[0].velocity = {0.1, 0, 0.2};
  const Momentum before = momentumOf(scene, state);
  Workspace work(scene);
  StepSettings settings;
  settings.dt = 1.0 / 60;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(step(scene, state, work, settings).failed.empty());
  const Momentum after = momentumOf(scene, state);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-9 * before.linear.norm());
  EXPECT_LT((after.angular - before.angular).norm(), 1e-9 * before.angular.norm());
}

TEST_P(RodModel, TheSecondStepAllocatesNothing) {
  const Scene scene = smallForest(GetParam());
  Scene tree = scene;
  tree.rods.pop_back();  // one tree: no tasks to hand out
  State state = restState(tree);
  Workspace work(tree);
  StepSettings settings;
  settings.dt = 1e-3;
  step(tree, state, work, settings);
  const std::size_t before = allocations();
  const Report report = step(tree, state, work, settings);
  EXPECT_EQ(allocations() - before, 0u);
  EXPECT_EQ(report.retries, 0);
}

// Any number of threads, and a start from any state: the same bits.
TEST_P(RodModel, TheSameBitsForAnyThreadsAndFromAnyState) {
  Scene scene;
  for (int i = 0; i < 6; ++i) {
    const Scene forest = smallForest(GetParam());
    for (SceneRod rod : forest.rods) {
      if (rod.root == Root::attached) rod.parent += static_cast<int>(forest.rods.size()) * i;
      rod.attachment.position.z() += 0.1 * i;
      bendRest(rod, {1.0 * i, 2, -1});
      scene.rods.push_back(rod);
    }
  }
  StepSettings settings;
  settings.dt = 1.0 / 50;
  const auto run = [&](State state, int steps) {
    Workspace work(scene);
    for (int i = 0; i < steps; ++i) step(scene, state, work, settings);
    return state;
  };
  const State many = run(restState(scene), 16);
  State one;
  {
    const tbb::global_control alone(tbb::global_control::max_allowed_parallelism, 1);
    one = run(restState(scene), 16);
  }
  expectSameBits(many, one);
  expectSameBits(many, run(run(restState(scene), 7), 9));
}

}  // namespace
}  // namespace tendril::test
