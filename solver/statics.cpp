// Equilibria.
#include "solver/statics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/error.h"

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
    double before = potentialAt(placed_.poses);
    for (; result.iterations < settings_.iterations && !result.found; ++result.iterations) {
      const bool whole = solve(true);
      if (!whole && !solve(false)) break;
      result.change = largestTurn();
      if (!std::isfinite(result.change)) break;
      if (!descend(before, result.change)) break;
      result.found = whole && result.change < settings_.tolerance;
    }
    potentialAt(placed_.poses);
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
  // Stations for every pose: a search has no points that must stay the same.
  double potentialAt(std::vector<Pose>& poses) {
    if (!sweep_.allow(poses, true)) return std::numeric_limits<double>::infinity();
    sweep_.settle();
    sweep_.place(poses);
    return sweep_.potential(newton_, placed_.rates);
  }

  bool solve(bool whole) {
    sweep_.weigh(newton_);
    newton_.whole = whole;
    sweep_.loadNewton(newton_, placed_.rates);
    return sweep_.solve(still_);
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
      there_ = placed_.poses;
      for (std::size_t r = 0; r < there_.size(); ++r)
        sweep_.rod(r).add(placed_.poses[r], sweep_.rod(r).accelerations(), part, there_[r]);
      const double now = potentialAt(there_);
      if (now <= before + 1e-13 * std::abs(before)) {
        before = now;
        std::swap(placed_.poses, there_);
        potentialAt(placed_.poses);
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
  std::vector<Pose> there_;
};

}  // namespace

Equilibrium findEquilibrium(const Scene& scene, State& state, const StaticsSettings& settings) {
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (scene.rods[r].root == Root::free)
      throw Error("rod " + std::to_string(r) + " is held by nothing: it has no equilibrium");
  return Search(scene, state, settings).run();
}

}  // namespace tendril
