// Curves become chains: joints on the curve, links as its chords, sections of what chords leave out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/math.h"
#include "solver/fit/chords.h"
#include "solver/fit/densify.h"
#include "tests/solver/fit/fitted.h"

namespace tendril::test {
namespace {

constexpr double kCoil = 0.02, kCoilHeight = 0.08, kCoilTurns = 4;  // m, m, 1

std::vector<Vector3d> coil(int pointsATurn) {
  std::vector<Vector3d> points;
  const int edges = static_cast<int>(kCoilTurns) * pointsATurn;
  for (int i = 0; i <= edges; ++i) {
    const double u = static_cast<double>(i) / edges, a = 2 * kPi * kCoilTurns * u;
    points.emplace_back(kCoil * std::cos(a), -kCoilHeight * u, kCoil * std::sin(a));
  }
  return points;
}

// The distance of a point from the coil, by the coil's point of the same height and its derivative.
double besideCoil(const Vector3d& p) {
  const double rate = 2 * kPi * kCoilTurns / kCoilHeight;
  double y = -p.y();
  for (int i = 0; i < 20; ++i) {
    const Vector3d at(kCoil * std::cos(rate * y), -y, kCoil * std::sin(rate * y)),
        along(-kCoil * rate * std::sin(rate * y), -1, kCoil * rate * std::cos(rate * y));
    y += along.dot(p - at) / along.squaredNorm();
  }
  return (p - Vector3d(kCoil * std::cos(rate * y), -y, kCoil * std::sin(rate * y))).norm();
}

TEST(FitChain, JointsAreOnTheCurveAndLinksAreItsChords) {
  int joints = 0;
  for (const int pointsATurn : {20, 25, 50, 200})
    for (const int links : {16, 32, 64, 128}) {
      SCOPED_TRACE(std::to_string(pointsATurn) + " points a turn, links " + std::to_string(links));
      const std::vector<Vector3d> points = coil(pointsATurn);
      const FitResult result = fit(points, links, Model::chain);
      const std::vector<Frame<double>> frames = knotFrames(result.shape);
      for (std::size_t k = 1; k < frames.size(); ++k, ++joints) {
        EXPECT_LT(besideCoil(frames[k].position), 6e-4 * kCoil) << k;
        EXPECT_NEAR((frames[k].position - frames[k - 1].position).norm(),
                    result.shape.arc[k] - result.shape.arc[k - 1], 1e-15);
      }
      EXPECT_LT((frames.back().position - points.back()).norm(), 1e-12);
      // every point is found beside its own link, not farther off than the arc rises above the chord
      const double half = kPi * kCoilTurns / links, rise = kCoil * (1 - std::cos(half));
      EXPECT_TRUE(std::is_sorted(result.arcOfPoint.begin(), result.arcOfPoint.end()));
      EXPECT_LT(result.error, 1.05 * rise + 1e-3 * kCoil);
      EXPECT_EQ(result.arcOfPoint.size(), points.size());
    }
  EXPECT_EQ(joints, 4 * (16 + 32 + 64 + 128));
}

// Straight at first, then a coil: lengths of curve and rod are not proportional.
std::vector<Vector3d> coilOnALine() {
  std::vector<Vector3d> points;
  for (int i = 0; i < 100; ++i) points.emplace_back(kCoil, 0.003 * (100 - i), -0.003 * (100 - i));
  for (const Vector3d& point : coil(50)) points.push_back(point);
  return points;
}

TEST(FitChain, PointsAreFoundBesideTheirOwnLinks) {
  const std::vector<Vector3d> points = coilOnALine();
  for (const int links : {16, 24, 48}) {
    const FitResult result = fit(points, links, Model::chain);
    double longest = 0;
    for (std::size_t k = 1; k < result.shape.arc.size(); ++k)
      longest = std::max(longest, result.shape.arc[k] - result.shape.arc[k - 1]);
    EXPECT_LT(result.error, longest * longest / (8 * kCoil)) << links;  // the arc's rise above the chord
  }
}

TEST(FitChain, ItsPoseOnTheSameCurveIsItsRest) {
  for (const std::vector<Vector3d>& points : {coil(20), coilOnALine()}) {
    const FitResult rest = fit(points, 24, Model::chain);
    FitSettings settings;
    settings.rest = &rest.shape;
    settings.restPoints = &points;
    const FitResult pose = fitRod(points, rest.shape.root.axes, settings);
    EXPECT_EQ(pose.shape.arc, rest.shape.arc);
    for (std::size_t k = 0; k < rest.shape.joints.size(); ++k)
      EXPECT_LT(pose.shape.joints[k].angularDistance(rest.shape.joints[k]), 1e-6) << k;
    for (std::size_t i = 0; i < points.size(); ++i)
      EXPECT_NEAR(pose.arcOfPoint[i], rest.arcOfPoint[i], 1e-6 * rest.shape.length()) << i;
  }
}

// A curve of few points is round only where it turns little; the legs of an L stay straight.
TEST(FitChain, CornersAndStraightLinesStay) {
  const std::vector<Vector3d> corner = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}},
                              line = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
  EXPECT_EQ(fit::piecesForJoints(corner), (std::vector<int>{1, 1}));
  EXPECT_EQ(fit::piecesForJoints(line), (std::vector<int>{1, 1}));
  for (const Frame<double>& frame : knotFrames(fit(corner, 8, Model::chain).shape))
    EXPECT_LT(std::min(std::abs(frame.position.y()), std::abs(1 - frame.position.x())), 1e-12);
  // a long edge beside a small round bulges by less than the round is large
  const std::vector<Vector3d> leg = {{0, 0, 0}, {1, 0, 0}, {1.019, 0.006, 0}, {1.034, 0.019, 0}};
  const std::vector<Vector3d> round = fit::rounded(leg, fit::piecesForJoints(leg));
  ASSERT_EQ(round.size(), 25u);
  double most = 0;
  for (std::size_t i = 0; i < 8; ++i) most = std::max(most, round[i].norm() < 1 ? std::abs(round[i].y()) : 0);
  EXPECT_GT(most, 0);
  EXPECT_LT(most, 0.006);
}

TEST(FitChain, ArcsOverChordsAreThoseOfACircle) {
  for (const double turn : {1e-6, 0.01, 0.3, 1.5, 3.1}) {
    Coordinates rest = straightCoordinates(Layout::joints, 5);
    for (std::size_t k = 1; k < 4; ++k)
      rest.joints[k] = Eigen::AngleAxisd(0.4, Vector3d::UnitX()) *
                       Eigen::AngleAxisd(k == 2 ? -turn : turn, Vector3d(0, 0.6, 0.8));
    rest.joints[0] = Eigen::AngleAxisd(1, Vector3d::UnitY());  // the direction of the rod is no bend
    const std::vector<double> longer = arcsOverChords(rest, 5);
    ASSERT_EQ(longer.size(), 5u);
    for (const double one : longer) EXPECT_NEAR(one, 0.5 * turn / std::sin(0.5 * turn), 1e-12) << turn;
  }
}

TEST(FitChain, SectionsOfCurvesHaveMoreMassAndLessStiffness) {
  const Section own = makeSection({1e-3, 0.5, 1100, 2e7, 0.4});
  const Section same = ofCurve(own, 1), more = ofCurve(own, 1.25);
  EXPECT_TRUE(same.mass == own.mass && same.inertia == own.inertia && same.stiffness == own.stiffness);
  EXPECT_DOUBLE_EQ(more.mass, 1.25 * own.mass);
  EXPECT_LT((more.inertia - 1.25 * own.inertia).norm(), 1e-15 * own.inertia.norm());
  EXPECT_LT((1.25 * more.stiffness - own.stiffness).norm(), 1e-15 * own.stiffness.norm());
  // straight chains and curvatures: exactly 1
  for (const Layout layout : {Layout::knots, Layout::elements, Layout::joints})
    for (const double one : arcsOverChords(straightCoordinates(layout, 4), 4)) EXPECT_EQ(one, 1);
  EXPECT_EQ(arcsOverChords(straightCoordinates(Layout::joints, 2), 2), (std::vector<double>{1, 1}));
}

}  // namespace
}  // namespace tendril::test
