// Inverse statics.
#include "solver/statics/sag_free.h"

#include <algorithm>
#include <cmath>

#include "solver/base/error.h"
#include "solver/base/parallel.h"
#include "solver/scene/islands.h"
#include "solver/statics/statics.h"
#include "solver/sweep/sweep.h"

namespace tendril::solver {
namespace {

// One tree as a scene of its own, to try stiffness and weight.
class SagTree {
 public:
  SagTree(const Scene& scene, const std::vector<std::size_t>& rods, const State& state)
      : sweep_(makeScene(scene, rods)), still_(rods.size(), Vec6d::Zero()) {
    for (const std::size_t r : rods) {
      poses_.push_back(state.rods[r].pose);
      rates_.emplace_back(scene.rods[r].coordinates(), Vector3d::Zero());
      gradients_.push_back(rates_.back());
    }
    terms_.gravity = scene.gravity;
    for (std::size_t r = 0; r < rods.size(); ++r)
      if (!sweep_.rod(r).kinematics.reserveStations(poses_[r], true))
        throw Error("rod " + std::to_string(rods[r]) + " turns more than can be followed");
    sweep_.applyStations();
    sweep_.setPose(poses_);
  }

  // Rest shapes for which the drawn pose is an equilibrium, with these factors of stiffness and weight.
  void findRest(double stiffness, double weight) {
    scale(stiffness, weight);
    if (weight != weighed_) {
      weighed_ = weight;
      sweep_.computeLoads(terms_);
      for (std::size_t r = 0; r < sweep_.size(); ++r) sweep_.rod(r).terms.findLoadGradient(gradients_[r]);
    }
    for (std::size_t r = 0; r < sweep_.size(); ++r) {
      sweep_.rod(r).terms.restFor(poses_[r], gradients_[r], own_.rods[r].rest);
      sweep_.rod(r).terms.updateElastic();
    }
  }

  // True if the drawn pose with its rest shape is a minimum even with the stiffness reduced by `margin`.
  bool isStable(double stiffness, double weight, double margin) {
    findRest(stiffness * (1 - margin), weight);
    sweep_.assembleNewton(terms_, rates_);
    if (!sweep_.solve(still_)) return false;
    for (std::size_t r = 0; r < sweep_.size(); ++r)  // must be an equilibrium: joints turn by a limited angle
      if (!(sweep_.rod(r).kinematics.largestTurn(sweep_.rod(r).elimination.accelerations()) < 1e-7))
        return false;
    return true;
  }

  // The least sufficient factor of stiffness, or the largest of weight, to within `near`. 0: none is found.
  double enough(const SagSettings& settings) {
    const auto stable = [&](double factor) {
      return settings.stabilise == Stabilise::stiffen ? isStable(factor, 1, settings.margin)
                                                      : isStable(1, 1 / factor, settings.margin);
    };
    double low = 1, high = 1;
    for (int i = 0; !stable(high); ++i) {
      if (i == 40) return 0;
      low = high;
      high *= 2;
    }
    while (high > low * (1 + settings.near)) {
      const double middle = std::sqrt(low * high);
      (stable(middle) ? high : low) = middle;
    }
    return settings.stabilise == Stabilise::stiffen ? high : 1 / high;
  }

  SceneRod& rod(std::size_t r) { return own_.rods[r]; }
  Scene& scene() { return own_; }
  const std::vector<Pose>& poses() const { return poses_; }

 private:
  const Scene& makeScene(const Scene& scene, const std::vector<std::size_t>& rods) {
    own_.gravity = scene.gravity;
    for (const std::size_t r : rods) {
      own_.rods.push_back(scene.rods[r]);
      SceneRod& rod = own_.rods.back();
      if (rod.root == Root::attached)
        rod.parent = static_cast<int>(
            std::lower_bound(rods.begin(), rods.end(), static_cast<std::size_t>(rod.parent)) - rods.begin());
      stiffness_.emplace_back();
      for (const Section& section : rod.sections) stiffness_.back().push_back(section.stiffness);
      weights_.push_back(rod.weight);
    }
    return own_;
  }

  void scale(double stiffness, double weight) {
    for (std::size_t r = 0; r < own_.rods.size(); ++r) {
      own_.rods[r].weight = weight * weights_[r];
      for (std::size_t k = 0; k < stiffness_[r].size(); ++k)
        own_.rods[r].sections[k].stiffness = stiffness * stiffness_[r][k];
    }
  }

  Scene own_;
  std::vector<Vectors> stiffness_;
  std::vector<double> weights_;
  Sweep sweep_;
  std::vector<Vec6d> still_;
  StepTerms terms_;
  std::vector<Pose> poses_;
  std::vector<Vectors> rates_, gradients_;
  double weighed_ = -1;  // weight for which the gradient of the loads is known
};

// Limits the curvature added to a rod's rest shape.
void limitAdded(const Pose& pose, double most, SceneRod& to) {
  for (std::size_t k = 0; k < pose.size(); ++k) {
    const Vector3d added = pose.changeTo(to.rest, k);
    const double limit = most * pose.spread(k, to.arc);
    if (!(added.norm() > limit)) continue;
    to.rest.set(k, pose);
    to.rest.change(k, limit / added.norm() * added);
  }
}

bool settle(SagTree& tree, const SagSettings& settings, const std::vector<std::size_t>& rods, State& state) {
  State own = restState(tree.scene());
  for (std::size_t r = 0; r < rods.size(); ++r) {
    own.rods[r].pose = tree.poses()[r];
    limitAdded(tree.poses()[r], settings.most, tree.rod(r));
  }
  const Equilibrium found = findEquilibrium(tree.scene(), own);
  for (std::size_t r = 0; r < rods.size(); ++r) {
    state.rods[rods[r]] = own.rods[r];
    if (rods[r] < state.pastStep.size()) state.pastStep[rods[r]] = 0;
  }
  return found.stable;
}

}  // namespace

SagReport makeSagFree(Scene& scene, State& state, const SagSettings& settings) {
  checkScene(scene);
  checkState(scene, state);
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (scene.rods[r].root == Root::free)
      throw Error("rod " + std::to_string(r) + " is held by nothing: it cannot be free of sag");
  const std::vector<std::vector<std::size_t>> trees = islandsOf(scene);
  std::vector<SagReport::Tree> found(trees.size());
  std::vector<char> asIs(trees.size());
  parallelFor(trees.size(), [&](std::size_t t) {
    SagTree tree(scene, trees[t], state);
    SagReport::Tree& report = found[t];
    report.rod = trees[t][0];
    asIs[t] = report.stable = tree.isStable(1, 1, settings.margin);
    double stiffness = 1, weight = 1;
    if (!asIs[t] && (settings.stabilise == Stabilise::stiffen || settings.stabilise == Stabilise::relieve)) {
      const double factor = tree.enough(settings);
      report.stable = factor > 0;
      if (factor > 0) {
        (settings.stabilise == Stabilise::stiffen ? stiffness : weight) = factor;
        report.factor = factor;
      }
    }
    tree.findRest(stiffness, weight);
    if (!asIs[t] && settings.stabilise == Stabilise::limit)
      report.stable = settle(tree, settings, trees[t], state);
    for (std::size_t i = 0; i < trees[t].size(); ++i) {
      SceneRod& to = scene.rods[trees[t][i]];
      std::swap(to.rest, tree.rod(i).rest);
      to.sections.swap(tree.rod(i).sections);
      to.weight = tree.rod(i).weight;
    }
  });
  SagReport report;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    report.stableCount += found[t].stable;
    if (!asIs[t] || !found[t].stable) report.trees.push_back(found[t]);
  }
  return report;
}

}  // namespace tendril::solver
