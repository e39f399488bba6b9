// Sample rods and scenes: to try, to test and to measure.
#pragma once

#include "solver/scene/scene.h"

namespace tendril::solver {

// Straight, along x, with equal elements and sections. SI units.
SceneRod evenRod(Model model, int elements, double length, const SectionInput& section);

// The same of radius 1 mm and 1000 kg/m3.
SceneRod straightRod(Model model, int elements, double length, double young, double radius = 1e-3);

// A natural curvature for all its elements; for chains, the turns of joints that follow such a curve.
void bendRest(SceneRod& rod, const Vector3d& kappa);

// 30 cm of rod, coiled about the downward axis and clamped at its top.
Scene hangingCurl(Model model, int elements, double young, double radius = 0.01, double pitch = 0.01);

// A pot plant in the air, of so many links: a stem and shoots of three. It sways at 1.2 Hz, damped by a
// twentieth and more.
Scene potPlant(int links);

// Hairs of every direction and curl. Heavy: 30 cm of 40 micrometres, E = 4 GPa, which cannot stand as drawn;
// else w L^3 / EI up to 4.
Scene hairs(Model model, int count, bool heavy);

}  // namespace tendril::solver
