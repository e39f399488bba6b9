// One time step, as a minimum. Without forces, every material point x would end at its inertial target a. The
// step minimises
//
//   integral of rho/2 |x - a|^2 / gamma^2 + elastic energy - loads . x + gamma * dissipation
//
// over all poses of the rods, by Newton's method with the exact Hessian; each iteration is one sweep. One
// iteration is a linearly implicit step. Velocity products do not appear, and the line search lowers the
// potential. A step of `smooth` that gains energy is repeated by `robust`.
//
//   robust   a = x_0 + dt v_0,  gamma = dt: implicit Euler. First order; damps strongly.
//   smooth   xh = x_0 + (x_0 - x_-1) / 3, vh likewise, gamma = 2/3 dt, a = xh + gamma vh: BDF2 (for equal
//            steps). Second order; damps high frequencies, low ones hardly.
//
// Islands (rods attached to each other or coupled by constraints) are stepped independently, in parallel.
//
//   Workspace work(scene);
//   StepSettings settings;
//   settings.dt = 1.0 / 60;
//   for (...) Report report = step(scene, state, work, settings);
#pragma once

#include <memory>

#include "solver/scene/motion.h"
#include "solver/scene/scene.h"
#include "solver/sweep/rest_state.h"

namespace tendril::solver {

class Tree;        // solver/step/tree.h
class OwnStepper;  // solver/step/own_stepper.h

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
};

struct Report {
  int sweeps = 0;                   // of all islands
  double change = 0;                // rad, in the last iteration; the largest of all islands
  int retries = 0;                  // attempts that failed
  std::vector<std::size_t> failed;  // rods that kept their last shape
  bool lost = false;                // an island that failed turns too much even for its energies
};

// What the last step found for a rod and its island.
struct RodResult {
  int sweeps = 0;
  double change = 0;  // rad
  Energies energies;  // of the rod alone, at the end of the step
};

// Workspace: data kept from step to step, with a reference to the scene. Between steps only these may change:
// gravity, wind, rest shapes, goals, stiffness, damping, drag (not whether a rod has any), the values of
// forces and target springs, and constraints, which may come, go and act on other rods. What is coupled is
// found anew when they do; no memory is asked for once as many have been there.
class Workspace {
 public:
  explicit Workspace(const Scene& scene);
  ~Workspace();
  Workspace(const Workspace&) = delete;

  RodResult result(std::size_t rod) const;
  ConstraintResult constraintResult(std::size_t constraint) const;

 private:
  friend Report step(const Scene&, State&, Workspace&, const StepSettings&);
  class Coupling;

  const Scene* scene_;
  std::vector<std::unique_ptr<class Tree>> trees_;
  std::vector<std::pair<std::size_t, std::size_t>>
      places_;  // of each rod: tree, index there; no tree: index in own_
  std::unique_ptr<Coupling> coupling_;
  std::size_t elements_ = 0;
  std::vector<std::unique_ptr<OwnStepper>> own_;  // of models that are not swept
};

Report step(const Scene& scene, State& state, Workspace& work, const StepSettings& settings);

// Takes `steps` steps with its own workspace; `settings.time` is the end of the first. Sums the reports.
Report simulate(const Scene& scene, State& state, StepSettings settings, int steps);

// Kinetic, elastic and potential energy of a state; of rods that are swept.
Energies energiesOf(const Scene& scene, const State& state);
std::vector<Energies> energiesOfRods(const Scene& scene, const State& state);

}  // namespace tendril::solver
