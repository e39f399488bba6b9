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

#include "solver/scene/scene.h"
#include "solver/scene/step_settings.h"
#include "solver/sweep/rest_state.h"

namespace tendril::solver {

class Tree;        // solver/step/tree.h
class OwnStepper;  // solver/scene/own_stepper.h
class NearTrees;   // solver/step/near_trees.h

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
  // Those of the rod that have a force.
  std::vector<ContactResult> contactResults(std::size_t rod) const;

 private:
  friend Report step(const Scene&, State&, Workspace&, const StepSettings&);
  class Coupling;

  const Scene* scene_;
  std::vector<std::unique_ptr<class Tree>> trees_;
  // of each rod: tree, index there; behind the last tree: index in own_
  std::vector<std::pair<std::size_t, std::size_t>> places_;
  std::unique_ptr<Coupling> coupling_;
  std::unique_ptr<NearTrees> near_;
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
