// Random scenes for tests; solver/examples/rod_scenes.h has rods of one kind.
#pragma once

#include <random>

#include "solver/examples/rod_scenes.h"

namespace tendril::test {

struct RandomScene {
  Scene scene;
  State state;  // moving, bent
};

// Rods of all models: held, free, and hung on each other at knots and inside elements.
RandomScene randomScene(unsigned seed, int rods, int mostElements);

// Wind and drag, goals with locked coordinates, pulls with damping: on all rods.
void addSurroundings(RandomScene& random, unsigned seed);

// Where the tips of all rods are.
std::vector<Eigen::Vector3d> tipsOf(const Scene& scene, const State& state);

}  // namespace tendril::test
