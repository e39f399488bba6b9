// Random scenes for tests; for regular ones see solver/examples/rod_scenes.h.
#pragma once

#include <random>

#include "solver/examples/rod_scenes.h"

namespace tendril::test {

struct RandomScene {
  Scene scene;
  State state;  // moving, bent
};

// Rods of all models: clamped, free, and attached to each other at knots and inside elements.
RandomScene randomScene(unsigned seed, int rods, int mostElements);

// Adds wind and drag, goals with locked coordinates, and damped target springs to all rods.
void addSurroundings(RandomScene& random, unsigned seed);

// Rods and constraint forces.
void expectSameBits(const State& a, const State& b);

// Positions of all rods' tips.
std::vector<Eigen::Vector3d> tipsOf(const Scene& scene, const State& state);

}  // namespace tendril::test
