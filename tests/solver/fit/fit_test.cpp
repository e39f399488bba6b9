// Curves become rods.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/solver/fit/fitted.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

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
    const FitResult result = fit(points, elements);
    const double error = result.error;
    EXPECT_LT(error, before) << elements;
    EXPECT_TRUE(elements < 16 || result.iterations <= 12) << result.iterations;  // no chase after inflections
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
TEST(Fit, RootPointsArcLengthsAndErrorAreConsistent) {
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

// The largest distance of places on a rod from a curve that is sampled densely.
double distanceFrom(const Shape& shape, const std::vector<Vector3d>& curve) {
  double largest = 0;
  ShapeWalker walker(shape);
  for (int i = 0; i <= 200; ++i) {
    const Vector3d place = walker.at(shape.length() * i / 200).position;
    double least = 1e300;
    for (const Vector3d& point : curve) least = std::min(least, (point - place).norm());
    largest = std::max(largest, least);
  }
  return largest;
}

bool isFinite(const FitResult& result) {
  bool finite = std::isfinite(result.error) && result.shape.root.axes.allFinite();
  for (const Vector3d& kappa : result.shape.kappa) finite = finite && kappa.allFinite();
  for (const double s : result.shape.arc) finite = finite && std::isfinite(s);
  for (const double s : result.arcOfPoint) finite = finite && std::isfinite(s);
  return finite && std::is_sorted(result.arcOfPoint.begin(), result.arcOfPoint.end());
}

// Noise of 1 % of the length: the rod runs among the points, close to the curve behind them.
TEST(Fit, NoiseIsNotFollowed) {
  const Shape shape = clothoidShape(kRinglet, 0.5);
  const std::vector<Vector3d> behind = sampled(shape, 2000);
  for (unsigned seed = 0; seed < 5; ++seed) {
    const FitResult result = fit(withNoise(sampled(shape, 200), 0.005, seed), 1);
    EXPECT_LT(result.error, 3 * 0.005) << seed;
    EXPECT_LT(distanceFrom(result.shape, behind), 0.015 * 0.5) << seed;
  }
}

// Frizz on a wavy hair: finer than elements can show, so what is left is the frizz.
TEST(Fit, DetailFinerThanElementsIsNotFitted) {
  std::vector<Vector3d> smooth, frizzy;
  for (int i = 0; i < 60; ++i) {
    const double s = i / 59.0;
    smooth.emplace_back(0.04 * std::sin(7 * s), s, 0.04 * std::cos(7 * s) - 0.04);
    frizzy.push_back(smooth.back() + 0.006 * s * Vector3d(std::sin(90 * s), 0, std::cos(110 * s)));
  }
  const FitResult clean = fit(smooth, 4), result = fit(frizzy, 4);
  EXPECT_LT(clean.error, 0.003);
  EXPECT_LT(result.error, 0.018);
  for (const Vector3d& kappa : result.shape.kappa)
    EXPECT_LT(kappa.norm(), 30);  // the frizz itself: 0.006 * 100^2 = 60
}

// A curve from its tangent.
template <class F>
std::vector<Vector3d> curveAlong(int count, const F& tangent) {
  constexpr int kFine = 20;
  std::vector<Vector3d> points = {Vector3d::Zero()};
  Vector3d point = Vector3d::Zero();
  for (int i = 0; i < (count - 1) * kFine; ++i) {
    point += Vector3d(tangent((i + 0.5) / ((count - 1) * kFine))).normalized() / ((count - 1) * kFine);
    if (i % kFine == kFine - 1) points.push_back(point);
  }
  return points;
}

// Figure 1 of Super space clothoids: a hair ringlet of 2 elements, a vine tendril of 4, a curled ribbon of 1.
// None of these curves is a clothoid.
TEST(FitPaper, FewElementsFitCurledStrands) {
  const auto ringlet = curveAlong(150, [](double s) {  // ever tighter windings, ever flatter
    const double phase = 14 * s + 4 * s * s * s, lean = 0.5 + 0.35 * std::sin(2 * s);
    return Vector3d(std::sin(lean) * std::cos(phase), std::cos(lean), std::sin(lean) * std::sin(phase));
  });
  EXPECT_LT(fit(ringlet, 2).error, 0.01);
  const auto tendril =
      curveAlong(200, [](double s) {  // a straight stem, then windings that change their hand
        const double on = 0.5 * (1 + std::tanh(8 * (s - 0.2))), lean = 0.9 * on;
        const double phase = 12 * std::hypot(s - 0.7, 0.1);
        return Vector3d(std::sin(lean) * std::cos(phase), std::cos(lean), std::sin(lean) * std::sin(phase));
      });
  EXPECT_LT(fit(tendril, 4).error, 0.01);
  const auto ribbon = curveAlong(150, [](double s) {  // a logarithmic spiral that leans out of its plane
    const double phase = -5 * std::log(1 - 0.75 * s);
    return Vector3d(std::cos(phase), std::sin(phase), 0.25 + 0.1 * s);
  });
  EXPECT_LT(fit(ribbon, 1).error, 0.01);
}

// More points and more elements than can be solved at once.
std::vector<Vector3d> longCurve(int count, double length) {
  std::vector<Vector3d> points;
  for (int i = 0; i < count; ++i) {
    const double s = length * i / (count - 1);
    points.emplace_back(s + 0.1 * std::sin(1.7 * s), 0.5 * std::sin(s) + 0.2 * std::sin(2.3 * s + 1) - 0.17,
                        0.4 * std::cos(1.3 * s));
  }
  return points;
}

TEST(FitLong, ManyElementsFollowManyPoints) {
  constexpr int kElements = kThorough ? 500 : 60;
  const std::vector<Vector3d> points = longCurve(kThorough ? 100000 : 10000, kThorough ? 60 : 8);
  for (const Model model : {Model::clothoid, Model::helix}) {
    const FitResult result = fit(points, kElements, model);
    EXPECT_EQ(result.shape.elements(), static_cast<std::size_t>(kElements));
    EXPECT_LT(result.error, 1e-3) << nameOf(model);
    EXPECT_TRUE(isFinite(result));
    EXPECT_EQ(result.shape.kappa.size(), static_cast<std::size_t>(kElements) + 1);
  }
}

TEST(FitLong, ToleranceFindsItsElements) {
  constexpr unsigned kBends = kThorough ? 60 : 12;
  const std::vector<Vector3d> points = longCurve(kThorough ? 100000 : 20000, kBends);
  FitSettings settings;
  settings.elements = 1;
  settings.tolerance = 1e-4;
  settings.maxElements = 4096;
  const FitResult result = fitRod(points, frameAlong(points[1] - points[0], Vector3d(0, 1, 0)), settings);
  EXPECT_LT(result.error, 1.05e-4 * result.shape.length());
  EXPECT_GT(result.shape.elements(), kBends);
  EXPECT_LT(result.shape.elements(), 10 * kBends);
  settings.maxElements = 2 * kBends / 3;  // too few: they still cover the whole curve
  const FitResult few = fitRod(points, frameAlong(points[1] - points[0], Vector3d(0, 1, 0)), settings);
  EXPECT_LE(few.shape.elements(), 2 * kBends / 3);
  EXPECT_GT(few.shape.length(), 0.5 * result.shape.length());
  EXPECT_TRUE(isFinite(few));
}

// Points that tell little or lie: 1e-9 apart, nearly straight, forth and back, of any size.
TEST(Fit, AnyPointsGiveFiniteRods) {
  std::vector<Vector3d> twins, straight, spike, huge, tiny;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 40; ++i) {
    const Vector3d place(0.02 * i, 0.1 * std::sin(0.1 * i), 0);
    twins.push_back(place);
    twins.push_back(place + 1e-9 * Vector3d(u(random), u(random), u(random)));
    straight.emplace_back(0.02 * i, 1e-9 * u(random), 1e-9 * u(random));
    spike.emplace_back(i < 20 ? 0.05 * i : 0.05 * (39.5 - i), 0, 0);
    huge.emplace_back(1e200 * place);
    tiny.emplace_back(1e-200 * place);
  }
  EXPECT_LT(fit(twins, 4).error, 1e-3);
  EXPECT_LT(fit(straight, 4).error, 1e-8);
  for (const Vector3d& kappa : fit(straight, 4).shape.kappa) EXPECT_LT(kappa.norm(), 1e-4);
  EXPECT_LT(fit(huge, 4).error, 1e197);
  EXPECT_LT(fit(tiny, 4).error, 1e-203);
  for (const auto& points : {twins, straight, spike, huge, tiny})
    for (const Model model : {Model::clothoid, Model::helix, Model::chain})
      for (const int elements : {1, 4, kThorough ? 50 : 12})
        EXPECT_TRUE(isFinite(fit(points, elements, model))) << elements;
  for (int i = 0; i < (kThorough ? 60 : 6); ++i) {
    std::vector<Vector3d> points;
    for (int k = 0; k < 2 + i % 9; ++k)
      points.push_back(std::pow(10, 8 * u(random)) * Vector3d(u(random), u(random), u(random)));
    for (const int elements : {1, 3, kThorough ? 40 : 10}) EXPECT_TRUE(isFinite(fit(points, elements))) << i;
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
