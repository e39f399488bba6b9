// Equilibria.
#include "solver/statics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/error.h"
#include "solver/parallel.h"
#include "solver/step.h"

namespace tendril {
namespace {

struct Found {
  bool found = false, stable = false;
  int iterations = 0;
  double change = 0;
};

// Of one tree.
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
  // Under a part of gravity.
  Found search(double load) {
    newton_.gravity = load * scene_.gravity;
    Found result;
    double before = potentialAt(poses_);
    if (!std::isfinite(before)) return result;
    for (; result.iterations < settings_.iterations && !result.found; ++result.iterations) {
      const bool whole = solve(true);
      if (!whole && !solve(false)) break;
      result.change = largestTurn();
      if (!std::isfinite(result.change)) break;
      if (!descend(before, result.change)) break;
      result.found = whole && result.change < settings_.tolerance;
    }
    return result;
  }

  // Stations for every pose: a search has no points that must stay the same.
  double potentialAt(std::vector<Pose>& poses) {
    if (!sweep_.allow(poses, true)) return std::numeric_limits<double>::infinity();
    sweep_.settle();
    sweep_.place(poses);
    sweep_.feel(Wind(), 0);
    return sweep_.potential(newton_, rates_, size_);
  }

  bool solve(bool whole) {
    sweep_.weigh(newton_);
    newton_.whole = whole;
    sweep_.loadNewton(newton_, rates_);
    return sweep_.solve(still_, whole ? 0 : 1e-14);
  }

  double largestTurn() const {
    double most = 0;
    for (std::size_t r = 0; r < sweep_.size(); ++r) {
      const double turn = sweep_.rod(r).largestTurn(sweep_.rod(r).accelerations());
      if (!(turn <= most)) most = turn;  // NaN, too
    }
    return most;
  }

  // The step, or less of it: nothing turns by more than a right angle, and the potential does not rise but by
  // rounding.
  bool descend(double& before, double turn) {
    constexpr double kLargest = 1.5;  // rad
    for (double part = std::min(1.0, kLargest / std::max(turn, 1e-300)); part > 1e-10; part *= 0.5) {
      there_ = poses_;
      for (std::size_t r = 0; r < there_.size(); ++r)
        sweep_.rod(r).add(poses_[r], sweep_.rod(r).accelerations(), part, there_[r]);
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
  Newton newton_;
  double size_ = 0;
  std::vector<Pose> poses_, there_;
  std::vector<Vectors> rates_;
};

}  // namespace

Equilibrium findEquilibrium(const Scene& scene, State& state, const StaticsSettings& settings) {
  checkScene(scene);
  checkState(scene, state);
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (scene.rods[r].root == Root::free)
      throw Error("rod " + std::to_string(r) + " is held by nothing: it has no equilibrium");
  const std::vector<std::vector<std::size_t>> trees = treesOf(scene);
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

namespace {

Equilibrium findEquilibriumInWind(const Scene& scene, State& state, double time,
                                  const StaticsSettings& settings) {
  const bool blown = scene.wind.blows() && std::any_of(scene.rods.begin(), scene.rods.end(), [](const SceneRod& rod) {
                       return !rod.drag.empty();
                     });
  if (!blown) return findEquilibrium(scene, state, settings);
  constexpr int kTurns = 12;
  constexpr double kNear = 1e-3;  // rad: what the last turn moved
  Scene loaded = scene;
  Equilibrium found;
  for (int i = 0; i < kTurns; ++i) {
    for (std::size_t r = 0; r < scene.rods.size(); ++r) {
      const std::vector<Frame<double>> frames = knotFrames(shapeOf(scene.rods[r], state.rods[r].pose));
      for (std::size_t k = 0; k < scene.rods[r].drag.size(); ++k) {
        const DragAt at{scene.rods[r].drag[k], frames[k].axes, scene.wind.at(frames[k].position, time)};
        // half of the way each turn: rods that the wind lifts would jump to and fro
        Vector3d& load = loaded.rods[r].drag[k].load;
        const Vector3d blow = scene.rods[r].drag[k].load + at.force(Vector3d::Zero());
        load = i == 0 ? blow : Vector3d(0.5 * (load + blow));
      }
    }
    const State before = state;
    found = findEquilibrium(loaded, state, settings);
    double moved = 0;
    for (std::size_t r = 0; r < state.rods.size(); ++r) {
      const std::vector<Frame<double>> was = knotFrames(shapeOf(scene.rods[r], before.rods[r].pose)),
                                       is = knotFrames(shapeOf(scene.rods[r], state.rods[r].pose));
      for (std::size_t k = 0; k < is.size(); ++k)
        moved = std::max(moved, (is[k].position - was[k].position).norm() / scene.rods[r].arc.back());
    }
    if (moved < kNear) break;
  }
  return found;
}

// A tree by itself.
Scene sceneOf(const Scene& scene, const std::vector<std::size_t>& tree) {
  Scene own;
  own.gravity = scene.gravity;
  own.wind = scene.wind;
  for (const std::size_t r : tree) {
    own.rods.push_back(scene.rods[r]);
    int& parent = own.rods.back().parent;
    if (own.rods.back().root == Root::hung)
      parent = static_cast<int>(
          std::lower_bound(tree.begin(), tree.end(), static_cast<std::size_t>(parent)) - tree.begin());
  }
  return own;
}

// Each step goes to where the potential and the distance from the last shape (by mass, over the square of the
// step's time) are least together: what swings at w comes nearer by 1 + (w dt)^2.
bool relax(const Scene& scene, State& state, double time, const StaticsSettings& settings, Equilibrium& all) {
  constexpr int kSteps = 100;
  constexpr double kNear = 1e-8;  // of the length: what the last step moved
  StepSettings steps;
  steps.dt = 1;
  steps.scheme = Scheme::robust;
  steps.iterations = settings.iterations;
  steps.tolerance = kNear * kNear;
  steps.time = time;
  steps.keepMomentum = false;
  Work work(scene);
  for (int i = 0; i < kSteps; ++i) {
    double moved = 0, length = 0;
    const std::vector<RodState> before = state.rods;
    const Report report = step(scene, state, work, steps);
    all.iterations = std::max(all.iterations, report.sweeps);
    if (!report.held.empty()) return false;
    for (std::size_t r = 0; r < state.rods.size(); ++r) {
      RodState& rod = state.rods[r];
      const std::vector<Frame<double>> was = knotFrames(shapeOf(scene.rods[r], before[r].pose)),
                                       is = knotFrames(shapeOf(scene.rods[r], rod.pose));
      length += scene.rods[r].arc.back();
      for (std::size_t k = 0; k < is.size(); ++k) moved = std::max(moved, (is[k].position - was[k].position).norm());
      std::fill(rod.rates.begin(), rod.rates.end(), Vector3d::Zero());
      rod.velocity = rod.spin = Vector3d::Zero();
    }
    state.past.clear();
    state.pastStep.clear();
    all.change = moved / length;
    if (moved < kNear * length) return true;
  }
  return false;
}

}  // namespace

Equilibrium settle(const Scene& scene, State& state, double time, const StaticsSettings& settings) {
  Scene held = scene;
  for (SceneRod& rod : held.rods)
    if (rod.root == Root::free) rod.root = Root::held;
  std::vector<std::vector<std::size_t>> pulled, loose;
  for (std::vector<std::size_t>& tree : treesOf(scene)) {
    if (scene.rods[tree[0]].root != Root::free) continue;
    const bool isPulled = std::any_of(tree.begin(), tree.end(), [&](std::size_t r) {
      const auto& pulls = scene.rods[r].pulls;
      return std::any_of(pulls.begin(), pulls.end(), [](const Pull& pull) { return pull.stiffness > 0; });
    });
    (isPulled ? pulled : loose).push_back(std::move(tree));
  }
  const std::vector<RodState> before = state.rods;
  Equilibrium all = findEquilibriumInWind(held, state, time, settings);
  const auto stay = [&](const std::vector<std::size_t>& tree) {
    for (const std::size_t r : tree) {
      state.rods[r].pose = before[r].pose;
      all.lost.erase(std::remove(all.lost.begin(), all.lost.end(), r), all.lost.end());
      all.unstable.erase(std::remove(all.unstable.begin(), all.unstable.end(), r), all.unstable.end());
    }
  };
  for (const std::vector<std::size_t>& tree : loose) stay(tree);
  for (const std::vector<std::size_t>& tree : pulled) {
    stay(tree);
    const Scene own = sceneOf(scene, tree);
    State its;
    for (const std::size_t r : tree) its.rods.push_back(state.rods[r]);
    if (!relax(own, its, time, settings, all)) all.lost.push_back(tree[0]);
    for (std::size_t i = 0; i < tree.size(); ++i) state.rods[tree[i]] = its.rods[i];
  }
  std::sort(all.lost.begin(), all.lost.end());
  all.found = all.lost.empty();
  all.stable = all.unstable.empty();
  return all;
}

}  // namespace tendril
