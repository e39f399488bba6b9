// Curves become rods.
#include "solver/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tendril::test {
namespace {

using Eigen::Vector3d;

Shape clothoidShape(std::vector<Vector3d> kappa, double length) {
  Shape shape;
  shape.root.axes = frameAlong(Vector3d(1, 2, 0.5), Vector3d(0, 1, 0));
  shape.arc = spreadKnots(length, static_cast<int>(kappa.size()) - 1, 1);
  shape.kappa = std::move(kappa);
  return shape;
}

// Points as a file holds them: floats.
std::vector<Vector3d> sampled(const Shape& shape, int count, const Vector3d& offset = Vector3d::Zero(),
                              double uneven = 0) {
  std::vector<Vector3d> points;
  ShapeWalker walker(shape);
  for (int i = 0; i < count; ++i) {
    double u = static_cast<double>(i) / (count - 1);
    u += uneven * std::sin(6.283185307 * u) / 6.283185307;
    points.push_back((walker.at(u * shape.length()).position + offset).cast<float>().cast<double>());
  }
  return points;
}

FitResult fit(const std::vector<Vector3d>& points, int elements, Model model = Model::clothoid) {
  FitSettings settings;
  settings.elements = elements;
  settings.model = model;
  return fitRod(points, frameAlong(points[1] - points[0], Vector3d(0, 1, 0)), settings);
}

// One element finds back what one element drew, up to three turns.
TEST(Fit, OneElementReproducesItself) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(-1, 1);
  int tried = 0;
  for (int i = 0; i < 200; ++i) {
    const double turns = 3.0 * (i + 1) / 200, size = 6.283185307 * turns;
    const Vector3d a =
        Vector3d(0.5 * u(random), u(random), u(random)).normalized() * size * (0.4 + 0.3 * u(random));
    const Vector3d b = i % 2 ? a : Vector3d(a + Vector3d(u(random), u(random), u(random)) * 0.4 * size);
    const Shape shape = clothoidShape({a, b}, 1.0);
    const FitResult result = fit(sampled(shape, 120), 1, i % 4 == 1 ? Model::helix : Model::clothoid);
    EXPECT_LT(result.error, 1e-6) << "turns " << turns << ", a " << a.transpose() << ", b " << b.transpose()
                                  << ", iterations " << result.iterations;
    ++tried;
  }
  EXPECT_EQ(tried, 200);
}

const std::vector<Vector3d> kRinglet = {Vector3d(4, 30, 0), Vector3d(-2, 10, 25)};

TEST(Fit, UnevenSamplesAndAPlaceFarAway) {
  const Shape shape = clothoidShape(kRinglet, 0.5);
  EXPECT_LT(fit(sampled(shape, 150, Vector3d::Zero(), 0.8), 1).error, 1e-6);
  // floats are 8e-6 apart at 100 m: the fit adds little to that
  EXPECT_LT(fit(sampled(shape, 150, Vector3d(100, 100, -100)), 1).error, 4e-5);
}

TEST(Fit, MoreElementsFollowCloser) {
  std::vector<Vector3d> points;  // a wave that no single element shows
  for (int i = 0; i <= 100; ++i)
    points.emplace_back(0.01 * i, 0.1 * std::sin(0.12 * i), 0.05 * std::cos(0.2 * i) - 0.05);
  double before = 1;
  for (const int elements : {2, 8, 16}) {
    const double error = fit(points, elements).error;
    EXPECT_LT(error, before) << elements;
    before = 0.5 * error;
  }
}

TEST(Fit, ToleranceDecidesTheElements) {
  std::vector<Vector3d> points;
  for (int i = 0; i <= 100; ++i)
    points.emplace_back(0.01 * i, 0.1 * std::sin(0.12 * i), 0.05 * std::cos(0.2 * i) - 0.05);
  FitSettings settings;
  settings.elements = 1;
  settings.tolerance = 0.002;
  const FitResult result = fitRod(points, frameAlong(points[1] - points[0], Vector3d(0, 1, 0)), settings);
  EXPECT_LE(result.error, 0.002 * result.shape.length());
  EXPECT_GT(result.shape.elements(), 2u);
  EXPECT_LE(result.shape.elements(), 32u);
}

// The root stays where it is, the rod stands on all points, arc lengths ascend, and the frame keeps its turn.
TEST(Fit, KeepsItsPromises) {
  const std::vector<Vector3d> points = sampled(clothoidShape(kRinglet, 0.5), 60);
  for (const Model model : {Model::clothoid, Model::helix, Model::chain}) {
    const FitResult result = fit(points, 6, model);
    SCOPED_TRACE(nameOf(model));
    EXPECT_EQ(result.shape.root.position, points.front());
    ASSERT_EQ(result.arcOfPoint.size(), points.size());
    EXPECT_TRUE(std::is_sorted(result.arcOfPoint.begin(), result.arcOfPoint.end()));
    ASSERT_EQ(result.shape.arc.size(), 7u);
    EXPECT_TRUE(std::is_sorted(result.shape.arc.begin(), result.shape.arc.end()));
    ShapeWalker walker(result.shape);
    double worst = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
      worst = std::max(worst, (walker.at(result.arcOfPoint[i]).position - points[i]).norm());
    EXPECT_NEAR(worst, result.error, 1e-12);
    EXPECT_LT(result.error, (model == Model::chain ? 0.1 : 0.01) * result.shape.length());
  }
}

TEST(Fit, StraightAndShortCurves) {
  const FitResult line = fit({Vector3d(0, 0, 0), Vector3d(0, 2, 0)}, 4);
  EXPECT_LT(line.error, 1e-9);
  EXPECT_NEAR(line.shape.length(), 2, 1e-9);
  for (const Vector3d& kappa : line.shape.kappa) EXPECT_LT(kappa.norm(), 1e-6);
  const FitResult corner = fit({Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(1, 1, 0)}, 2);
  EXPECT_LT(corner.error, 0.2);
  for (const Vector3d& kappa : corner.shape.kappa) EXPECT_TRUE(kappa.allFinite());
}

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

TEST(Shape, FramesAreRightHandedAndLookUp) {
  for (const Vector3d& tangent : {Vector3d(1, 2, 3), Vector3d(0, 1, 0), Vector3d(0, -1, 0)}) {
    const Eigen::Matrix3d axes = frameAlong(tangent, Vector3d(0, 1, 0));
    EXPECT_NEAR(axes.determinant(), 1, 1e-14);
    EXPECT_LT((axes.col(0) - tangent.normalized()).norm(), 1e-14);
    EXPECT_GE(axes(1, 2), -1e-14);  // n2 towards up
  }
}

}  // namespace
}  // namespace tendril::test
