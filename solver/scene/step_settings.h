// What a step is told, and what it reports.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "solver/scene/motion.h"

namespace tendril::solver {

enum class Scheme { smooth, robust };

struct StepSettings {
  double dt = 1.0 / 24;  // s
  Scheme scheme = Scheme::smooth;
  int iterations = 8;        // of Newton's method, at most (with constraints: 24 more)
  double tolerance = 1e-5;   // ends iterations where (change in rad)^2 is below
  int halvings = 6;          // of a step that fails, at most
  bool keepMomentum = true;  // of free islands: restore what the scheme and rounding lost
  double time = 0;           // s, at the end of the step, for the wind
  double part = 1;           // of the remaining way to the goals, made in this step
  // Targets of all rods' roots; only clamped roots use theirs. Null: roots stay where they are.
  const std::vector<RootTarget>* roots = nullptr;
  // Told after each island: how many are done, of how many; from any thread. Null: nobody is.
  const std::function<void(std::size_t, std::size_t)>* progress = nullptr;
};

struct Report {
  int sweeps = 0;                    // of all islands
  double change = 0;                 // rad, in the last iteration; the largest of all islands
  int retries = 0;                   // attempts that failed
  std::vector<std::size_t> failed;   // rods that kept their last shape
  std::vector<std::size_t> stopped;  // rods that lost their motion where they hit something
  bool lost = false;                 // an island that failed turns too much even for its energies
};

// What the last step found for a rod and its island.
struct RodResult {
  int sweeps = 0;
  double change = 0;  // rad
  Energies energies;  // of the rod alone, at the end of the step
};

// A contact with a collider at the end of the last step.
struct ContactResult {
  double arc = 0;                                   // m from the root
  std::size_t collider = 0;                         // in the scene
  Eigen::Vector3d place = Eigen::Vector3d::Zero();  // m, on the centreline
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  // N, on the rod
  double overlap = 0;                               // of the clearance
  bool withRod = false;                             // another rod, or itself; no collider
  bool again = false;                               // the other rod has it, too, and is before it
};

}  // namespace tendril::solver
