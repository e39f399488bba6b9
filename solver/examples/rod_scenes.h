// Sample rods and scenes, for tests and benchmarks.
#pragma once

#include "solver/scene/scene.h"

namespace tendril::solver {

// A straight rod along x with equal elements and sections. SI units.
SceneRod evenRod(Model model, int elements, double length, const SectionInput& section);

// The same with density 1000 kg/m3.
SceneRod straightRod(Model model, int elements, double length, double young, double radius = 1e-3);

// Sets the natural curvature of all elements; for chains, the equivalent joint rotations.
void bendRest(SceneRod& rod, const Vector3d& kappa);

// 30 cm of rod, coiled about the vertical and clamped at its top.
Scene hangingCurl(Model model, int elements, double young, double radius = 0.01, double pitch = 0.01);

// A pot plant of `links` links in air: a stem and shoots of three. It sways at 1.2 Hz with a damping ratio of
// 0.05 or more.
Scene potPlant(int links);

// Hairs of random direction and curl. Heavy: 30 cm long, radius 40 micrometres, E = 4 GPa, unstable as drawn;
// otherwise w L^3 / EI up to 4.
Scene hairs(Model model, int count, bool heavy);

}  // namespace tendril::solver
