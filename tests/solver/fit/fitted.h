// What tests of the fit share: curves to be fitted, and the fit with few words.
#pragma once

#include <random>
#include <vector>

#include "solver/fit/fit.h"

namespace tendril::test {

using Eigen::Vector3d;

inline FitResult fit(const std::vector<Vector3d>& points, int elements, Model model = Model::clothoid) {
  FitSettings settings;
  settings.elements = elements;
  settings.model = model;
  return fitRod(points, frameAlong((points[1] - points[0]).stableNormalized(), Vector3d(0, 1, 0)), settings);
}

inline std::vector<Vector3d> withNoise(std::vector<Vector3d> points, double size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  for (std::size_t i = 1; i < points.size(); ++i)
    points[i] += size * Vector3d(u(random), u(random), u(random));
  return points;
}

}  // namespace tendril::test
