// Rods to measure.
#pragma once

#include "solver/sweep.h"

namespace tendril {

constexpr Model kAllModels[] = {
#define MODEL(name) Model::name,
#include "solver/models/models.def"
#undef MODEL
};

// Straight, along x, with equal elements; density 1000 kg/m3. SI units.
SceneRod straightRod(Model model, int elements, double length, double young, double radius = 1e-3);

// A natural curvature for all its elements.
void bendRest(SceneRod& rod, const Vector3d& kappa);

// 30 cm of rod, coiled about the downward axis and clamped at its top.
Scene hangingCurl(Model model, int elements, double young, double radius = 0.01, double pitch = 0.01);

}  // namespace tendril
