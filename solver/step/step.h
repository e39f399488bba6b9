// One step in time, as a minimum. Where forces did nothing, every material point would end at `aim`; the step
// ends where
//
//   integral of rho/2 |x - aim|^2 / gamma^2 + elastic energy - loads . x + gamma * dissipation
//
// is least over all poses of the rods. Newton's method with the exact second derivative, each iteration one
// sweep; one iteration is a linearly implicit step. There are no velocity products to be explicit about, and
// what is found lowers the potential. A step of `smooth` that gains energy all the same is done again by
// `robust`.
//
//   robust   aim = x + dt v,  gamma = dt: implicit Euler. First order, damps.
//   smooth   x^ = x + (x - x_before) / 3, v^ likewise, gamma = 2/3 dt, aim = x^ + gamma v^: BDF2 (for equal
//            steps). Second order; damped at infinity, hardly below.
//
// Trees (rods that hang on each other) know nothing of one another: each is stepped by itself, many at once.
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

enum class Scheme { smooth, robust };

struct StepSettings {
  double dt = 1.0 / 24;  // s
  Scheme scheme = Scheme::smooth;
  int iterations = 8;        // of Newton, at the most; calm motion needs one
  double tolerance = 1e-5;   // rad: iterations end where the next would turn nothing by more than about that
  int halvings = 6;          // of a step that fails
  bool keepMomentum = true;  // of free rods: what is lost to rounding and to the scheme is given back
  double time = 0;           // s, at the end of the step: for the wind
  double part = 1;           // of the way that goals have still to go, which this step makes
  // Of all rods, of which those that are held are looked at; null: they stay where they are.
  const std::vector<RootTarget>* roots = nullptr;
};

struct Report {
  int sweeps = 0;                   // of all trees
  double change = 0;                // rad, of the last iteration; the largest of a tree
  int retries = 0;                  // tries that failed, and went on with `robust`, or in halves
  std::vector<std::size_t> failed;  // rods that had to keep their last good shape
  bool lost = false;                // of a tree: it turns so much that nothing can be said of it
};

// What the last step found for a rod, and for the island that it belongs to.
struct RodResult {
  int sweeps = 0;
  double change = 0;  // rad
  Energies energies;  // of the rod alone, where the step ended
};

// What a step needs besides, kept from step to step. Keeps a reference to the scene, whose rods stay as they
// are but for gravity, wind, rest shapes, goals, stiffness, damping, drag (not whether there is any), and how
// strong forces and pulls are. Of constraints all may change but which rods they hold.
class Workspace {
 public:
  explicit Workspace(const Scene& scene);
  ~Workspace();
  Workspace(const Workspace&) = delete;

  RodResult result(std::size_t rod) const;
  ConstraintResult constraintResult(std::size_t constraint) const;

 private:
  friend Report step(const Scene&, State&, Workspace&, const StepSettings&);
  const Scene* scene_;
  std::vector<std::unique_ptr<class Island>> islands_;
  std::vector<std::pair<std::size_t, std::size_t>> places_;            // of each rod: tree, number there
  std::vector<std::pair<std::size_t, std::size_t>> constraintPlaces_;  // of each constraint
};

Report step(const Scene& scene, State& state, Workspace& work, const StepSettings& settings);

// So many steps with a workspace of its own; `settings.time` is that of the first step's end. Reports are
// summed up.
Report simulate(const Scene& scene, State& state, StepSettings settings, int steps);

// Of a state: kinetic, elastic, potential.
Energies energiesOf(const Scene& scene, const State& state);
std::vector<Energies> energiesOfRods(const Scene& scene, const State& state);

}  // namespace tendril::solver
