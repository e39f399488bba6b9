// Equilibria.
#include "solver/statics.h"

#include <algorithm>
#include <cmath>

#include "solver/error.h"
#include "solver/rotations.h"

namespace tendril {
namespace {

using Eigen::Vector3d;

class Search {
 public:
  Search(const Scene& scene, State& state, const StaticsSettings& settings)
      : scene_(scene),
        state_(state),
        settings_(settings),
        sweep_(scene),
        still_(scene.rods.size(), Vec6d::Zero()) {
    newton_.gravity = scene.gravity;
    placed_ = placementOf(state.rods);
    for (auto& rates : placed_.rates) rates.assign(rates.size(), Vector3d::Zero());
    placed_.roots.assign(scene.rods.size(), {});
  }

  Equilibrium run() {
    Equilibrium result;
    double before = potentialAt(placed_);
    for (; result.iterations < settings_.iterations && !result.found; ++result.iterations) {
      const bool whole = solve(true);
      if (!whole && !solve(false)) break;
      result.change = largestTurn();
      if (!std::isfinite(result.change)) break;
      if (!descend(before, result.change)) break;
      result.found = whole && result.change < settings_.tolerance;
    }
    potentialAt(placed_);
    result.stable = solve(true);
    for (std::size_t r = 0; r < placed_.poses.size(); ++r) {
      state_.rods[r].pose = placed_.poses[r];
      state_.rods[r].rates = placed_.rates[r];
      state_.rods[r].velocity = state_.rods[r].spin = Vector3d::Zero();
    }
    state_.past.clear();
    return result;
  }

 private:
  double potentialAt(Placement& placement) {
    sweep_.place(placement);
    return sweep_.potential(newton_, placement.rates);
  }

  bool solve(bool whole) {
    sweep_.weigh(newton_);
    newton_.whole = whole;
    sweep_.loadNewton(newton_, placed_.rates);
    return sweep_.solve(still_);
  }

  double largestTurn() const {
    double most = 0;
    for (std::size_t r = 0; r < placed_.poses.size(); ++r) {
      const SceneRod& rod = scene_.rods[r];
      const std::vector<Vector3d>& found = sweep_.rod(r).accelerations();
      for (std::size_t k = 0; k < found.size(); ++k) {
        const double turn =
            found[k].norm() * (rod.model == Model::chain ? 1 : rod.length(std::min(k, rod.elements() - 1)));
        if (!(turn <= most)) most = turn;  // NaN, too
      }
    }
    return most;
  }

  // The step, or less of it: nothing turns by more than a right angle, and the potential does not rise but by
  // rounding.
  bool descend(double& before, double turn) {
    constexpr double kLargest = 1.5;  // rad
    for (double part = std::min(1.0, kLargest / std::max(turn, 1e-300)); part > 1e-10; part *= 0.5) {
      Placement there = placed_;
      for (std::size_t r = 0; r < there.poses.size(); ++r) {
        const std::vector<Vector3d>& found = sweep_.rod(r).accelerations();
        for (std::size_t k = 0; k < found.size(); ++k) {
          if (scene_.rods[r].model == Model::chain)
            there.poses[r].joints[k] = there.poses[r].joints[k] * turnBy(part * found[k]);
          else
            there.poses[r].kappa[k] += part * found[k];
        }
      }
      const double now = potentialAt(there);
      if (now <= before + 1e-13 * std::abs(before)) {
        before = now;
        placed_ = std::move(there);
        return true;
      }
    }
    return false;
  }

  const Scene& scene_;
  State& state_;
  const StaticsSettings& settings_;
  Sweep sweep_;
  std::vector<Vec6d> still_;
  Newton newton_;
  Placement placed_;
};

}  // namespace

Equilibrium findEquilibrium(const Scene& scene, State& state, const StaticsSettings& settings) {
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (scene.rods[r].root == Root::free)
      throw Error("rod " + std::to_string(r) + " is held by nothing: it has no equilibrium");
  return Search(scene, state, settings).run();
}

}  // namespace tendril
