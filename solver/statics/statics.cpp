// Equilibria.
#include "solver/statics/statics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/base/error.h"
#include "solver/base/parallel.h"
#include "solver/kinematics/rotation_vector.h"
#include "solver/rods/model.h"
#include "solver/scene/islands.h"
#include "solver/step/step.h"
#include "solver/sweep/sweep.h"

namespace tendril::solver {
namespace {

void checkRests(const Scene& scene) {
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (!modelType(scene.rods[r].model).canRest)
      throw Error("rod " + std::to_string(r) + " is a " + nameOf(scene.rods[r].model) +
                  ", which has no equilibria; simulate it dynamically");
}

struct Found {
  bool found = false, stable = false;
  int iterations = 0;
  double change = 0;
};

// Newton search for the equilibrium of one island.
class Search {
 public:
  Search(const Scene& scene, const std::vector<std::size_t>& rods, const State& state,
         const StaticsSettings& settings)
      : scene_(scene), settings_(settings), sweep_(scene, rods), still_(rods.size(), Vec6d::Zero()) {
    for (const std::size_t r : rods) {
      poses_.push_back(state.rods[r].pose);
      rates_.emplace_back(state.rods[r].rates.size(), Vector3d::Zero());
    }
  }

  Found run() {
    const std::vector<Pose> start = poses_;
    Found result = search(1);
    if (!result.found) {
      poses_ = start;
      for (int i = 1; i <= settings_.loadSteps; ++i)
        result = search(static_cast<double>(i) / settings_.loadSteps);
    }
    potentialAt(poses_);
    result.stable = result.found && solve(true);
    return result;
  }

  const Pose& pose(std::size_t r) const { return poses_[r]; }

 private:
  // At the part `load` of gravity.
  Found search(double load) {
    terms_.gravity = load * scene_.gravity;
    Found result;
    double before = potentialAt(poses_);
    if (!std::isfinite(before)) return result;
    for (; result.iterations < settings_.iterations && !result.found; ++result.iterations) {
      const bool whole = solve(true);
      if (!whole && !solve(false)) break;
      result.change = largestTurn();
      if (!std::isfinite(result.change)) break;
      if (!lineSearch(before, result.change)) break;
      result.found = whole && result.change < settings_.tolerance;
    }
    return result;
  }

  // Stations may differ from pose to pose: there is no inertia.
  double potentialAt(std::vector<Pose>& poses) {
    if (!sweep_.reserveStations(poses, true)) return std::numeric_limits<double>::infinity();
    sweep_.applyStations();
    sweep_.setPose(poses);
    sweep_.startForces({scene_.gravity, {}}, 0);
    return sweep_.potential(terms_, rates_, size_);
  }

  bool solve(bool whole) {
    terms_.fullHessian = whole;
    sweep_.assembleNewton(terms_, rates_);
    return sweep_.solve(still_, whole ? 0 : 1e-14);
  }

  double largestTurn() const {
    double most = 0;
    for (std::size_t r = 0; r < sweep_.size(); ++r) {
      const double turn = sweep_.rod(r).kinematics.largestTurn(sweep_.rod(r).elimination.accelerations());
      if (!(turn <= most)) most = turn;  // also NaN
    }
    return most;
  }

  // Halves the step, which turns at most kLargest, until the potential rises by no more than rounding.
  bool lineSearch(double& before, double turn) {
    constexpr double kLargest = 1.5;  // rad
    for (double part = std::min(1.0, kLargest / std::max(turn, 1e-300)); part > 1e-10; part *= 0.5) {
      there_ = poses_;
      for (std::size_t r = 0; r < there_.size(); ++r)
        there_[r].setChanged(poses_[r], sweep_.rod(r).elimination.accelerations(), part);
      const double now = potentialAt(there_);
      if (now <= before + 1e-13 * size_) {
        before = now;
        std::swap(poses_, there_);
        potentialAt(poses_);
        return true;
      }
    }
    potentialAt(poses_);
    return false;
  }

  const Scene& scene_;
  const StaticsSettings& settings_;
  Sweep sweep_;
  std::vector<Vec6d> still_;
  StepTerms terms_;
  double size_ = 0;
  std::vector<Pose> poses_, there_;
  std::vector<Vectors> rates_;
};

}  // namespace

namespace {

template <class OfTree>
Equilibrium ofAll(const std::vector<std::vector<std::size_t>>& trees, const std::vector<OfTree>& found) {
  Equilibrium all;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    if (!found[t].found) all.lost.push_back(trees[t][0]);
    if (!found[t].stable) all.unstable.push_back(trees[t][0]);
    all.iterations = std::max(all.iterations, found[t].iterations);
    all.change = std::max(all.change, found[t].change);
  }
  all.found = all.lost.empty();
  all.stable = all.unstable.empty();
  return all;
}

}  // namespace

Equilibrium findEquilibrium(const Scene& scene, State& state, const StaticsSettings& settings) {
  checkScene(scene);
  checkState(scene, state);
  if (!scene.constraints.empty()) throw Error("constraints: their equilibrium is found by settle()");
  checkRests(scene);
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (scene.rods[r].root == Root::free)
      throw Error("rod " + std::to_string(r) + " is held by nothing: it has no equilibrium");
  const std::vector<std::vector<std::size_t>> trees = islandsOf(scene);
  std::vector<Found> found(trees.size());
  parallelFor(trees.size(), [&](std::size_t t) {
    Search search(scene, trees[t], state, settings);
    found[t] = search.run();
    for (std::size_t i = 0; i < trees[t].size(); ++i) {
      RodState& rod = state.rods[trees[t][i]];
      rod.pose = search.pose(i);
      std::fill(rod.rates.begin(), rod.rates.end(), Vector3d::Zero());
      rod.velocity = rod.spin = Vector3d::Zero();
    }
  });
  state.past.clear();
  state.pastStep.clear();
  return ofAll(trees, found);
}

namespace {

bool isBlown(const Scene& tree) {
  return std::any_of(tree.rods.begin(), tree.rods.end(), [&](const SceneRod& rod) {
    return std::any_of(rod.drag.begin(), rod.drag.end(), [&](const Drag& drag) {
      return tree.wind.blows() || (drag.grip > 0 && !drag.target.isZero(0));
    });
  });
}

// False if it has not converged.
bool settleInWind(const Scene& tree, State& state, double time, const StaticsSettings& settings,
                  Equilibrium& found) {
  found = findEquilibrium(tree, state, settings);
  if (!isBlown(tree)) return found.found;
  constexpr int kTurns = 12;
  constexpr double near = 1e-3;  // of a rod's length: displacement in the last turn
  Scene loaded = tree;
  for (int i = 0; i < kTurns; ++i) {
    for (std::size_t r = 0; r < tree.rods.size(); ++r) {
      const std::vector<Frame<double>> frames = knotFrames(shapeOf(tree.rods[r], state.rods[r].pose));
      for (std::size_t k = 0; k < tree.rods[r].drag.size(); ++k) {
        const DragAt at(tree.rods[r].drag[k], frames[k].axes, tree.wind.at(frames[k].position, time));
        // under-relaxed by half: rods that the wind lifts would oscillate
        Vector3d& load = loaded.rods[r].drag[k].load;
        const Vector3d blow = tree.rods[r].drag[k].load + at.force(Vector3d::Zero());
        load = i == 0 ? blow : Vector3d(0.5 * (load + blow));
      }
    }
    const State before = state;
    found = findEquilibrium(loaded, state, settings);
    if (!found.found) return false;
    double moved = 0;
    for (std::size_t r = 0; r < state.rods.size(); ++r) {
      const std::vector<Frame<double>> was = knotFrames(shapeOf(tree.rods[r], before.rods[r].pose)),
                                       is = knotFrames(shapeOf(tree.rods[r], state.rods[r].pose));
      for (std::size_t k = 0; k < is.size(); ++k)
        moved = std::max(moved, (is[k].position - was[k].position).norm() / tree.rods[r].arc.back());
    }
    if (moved < near) return true;
  }
  return false;
}

// Implicit Euler steps without momentum: each minimises the potential plus 1/2 mass |displacement|^2 / dt^2.
// A mode of frequency w decays by 1 + (w dt)^2.
bool relax(const Scene& scene, State& state, double time, Equilibrium& all) {
  constexpr int kSteps = 40, kIterations = 8, kStops = 4;
  // of the length: displacement in the last step; friction stops what touches before it is where it would be
  const bool touches = !scene.colliders.empty();
  const double near = touches ? 1e-6 : 1e-8;
  constexpr double kStill = 1e-3;  // the same, after the last step of what touches
  StepSettings steps;
  steps.dt = 1;
  steps.scheme = Scheme::robust;
  steps.iterations = kIterations;
  // without constraints a step that fails is final; constraints may start far from satisfied
  steps.halvings = touches ? 2 : scene.constraints.empty() ? 0 : 6;
  steps.tolerance = near * near;
  steps.time = time;
  steps.keepMomentum = false;
  Workspace work(scene);
  int stops = 0;  // steps in which a contact stopped something
  for (int i = 0; i < kSteps; ++i) {
    double moved = 0, length = 0;
    const std::vector<RodState> before = state.rods;
    const Report report = step(scene, state, work, steps);
    all.iterations = std::max(all.iterations, report.sweeps);
    if (!report.failed.empty()) return false;
    if (!report.stopped.empty() && ++stops == kStops) return false;
    for (std::size_t r = 0; r < state.rods.size(); ++r) {
      RodState& rod = state.rods[r];
      const std::vector<Frame<double>> was = knotFrames(shapeOf(scene.rods[r], before[r].pose)),
                                       is = knotFrames(shapeOf(scene.rods[r], rod.pose));
      length += scene.rods[r].arc.back();
      for (std::size_t k = 0; k < is.size(); ++k)  // twist moves no point
        moved = std::max({moved, (is[k].position - was[k].position).norm(),
                          scene.rods[r].arc.back() * turnBetween(was[k].axes, is[k].axes).norm()});
      std::fill(rod.rates.begin(), rod.rates.end(), Vector3d::Zero());
      rod.velocity = rod.spin = Vector3d::Zero();
    }
    state.past.clear();
    state.pastStep.clear();
    for (ConstraintState& held : state.constraints) held.velocity.setZero();
    all.constraints.resize(scene.constraints.size());
    for (std::size_t c = 0; c < scene.constraints.size(); ++c) {
      const ConstraintResult sum = all.constraints[c];
      all.constraints[c] = work.constraintResult(c);
      all.constraints[c].slide += sum.slide;
      all.constraints[c].dissipated += sum.dissipated;
    }
    all.change = moved / length;
    if (moved < near * length) return true;
  }
  return touches && all.change < kStill;
}

}  // namespace

Equilibrium settle(const Scene& scene, State& state, double time, const StaticsSettings& settings) {
  checkRests(scene);
  const std::vector<std::vector<std::size_t>> trees = islandsOf(scene);
  const std::vector<std::vector<std::size_t>> holds = constraintsOf(scene, trees);
  std::vector<Equilibrium> found(trees.size());
  Equilibrium all;
  all.constraints.resize(scene.constraints.size());
  state.constraints.resize(scene.constraints.size());
  // islands are independent
  parallelFor(trees.size(), [&](std::size_t t) {
    const std::vector<std::size_t>& tree = trees[t];
    const bool free = scene.rods[tree[0]].root == Root::free;
    const bool pulled = std::any_of(tree.begin(), tree.end(), [&](std::size_t r) {
      const auto& pulls = scene.rods[r].targetSprings;
      return std::any_of(pulls.begin(), pulls.end(),
                         [](const TargetSpring& pull) { return pull.stiffness > 0; });
    });
    const std::vector<std::size_t>& held = holds[t];
    const Scene own = sceneOfIsland(scene, tree, held);
    if (free && !pulled && held.empty() && scene.colliders.empty()) return;
    State its;
    for (const std::size_t r : tree) its.rods.push_back(state.rods[r]);
    for (const std::size_t c : held) its.constraints.push_back(state.constraints[c]);
    const bool alone = !free && held.empty() && scene.colliders.empty();
    const bool rests =
        (alone && settleInWind(own, its, time, settings, found[t])) || relax(own, its, time, found[t]);
    found[t].found = rests;
    for (std::size_t i = 0; i < held.size() && i < found[t].constraints.size(); ++i) {
      state.constraints[held[i]] = its.constraints[i];
      all.constraints[held[i]] = found[t].constraints[i];
    }
    for (std::size_t i = 0; i < tree.size(); ++i) state.rods[tree[i]] = its.rods[i];
  });
  for (RodState& rod : state.rods) {
    std::fill(rod.rates.begin(), rod.rates.end(), Vector3d::Zero());
    rod.velocity = rod.spin = Vector3d::Zero();
  }
  state.past.clear();
  state.pastStep.clear();
  Equilibrium whole = ofAll(trees, found);
  whole.constraints = std::move(all.constraints);
  return whole;
}

}  // namespace tendril::solver
