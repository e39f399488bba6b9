// The sweep against its dense twin, and against differences of the exact kinematics.
#include "solver/sweep/sweep.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "solver/kinematics/rotation_vector.h"
#include "solver/sweep/dense_twin.h"
#include "tests/support/random_scene.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

// All unknowns that the sweep found, in the order of the dense twin.
VectorXd foundBy(const Scene& scene, const Sweep& sweep, const Dense& dense) {
  VectorXd all(dense.vector.size());
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    Eigen::Index at = dense.firstOfRod[r];
    if (scene.rods[r].root == Root::free) {
      all.segment<6>(at) = sweep.rootAcceleration(r);
      at += 6;
    }
    for (const Vector3d& rate : sweep.rod(r).elimination.accelerations()) {
      all.segment<3>(at) = rate;
      at += 3;
    }
  }
  return all;
}

void expectSolved(const Scene& scene, Sweep& sweep, const std::vector<Vec6d>& held, const Dense& dense,
                  bool accurate) {
  ASSERT_TRUE(sweep.solve(held));
  const VectorXd found = foundBy(scene, sweep, dense);
  const VectorXd sizes = dense.matrix.cwiseAbs() * found.cwiseAbs() + dense.vector.cwiseAbs();
  EXPECT_LT((dense.matrix * found + dense.vector).cwiseQuotient(sizes).cwiseAbs().maxCoeff(), 1e-10);
  if (!accurate) return;
  const VectorXd expected = solveDense(dense);
  EXPECT_LT((found - expected).norm(), 1e-10 * expected.norm());
}

TEST(Sweep, EqualsDenseTwin) {
  int elements = 0, whole = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomScene random = randomScene(seed, 1 + static_cast<int>(seed % 8), seed < 50 ? 8 : 40);
    if (seed % 3 == 0) addSurroundings(random, seed);
    ForestState parts = forestStateOf(random.state.rods);
    const std::vector<Vec6d> held(random.scene.rods.size(), Vec6d::Constant(0.7));
    Sweep sweep(random.scene);
    sweep.setState(parts);
    sweep.assembleAccelerations();  // without stiffness, long rods' masses alone are too ill-conditioned to
                                    // say more
    expectSolved(random.scene, sweep, held, composed(random.scene, sweep, held), false);
    for (std::size_t r = 0; r < random.scene.rods.size(); ++r) {
      sweep.rod(r).kinematics.storePoints();
      sweep.rod(r).terms.setInertialTarget(0, 0.01);
    }
    StepTerms newton;
    newton.gamma = 0.01;
    newton.gravity = random.scene.gravity;
    sweep.startForces(random.scene, 1);
    sweep.computeLoads(newton);
    for (const bool all : {false, true}) {
      newton.fullHessian = all;
      sweep.assembleNewton(newton, parts.rates);
      const Dense dense = composed(random.scene, sweep, held, true);
      if (all && Eigen::LLT<Eigen::MatrixXd>(dense.matrix).info() != Eigen::Success) {
        EXPECT_FALSE(sweep.solve(held));  // the twin agrees that no minimum is there
        continue;
      }
      expectSolved(random.scene, sweep, held, dense, true);
      whole += all;
    }
    for (const SceneRod& rod : random.scene.rods) elements += static_cast<int>(rod.elements());
  }
  EXPECT_GT(elements, 1000);
  EXPECT_GE(whole, 5);
}

// A state a little later: coordinates go on at their rates, roots of rods that are not hung at their motion.
ForestState later(const ForestState& now, double dt) {
  ForestState then = now;
  for (std::size_t r = 0; r < now.poses.size(); ++r) {
    Pose& pose = then.poses[r];
    for (std::size_t k = 0; k < pose.kappa.size(); ++k) pose.kappa[k] += dt * now.rates[r][k];
    for (std::size_t k = 0; k < pose.joints.size(); ++k)
      pose.joints[k] = pose.joints[k] * turnBy(dt * now.rates[r][k]);
    pose.root.position += dt * now.roots[r].velocity;
    pose.root.axes = turnBy(dt * now.roots[r].spin).toRotationMatrix() * pose.root.axes;
  }
  return then;
}

// Motions of all elements' frames are differences of the frames; the biases are differences of the motions at
// rates that do not change.
TEST(Sweep, MotionsAndBiasesAreDerivatives) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const RandomScene random = randomScene(seed, 5, 6);
    ForestState now = forestStateOf(random.state.rods);
    Sweep sweep(random.scene), before(random.scene), after(random.scene);
    sweep.setState(now);
    const double h = 1e-6;
    ForestState earlier = later(now, -h), next = later(now, h);
    before.setState(earlier);
    after.setState(next);
    // accelerations without any force on the coordinates: z' = 0 but for what the roots do
    for (std::size_t r = 0; r < random.scene.rods.size(); ++r) {
      const RodSolver& rod = sweep.rod(r);
      for (std::size_t e = 0; e < rod.kinematics.elements(); ++e) {
        const Frame<double> a = before.rod(r).kinematics.elementFrame(e),
                            b = after.rod(r).kinematics.elementFrame(e), c = rod.kinematics.elementFrame(e);
        const Vec6d motion = rod.kinematics.elementMotion(e);
        const Vector3d velocity = (b.position - a.position) / (2 * h);
        const Eigen::Matrix3d turning = (b.axes - a.axes) / (2 * h) * c.axes.transpose();
        const Vector3d spin(turning(2, 1), turning(0, 2), turning(1, 0));
        EXPECT_LT((motion.tail<3>() - velocity).norm(), 1e-6 * (1 + velocity.norm())) << r << " " << e;
        EXPECT_LT((motion.head<3>() - spin).norm(), 1e-6 * (1 + spin.norm())) << r << " " << e;
      }
      // c = acceleration of the next frame where this frame has none and rates do not change
      for (std::size_t e = 0; e + 1 < rod.kinematics.elements(); ++e) {
        const auto change = [&](std::size_t element) {
          return Vec6d((after.rod(r).kinematics.elementMotion(element) -
                        before.rod(r).kinematics.elementMotion(element)) /
                       (2 * h));
        };
        Eigen::VectorXd z = Eigen::VectorXd::Zero(6 + 3 * rod.kinematics.ends());
        z.head<6>() = change(e);
        sweep.assembleAccelerations();
        const Vec6d predicted = rod.kinematics.endMap(e) * z + rod.kinematics.endBias(e),
                    found = change(e + 1);
        EXPECT_LT((predicted - found).head<3>().norm(), 1e-5 * (1 + found.head<3>().norm())) << r << " " << e;
        EXPECT_LT((predicted - found).tail<3>().norm(), 1e-5 * (1 + found.tail<3>().norm())) << r << " " << e;
      }
    }
  }
}

// The kinetic energy's matrix: energy from motions of many points along the rod.
TEST(Sweep, KineticEnergyEqualsSumOverPoints) {
  for (unsigned seed = 0; seed < 9; ++seed) {
    RandomScene random = randomScene(seed, 1, 5);
    const SceneRod& rod = random.scene.rods[0];
    constexpr int kPieces = 400;
    random.scene.rods[0].forces.clear();
    for (std::size_t e = 0; e < rod.elements(); ++e)  // forces of nothing, to look there
      for (int i = 0; i < kPieces; ++i)
        random.scene.rods[0].forces.push_back(
            {rod.arc[e] + (i + 0.5) / kPieces * rod.length(e), Vector3d::Zero()});
    ForestState now = forestStateOf(random.state.rods);
    Sweep sweep(random.scene);
    sweep.setState(now);
    double expected = 0;
    for (std::size_t e = 0; e < rod.elements(); ++e)
      for (std::size_t i = 0; i < kPieces; ++i) {
        const double u = (static_cast<double>(i) + 0.5) / kPieces;
        const Hook& hook = sweep.rod(0).kinematics.hook(e * kPieces + i);
        const Section &a = rod.sections[e], &b = rod.sections[e + 1];
        const Vector3d inertia = (1 - u) * a.inertia + u * b.inertia;
        const Vector3d spin = hook.world.axes.transpose() * hook.motion.head<3>();
        expected += 0.5 * rod.length(e) / kPieces *
                    (((1 - u) * a.mass + u * b.mass) * hook.motion.tail<3>().squaredNorm() +
                     spin.dot(inertia.cwiseProduct(spin)));
      }
    EXPECT_NEAR(sweep.energies().kinetic, expected, 1e-4 * expected) << seed;
  }
}

}  // namespace
}  // namespace tendril::test
