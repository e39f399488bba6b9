// Equilibria against closed forms, and the second derivative against differences of the first.
#include "solver/statics/statics.h"
#include "solver/base/math.h"
#include "solver/sweep/sweep.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/base/error.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/sweep/dense_twin.h"
#include "tests/support/random_scene.h"
#include "tests/support/step_derivatives.h"

namespace tendril::test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Vector3d tipOf(const Scene& scene, const State& state) {
  return knotFrames(shapeOf(scene.rods[0], state.rods[0].pose)).back().position;
}

// How far the tip of a straight horizontal rod sinks.
double sag(Scene scene) {
  State state = restState(scene);
  const Equilibrium found = findEquilibrium(scene, state);
  EXPECT_TRUE(found.found && found.stable) << found.change;
  return -tipOf(scene, state).y();
}

constexpr double kLength = 0.5, kRadius = 5e-3, kYoung = 1e8, kDensity = 800;
const double kStiffness = kYoung * kPi * std::pow(kRadius, 4) / 4,
             kWeight = kDensity * kPi * kRadius * kRadius * 9.81;

Scene cantilever(Model model, int elements, double gravity) {
  Scene scene;
  scene.rods = {evenRod(model, elements, kLength, {kRadius, 1, kDensity, kYoung, 0.3})};
  scene.gravity = {0, -9.81 * gravity, 0};
  return scene;
}

// Tip of a cantilever under a thousandth of its weight: w L^4 / 8 EI, times what each placement of springs
// makes of it (thesis on plants, 8.3). What is left is quadratic in the load.
TEST(Statics, ChainDeflectionIsTheDiscreteClosedForm) {
  for (const int n : {10, 25, 100, 250, 500}) {
    const double exact = 1e-3 * kWeight * std::pow(kLength, 4) / (8 * kStiffness), u = 1.0 / n;
    Scene scene = cantilever(Model::chain, n, 1e-3);
    EXPECT_NEAR(sag(scene) / (exact * (1 + u * u)), 1, 1e-6) << n;
    scene.rods[0].halfFirst = false;
    EXPECT_NEAR(sag(scene) / (exact * (1 + u) * (1 + u)), 1, 1e-6) << n;
  }
}

// A small force at the end: F L^3 / 3 EI.
TEST(Statics, TipForceDeflectionIsFL3Over3EI) {
  for (const int n : {2, 8, 32}) {
    const double force = 1e-4, exact = force * std::pow(kLength, 3) / (3 * kStiffness), u = 1.0 / n;
    const auto bent = [&](Model model) {
      Scene scene = cantilever(model, n, 0);
      scene.rods[0].forces = {{kLength, {0, -force, 0}}};
      return sag(scene) / exact;
    };
    EXPECT_NEAR(bent(Model::clothoid), 1, 1e-4) << n;
    EXPECT_NEAR(bent(Model::helix), 1 - u * u / 4, 1e-6) << n;
    EXPECT_NEAR(bent(Model::chain), 1 + u * u / 2, 1e-6) << n;
  }
}

// Models agree where they are fine, far from small bends.
TEST(Statics, ModelsAgreeAtLargeDeflection) {
  const double clothoid = sag(cantilever(Model::clothoid, 12, 1)),
               helix = sag(cantilever(Model::helix, 200, 1)), chain = sag(cantilever(Model::chain, 200, 1));
  EXPECT_GT(clothoid, 0.15 * kLength);
  EXPECT_NEAR(helix, clothoid, 1e-4 * kLength);
  EXPECT_NEAR(chain, clothoid, 1e-4 * kLength);
}

// A curl of radius 1 cm and pitch 1 cm, 30 cm of rod of radius 1 mm: where its tip hangs, in parts of the
// sag.
double tipError(Model model, int elements, double young) {
  const auto tip = [&](Model kind, int count) {
    const Scene scene = hangingCurl(kind, count, young);
    State state = restState(scene);
    const double rest = tipOf(scene, state).y();
    const Equilibrium found = findEquilibrium(scene, state);
    EXPECT_TRUE(found.found && found.stable);
    return std::pair(rest, tipOf(scene, state).y());
  };
  const auto [rest, fine] = tip(Model::clothoid, 60);
  return std::abs(tip(model, elements).second - fine) / std::abs(fine - rest);
}

TEST(Statics, AHangingCurlNeedsFewElements) {
  for (const double young : {1e7, 1e9}) {
    EXPECT_LT(tipError(Model::clothoid, 12, young), 0.001) << young;
    EXPECT_LT(tipError(Model::clothoid, 8, young), 0.01) << young;
    EXPECT_LT(tipError(Model::helix, young < 1e8 ? 28 : 32, young), 0.001) << young;
    // fourth order, or better where errors of the tip cancel
    EXPECT_GT(std::log2(tipError(Model::clothoid, 10, young) / tipError(Model::clothoid, 20, young)), 3.5)
        << young;
    // second order
    EXPECT_NEAR(std::log2(tipError(Model::helix, 24, young) / tipError(Model::helix, 48, young)), 2, 0.6)
        << young;
  }
}

// Newton's matrix is the derivative of Newton's vector, coordinate by coordinate: forests, loads, children,
// everything.
TEST(Statics, SecondDerivativesAreExact) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    RandomScene random = randomScene(seed, 4, 4);
    for (SceneRod& rod : random.scene.rods)
      if (rod.root == Root::free) rod.root = Root::clamped;
    random.state = restState(random.scene);
    ForestState parts = forestStateOf(random.state.rods);
    std::mt19937 noise(seed);
    const auto vector = [&](double size) {
      std::uniform_real_distribution<> part(-size, size);
      return Vector3d(part(noise), part(noise), part(noise));
    };
    for (Pose& pose : parts.poses) {
      for (Vector3d& kappa : pose.kappa) kappa += vector(15);
      for (Eigen::Quaterniond& joint : pose.joints) joint = joint * turnBy(vector(0.5));
    }
    StepTerms newton;
    newton.gravity = {1, -9, 3};
    const std::vector<Vec6d> still(random.scene.rods.size(), Vec6d::Zero());
    const auto composedAt = [&](ForestState at) {
      Sweep sweep(random.scene);
      sweep.setState(at);
      sweep.computeLoads(newton);
      sweep.assembleNewton(newton, at.rates);
      return composed(random.scene, sweep, still, true);
    };
    const Dense here = composedAt(parts);
    const double h = 1e-5;
    Eigen::Index column = 0;
    MatrixXd differences(here.matrix.rows(), here.matrix.cols());
    for (std::size_t r = 0; r < parts.poses.size(); ++r)
      for (std::size_t k = 0; k < random.scene.rods[r].coordinates(); ++k)
        for (int c = 0; c < 3; ++c, ++column) {
          const auto moved = [&](double by) {
            ForestState at = parts;
            if (at.poses[r].joints.empty())
              at.poses[r].kappa[k][c] += by;
            else
              at.poses[r].joints[k] = at.poses[r].joints[k] * turnBy(by * Vector3d::Unit(c));
            return composedAt(at).vector;
          };
          differences.col(column) = (moved(h) - moved(-h)) / (2 * h);
        }
    // turns of joints do not commute: there the differences are not symmetric, but the derivative is
    differences = 0.5 * (differences + differences.transpose()).eval();
    ASSERT_EQ(column, here.matrix.cols());
    EXPECT_LT((here.matrix - differences).norm(), 1e-6 * differences.norm());
  }
}

// The same of a step: with air and wind, goals, locked coordinates, pulls that damp. Its vector is the
// derivative of its potential, its matrix that of the vector.
TEST(Statics, DerivativesOfAStepAreExact) {
  Eigen::Index locked = 0, coordinates = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    RandomScene random = randomScene(seed, 4, 4);
    for (SceneRod& rod : random.scene.rods) {
      if (rod.root == Root::free) rod.root = Root::clamped;
      if (rod.model == Model::chain) rod.damping = 0;  // rates of turns: to first order only
    }
    random.state = restState(random.scene);
    addSurroundings(random, seed);
    checkScene(random.scene);
    const StepDerivatives found = stepDerivatives(random.scene, random.state, seed);
    found.expectExact();
    coordinates += found.vector.size();
    locked += found.locked;
  }
  EXPECT_GT(locked, 20);
  EXPECT_LT(locked, coordinates / 2);
}

TEST(Statics, AFreeRodIsRefused) {
  Scene scene = cantilever(Model::helix, 3, 1);
  scene.rods[0].root = Root::free;
  State state = restState(scene);
  EXPECT_THROW(findEquilibrium(scene, state), Error);
}

}  // namespace
}  // namespace tendril::test
