// Random vectors and poses.
#pragma once

#include <random>

#include "solver/colliders/collider.h"
#include "solver/kinematics/rotation_vector.h"

namespace tendril::test {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  double in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  Vector3d vector(double size) { return {in(-size, size), in(-size, size), in(-size, size)}; }
  Frame<double> pose(double far) { return {turnBy(vector(2)).toRotationMatrix(), vector(far)}; }

 private:
  std::mt19937 random_;
};

}  // namespace tendril::test
