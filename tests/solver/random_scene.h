// Scenes for tests: random forests, and rods of one kind.
#pragma once

#include <random>

#include "solver/sweep.h"

namespace tendril::test {

constexpr Model kModels[] = {
#define MODEL(name) Model::name,
#include "solver/models/models.def"
#undef MODEL
};

// A straight rod along x with equal elements and sections.
SceneRod evenRod(Model model, int elements, double length, const SectionInput& section);

// The natural curvature of all elements; for chains, the turns of joints that follow such a curve.
void bendRest(SceneRod& rod, const Eigen::Vector3d& kappa);

struct RandomScene {
  Scene scene;
  State state;  // moving, bent
};

// A curl that hangs: a helix of this radius and pitch about the downward axis, clamped at its top.
Scene hangingCurl(Model model, int elements, double young, double radius = 0.01, double pitch = 0.01,
                  double length = 0.3);

// Rods of all models: held, free, and hung on each other at knots and inside elements.
RandomScene randomScene(unsigned seed, int rods, int mostElements);

}  // namespace tendril::test
