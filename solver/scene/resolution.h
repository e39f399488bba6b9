// Whether elements are short enough for the tension in a rod.
//
//   for (const CoarsePlace& place : coarsePlaces(scene, state, loads)) place.rod ... place.wanted
//
// Where something pulls across a taut rod, or turns its end, the rod bends within the bending length sqrt(EI
// / T), exp(-s / length). Longer elements spread the same turn over themselves, which moves the rod to the
// side. docs/method.md has the estimate. SI units.
#pragma once

#include "solver/scene/scene.h"

namespace tendril::solver {

// A force on a rod, N in the world.
struct PointLoad {
  std::size_t rod = 0;
  double arc = 0;  // m
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
};

struct CoarsePlace {
  std::size_t rod = 0;
  double arc = 0;      // m from the root
  double element = 0;  // m, length of elements there
  double wanted = 0;   // m, the longest that would do
  double miss = 0;     // m, how far the rod is put to the side
};

constexpr double kVisibleMiss = 0.005;  // of a rod's length

// The worst place of each rod that is put aside by more than kVisibleMiss of its length; by rods. `loads`:
// what acts on rods besides gravity, attached rods and target springs. Inertia counts where it relieves a
// rod; forces of air are left out. Chains have no such places: their links are what they are.
std::vector<CoarsePlace> coarsePlaces(const Scene& scene, const State& state,
                                      const std::vector<PointLoad>& loads);

}  // namespace tendril::solver
