// Rods of an animated curve: the pose that it has on a frame, on the knots of its rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/error.h"
#include "tests/solver/fit/fitted.h"

namespace tendril::test {
namespace {

std::vector<Vector3d> moved(std::vector<Vector3d> points, const Eigen::Matrix3d& turn, const Vector3d& by) {
  for (Vector3d& point : points) point = turn * point + by;
  return points;
}

FitResult poseOf(const Shape& rest, const std::vector<Vector3d>& points, const Eigen::Matrix3d& root,
                 const std::vector<Vector3d>* restPoints = nullptr) {
  FitSettings settings;
  settings.rest = &rest;
  settings.restPoints = restPoints;
  return fitRod(points, root, settings);
}

// A curl that sways, winds and opens without getting longer; at 0 and at 1 the same. Of length 1.
std::vector<Vector3d> swaying(double phase, double stretch = 1) {
  constexpr int kSteps = 590;
  std::vector<Vector3d> points = {Vector3d::Zero()};
  const double sway = std::sin(6.283185307 * phase), wind = 1 + 0.2 * std::sin(12.566370614 * phase);
  Vector3d point = Vector3d::Zero();
  for (int i = 0; i < kSteps; ++i) {
    const double s = (i + 0.5) / kSteps, angle = 9 * s * wind + sway * s, lean = 0.6 + 0.3 * sway * s;
    point += stretch / kSteps *
             Vector3d(std::sin(lean) * std::cos(angle), std::cos(lean), std::sin(lean) * std::sin(angle));
    if (i % 10 == 9) points.push_back(point);
  }
  return points;
}

double largestChange(const Shape& a, const Shape& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.kappa.size(); ++k)
    largest = std::max(largest, (a.kappa[k] - b.kappa[k]).norm() * a.length());
  return largest;
}

const Eigen::Matrix3d kTurn = Eigen::AngleAxisd(2.1, Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();

TEST(FitPose, ARigidlyMovedCurveHasTheCurvaturesOfItsRest) {
  for (const Model model : {Model::clothoid, Model::helix, Model::chain})
    for (const int elements : {1, 4, 12}) {
      SCOPED_TRACE(std::string(nameOf(model)) + " " + std::to_string(elements));
      const FitResult rest = fit(swaying(0.1), elements, model);  // has an error: it cannot show all
      const FitResult pose =
          poseOf(rest.shape, moved(swaying(0.1), kTurn, Vector3d(3, 1, 2)), kTurn * rest.shape.root.axes);
      EXPECT_EQ(pose.shape.arc, rest.shape.arc);
      EXPECT_EQ(pose.shape.model, model);
      EXPECT_NEAR(pose.error, rest.error, 1e-3 * rest.shape.length());
      EXPECT_LT((pose.shape.root.axes - kTurn * rest.shape.root.axes).norm(), 1e-2);
      EXPECT_LT(largestChange(pose.shape, rest.shape), 1e-6);
      for (std::size_t k = 0; k < rest.shape.joints.size(); ++k)
        EXPECT_LT(pose.shape.joints[k].angularDistance(rest.shape.joints[k]), 1e-6);
    }
}

// What the rest leaves of its points is no reason to bend.
TEST(FitPose, FrizzMovesWithItsRod) {
  const std::vector<Vector3d> points = withNoise(swaying(0.1), 0.01, 7);
  for (const Model model : {Model::clothoid, Model::helix}) {
    const FitResult rest = fit(points, 4, model);
    EXPECT_GT(rest.error, 0.005);
    const FitResult pose =
        poseOf(rest.shape, moved(points, kTurn, Vector3d(3, 1, 2)), kTurn * rest.shape.root.axes, &points);
    EXPECT_LT(largestChange(pose.shape, rest.shape), 1e-6);
    EXPECT_NEAR(pose.error, rest.error, 1e-3);
  }
  const std::vector<Vector3d> others(7);
  EXPECT_THROW(poseOf(fit(points, 4).shape, points, kTurn, &others), Error);
}

// No frame is out of line with its neighbours: what a frame differs from the middle of both by stays far
// below what the whole animation changes.
TEST(FitPose, AnAnimatedCurveHasSmoothCurvatures) {
  const std::vector<Vector3d> restPoints = swaying(0);
  const FitResult rest = fit(restPoints, 6);
  std::vector<Shape> poses;
  for (int frame = 0; frame < 100; ++frame) {
    const FitResult pose = poseOf(rest.shape, swaying(frame / 100.0), rest.shape.root.axes, &restPoints);
    EXPECT_EQ(pose.shape.arc, rest.shape.arc);
    EXPECT_LT(pose.error, 1e-3 + rest.error) << frame;
    poses.push_back(pose.shape);
  }
  double roughest = 0, furthest = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Shape middle = poses[(i + 99) % 100];
    for (std::size_t k = 0; k < middle.kappa.size(); ++k)
      middle.kappa[k] = 0.5 * (middle.kappa[k] + poses[(i + 1) % 100].kappa[k]);
    roughest = std::max(roughest, largestChange(poses[i], middle));
    furthest = std::max(furthest, largestChange(poses[0], poses[i]));
  }
  EXPECT_GT(furthest, 5);  // rad: the curve did bend
  EXPECT_LT(roughest, 0.02 * furthest);
}

TEST(FitPose, AStretchedCurveKeepsTheRodsLength) {
  for (const double stretch : {0.95, 1.05}) {
    const FitResult rest = fit(swaying(0), 6);
    const std::vector<Vector3d> points = swaying(0, stretch);
    const FitResult pose = poseOf(rest.shape, points, rest.shape.root.axes);
    EXPECT_EQ(pose.shape.arc, rest.shape.arc);
    EXPECT_LT(pose.error, 0.07 * rest.shape.length()) << stretch;
    // beside the rod all is well: only points beyond its end are far
    ShapeWalker walker(pose.shape);
    for (std::size_t i = 0; i < 50; ++i)
      EXPECT_LT((walker.at(pose.arcOfPoint[i]).position - points[i]).norm(), 0.02) << stretch << " " << i;
  }
}

}  // namespace
}  // namespace tendril::test
