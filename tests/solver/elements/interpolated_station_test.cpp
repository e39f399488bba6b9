// Points interpolated between stations, against hooks, whose stations are exact.
#include "solver/elements/interpolated_station.h"

#include <gtest/gtest.h>

#include <array>

#include "solver/kinematics/rotation_vector.h"
#include "solver/sweep/sweep.h"
#include "tests/support/random_scene.h"

namespace tendril::test {
namespace {

using Eigen::Vector3d;

// Arc lengths where interpolation is most in doubt: ends of elements and close to them, where other rods hang
// (pieces end there), and places between.
std::vector<double> arcsOf(const Scene& scene, std::size_t r) {
  const SceneRod& rod = scene.rods[r];
  std::vector<double> arcs = rod.arc;
  for (const SceneRod& child : scene.rods)
    if (child.root == Root::attached && child.parent == static_cast<int>(r)) arcs.push_back(child.parentArc);
  for (std::size_t i = 0, n = arcs.size(); i < n; ++i)
    for (const double part : {-1e-3, -1e-12, 1e-12, 1e-3}) arcs.push_back(arcs[i] + part * rod.arc.back());
  for (int i = 0; i < 97; ++i) arcs.push_back(rod.arc.back() * (i + 0.3) / 97);
  for (double& arc : arcs) arc = std::clamp(arc, 0.0, rod.arc.back());
  return arcs;
}

TEST(InterpolatedStation, EqualsAHookAtTheSamePlace) {
  std::size_t compared = 0, curled = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    RandomScene random = randomScene(seed, 1 + static_cast<int>(seed % 5), 12);
    ForestState now = forestStateOf(random.state.rods);
    // curvatures as random scenes have them change sign within elements; a fourth of them is a firm curl
    const double bent = std::array{0.25, 1.0, 12.0}[seed % 3], within = bent < 1 ? 1e-6 : 2e-5;
    for (Pose& pose : now.poses)
      for (Vector3d& kappa : pose.kappa) kappa *= bent;
    Sweep sweep(random.scene);
    sweep.setState(now);
    for (std::size_t r = 0; r < random.scene.rods.size(); ++r) {
      RodKinematics& rod = sweep.rod(r).kinematics;
      const Frame<double> attachment{Eigen::AngleAxisd(0.7, Vector3d(1, 2, 2) / 3).toRotationMatrix(),
                                     Vector3d(0, 2e-3, -1e-3)};
      const std::vector<double> arcs = arcsOf(random.scene, r);
      std::vector<std::size_t> grips;
      for (const double arc : arcs) grips.push_back(rod.addGrip({arc, attachment}));
      rod.placeGrips();
      const double longest = random.scene.rods[r].arc.back();
      for (std::size_t i = 0; i < arcs.size(); ++i) {
        SCOPED_TRACE(arcs[i]);
        const RodPoint point = rod.pointAt(arcs[i], attachment);
        const Hook& exact = rod.hook(grips[i]);
        ASSERT_EQ(point.element, exact.element);
        ASSERT_LT((point.world.position - exact.world.position).norm(), 0.02 * within * longest);
        ASSERT_LT((point.world.axes - exact.world.axes).norm(), within);
        ASSERT_LT((point.map - exact.map).norm(), 0.1 * within * (1 + exact.map.norm()));
        ASSERT_LT((point.motion - exact.motion).norm(), 5 * within * (1 + exact.motion.norm()));
        ++compared;
      }
      for (const Vector3d& kappa : now.poses[r].kappa)
        curled += kappa.norm() * random.scene.rods[r].length(0) > 2;
      rod.clearGrips();
    }
  }
  EXPECT_GT(compared, 10000u);
  EXPECT_GT(curled, 20u);  // elements of several pieces
}

// The map is the derivative of the point by the coordinates and the root's motion: motion = change over time.
TEST(InterpolatedStation, MotionIsTheDerivativeOfThePoint) {
  const double h = 1e-6;
  for (unsigned seed = 0; seed < 10; ++seed) {
    const RandomScene random = randomScene(seed, 1, 6);
    const ForestState now = forestStateOf(random.state.rods);
    ForestState before = now, after = now;
    for (const auto& [state, dt] : {std::pair(&before, -h), std::pair(&after, h)}) {
      Pose& pose = state->poses[0];
      for (std::size_t k = 0; k < pose.kappa.size(); ++k) pose.kappa[k] += dt * now.rates[0][k];
      for (std::size_t k = 0; k < pose.joints.size(); ++k)
        pose.joints[k] = pose.joints[k] * turnBy(dt * now.rates[0][k]);
      pose.root.position += dt * now.roots[0].velocity;
      pose.root.axes = turnBy(dt * now.roots[0].spin).toRotationMatrix() * pose.root.axes;
    }
    Sweep sweep(random.scene), early(random.scene), late(random.scene);
    ForestState state = now;
    sweep.setState(state);
    early.setState(before);
    late.setState(after);
    const Frame<double> attachment{Eigen::Matrix3d::Identity(), Vector3d(0, 1e-3, 0)};
    for (int i = 1; i < 20; ++i) {
      const double arc = random.scene.rods[0].arc.back() * i / 20;
      const Vector3d velocity = (late.rod(0).kinematics.pointAt(arc, attachment).world.position -
                                 early.rod(0).kinematics.pointAt(arc, attachment).world.position) /
                                (2 * h);
      const Vec6d motion = sweep.rod(0).kinematics.pointAt(arc, attachment).motion;
      EXPECT_LT((motion.tail<3>() - velocity).norm(), 1e-5 * (1 + velocity.norm())) << seed << " " << i;
    }
  }
}

}  // namespace
}  // namespace tendril::test
