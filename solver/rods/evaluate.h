// Rod to curve: frames and velocities anywhere along a rod.
#pragma once

#include <vector>

#include "solver/rods/rod_geometry.h"

namespace tendril::solver {

struct Sample {
  Frame<double> frame;
  Eigen::Vector3d velocity, spin;  // in the world
};

// Samples at ascending arc lengths. Velocities have a relative error of about 1e-8: central differences of
// the exact shape over 1e-4 rad.
std::vector<Sample> sampleRod(const Shape& shape, const Motion& motion, const std::vector<double>& arc);

// orient of each sample, x y z w, with signs that make neighbours fit for interpolation.
std::vector<Eigen::Vector4d> orientsOf(const std::vector<Sample>& samples);

// The shape after `seconds` of this motion at constant rates.
Shape moved(const Shape& shape, const Motion& motion, double seconds);

// Arc lengths of points. evenArcs: evenly spaced. bentArcs: elements are divided so that neighbours bend by
// at most `angle` (rad) and are at most `spacing` apart; throws an Error for more than a million points an
// element.
std::vector<double> evenArcs(const Shape& shape, int segments);
std::vector<double> bentArcs(const Shape& shape, double angle, double spacing);

}  // namespace tendril::solver
