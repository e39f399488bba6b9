// Curves become rods.
#include "solver/fit.h"

#include <gtest/gtest.h>

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
std::vector<Vector3d> sampled(const Shape& shape, int count, const Vector3d& offset = Vector3d::Zero(), double uneven = 0) {
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
    const Vector3d a = Vector3d(0.5 * u(random), u(random), u(random)).normalized() * size * (0.4 + 0.3 * u(random));
    const Vector3d b = i % 2 ? a : Vector3d(a + Vector3d(u(random), u(random), u(random)) * 0.4 * size);
    const Shape shape = clothoidShape({a, b}, 1.0);
    const FitResult result = fit(sampled(shape, 120), 1, i % 4 == 1 ? Model::helix : Model::clothoid);
    EXPECT_LT(result.error, 1e-6) << "turns " << turns << ", a " << a.transpose() << ", b " << b.transpose() << ", iterations " << result.iterations;
    ++tried;
  }
  EXPECT_EQ(tried, 200);
}

}  // namespace
}  // namespace tendril::test
