// Rod to curve: frames and velocities anywhere along a rod.
#pragma once

#include <vector>

#include "solver/rods/rod_geometry.h"

namespace tendril::solver {

struct Sample {
  Frame<double> frame;
  Eigen::Vector3d velocity, spin;  // in the world
};

// At ascending arc lengths. Velocities are exact to some 1e-8 of themselves: a central difference of the
// exact shape over a motion of 1e-4 rad.
std::vector<Sample> sampleRod(const Shape& shape, const Motion& motion, const std::vector<double>& arc);

// orient of each sample, x y z w; neighbours on the same side, for those who mix them.
std::vector<Eigen::Vector4d> orientsOf(const std::vector<Sample>& samples);

// The shape after so many seconds of that motion at constant rates.
Shape moved(const Shape& shape, const Motion& motion, double seconds);

// Arc lengths of points that are evenly spread, or closer where the rod bends: neighbours turn by `angle` at
// the most (radians) and are `spacing` apart at the most. Throws an Error for absurdly many points.
std::vector<double> evenArcs(const Shape& shape, int segments);
std::vector<double> bentArcs(const Shape& shape, double angle, double spacing);

}  // namespace tendril::solver
