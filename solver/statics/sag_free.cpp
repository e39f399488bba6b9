// Inverse statics.
#include "solver/statics/sag_free.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <queue>

#include "solver/base/error.h"
#include "solver/base/parallel.h"
#include "solver/fit/fit.h"
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
    sweep_.startForces(own_, 0);  // calm air
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

  // The least sufficient factor of stiffness, or the largest of weight, to within `near`, where 1 does not
  // suffice. 0: none is found.
  double enough(const SagSettings& settings) {
    const auto stable = [&](double factor) {
      return settings.stabilise == Stabilise::stiffen ? isStable(factor, 1, settings.margin)
                                                      : isStable(1, 1 / factor, settings.margin);
    };
    constexpr double kWider = 4, kMost = 1e12;
    double low = 1, high = kWider;
    for (; !stable(high); high *= kWider) {
      if (high > kMost) return 0;
      low = high;
    }
    while (high > low * (1 + settings.near)) {
      const double middle = std::sqrt(low * high);
      (stable(middle) ? high : low) = middle;
    }
    return settings.stabilise == Stabilise::stiffen ? high : 1 / high;
  }

  // Writes what was found into the scene.
  void moveTo(const std::vector<std::size_t>& rods, Scene& scene) {
    for (std::size_t i = 0; i < rods.size(); ++i) {
      SceneRod &to = scene.rods[rods[i]], &from = own_.rods[i];
      std::swap(to.rest, from.rest);
      to.sections.swap(from.sections);
      to.weight = from.weight;
    }
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

// Roots in a k-d tree. Comparisons end with the root's number: the tree depends on places alone.
class RootTree {
 public:
  explicit RootTree(const Vectors& at) : at_(at), order_(at.size()), axis_(at.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t(0));
    split(0, order_.size());
  }

  struct Query {
    std::size_t root, count;                                 // the `count` nearest to it
    double reach;                                            // m^2: nothing farther
    std::vector<std::pair<double, std::size_t>> found = {};  // m^2, roots; ascending

    double farthest() const { return found.size() < count ? reach : found.back().first; }
  };
  void find(Query& query) const { visit(query, 0, order_.size()); }

 private:
  void split(std::size_t first, std::size_t end) {
    if (end - first < 2) return;
    Vector3d low = at_[order_[first]], high = low;
    for (std::size_t i = first; i < end; ++i) {
      low = low.cwiseMin(at_[order_[i]]);
      high = high.cwiseMax(at_[order_[i]]);
    }
    int axis = 0;
    (high - low).maxCoeff(&axis);
    const std::size_t middle = first + (end - first) / 2;
    const auto before = [&](std::size_t a, std::size_t b) {
      return std::pair(at_[a][axis], a) < std::pair(at_[b][axis], b);
    };
    const auto begin = order_.begin();
    std::nth_element(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(middle),
                     begin + static_cast<std::ptrdiff_t>(end), before);
    axis_[middle] = axis;
    split(first, middle);
    split(middle + 1, end);
  }

  void visit(Query& query, std::size_t first, std::size_t end) const {
    if (first == end) return;
    const std::size_t middle = first + (end - first) / 2, other = order_[middle];
    const double distance = (at_[other] - at_[query.root]).squaredNorm();
    if (other != query.root && distance <= query.farthest()) {
      const std::pair<double, std::size_t> item(distance, other);
      query.found.insert(std::upper_bound(query.found.begin(), query.found.end(), item), item);
      if (query.found.size() > query.count) query.found.pop_back();
    }
    const double beyond = at_[query.root][axis_[middle]] - at_[other][axis_[middle]];
    const bool left = beyond < 0;
    visit(query, left ? first : middle + 1, left ? middle : end);
    // where many are equally far, as coincident roots are, those found first suffice
    if (beyond * beyond < query.farthest()) visit(query, left ? middle + 1 : first, left ? end : middle);
  }

  const Vectors& at_;
  std::vector<std::size_t> order_;
  std::vector<int> axis_;  // by places in the order
};

using Links = std::vector<std::vector<std::size_t>>;

// The neighbours of each tree (SagSettings::neighbours).
Links neighboursOf(const Scene& scene, const std::vector<std::vector<std::size_t>>& trees, const State& state,
                   int count) {
  Vectors at;
  std::vector<double> length;
  for (const std::vector<std::size_t>& tree : trees) {
    at.push_back(state.rods[tree[0]].pose.root.position);
    length.push_back(scene.rods[tree[0]].arc.back());
  }
  const RootTree roots(at);
  Links near(trees.size());
  parallelFor(trees.size(), [&](std::size_t t) {
    RootTree::Query query{t, static_cast<std::size_t>(count), length[t] * length[t]};
    roots.find(query);
    for (const auto& [distance, other] : query.found)
      if (distance <= length[other] * length[other]) near[t].push_back(other);
  });
  Links links = near;
  for (std::size_t t = 0; t < trees.size(); ++t)
    for (const std::size_t other : near[t]) links[other].push_back(t);
  return links;
}

// The least values, not below `needed`, of which linked ones differ by no more than `ratio`: from the largest
// on, each raises its neighbours.
std::vector<double> smoothed(std::vector<double> needed, const Links& links, double ratio) {
  std::priority_queue<std::pair<double, std::size_t>> next;
  for (std::size_t i = 0; i < needed.size(); ++i) next.emplace(needed[i], i);
  for (; !next.empty();) {
    const auto [value, i] = next.top();
    next.pop();
    if (value < needed[i]) continue;  // was raised since
    for (const std::size_t other : links[i])
      if (needed[other] < value / ratio) {
        needed[other] = value / ratio;
        next.emplace(needed[other], other);
      }
  }
  return needed;
}

// Trees of the scene and what has been found for them.
class SagForest {
 public:
  SagForest(Scene& scene, State& state, const SagSettings& settings)
      : scene_(scene), state_(state), settings_(settings), trees_(islandsOf(scene)), found_(trees_.size()) {}

  // Each tree for itself.
  void freeAll() {
    std::atomic<bool> stopped{false};
    parallelFor(trees_.size(), [&](std::size_t t) {
      if (settings_.stop && (stopped || settings_.stop())) {
        stopped = true;
        return;
      }
      freeTree(t);
    });
    if (stopped) throw Stopped();
  }

  void smooth() {
    std::vector<double> own;  // on stiffness, or one by that on weight
    for (const Found& found : found_) own.push_back(stiffens() ? found.needed : 1 / found.needed);
    const std::vector<double> wanted =
        smoothed(own, neighboursOf(scene_, trees_, state_, settings_.neighbours), settings_.ratio);
    parallelFor(trees_.size(), [&](std::size_t t) {
      if (wanted[t] > own[t] && found_[t].stable) raise(t, wanted[t] / own[t]);
    });
  }

  SagReport report() const {
    SagReport report;
    for (const Found& found : found_) {
      report.stableCount += found.stable;
      report.raisedCount += found.factor != found.needed;
      if (!found.asDrawn || !found.stable || found.factor != 1) report.trees.push_back(found);
    }
    return report;
  }

 private:
  struct Found : SagReport::Tree {
    bool asDrawn = false;  // was stable
  };

  bool stiffens() const { return settings_.stabilise == Stabilise::stiffen; }

  void freeTree(std::size_t t) {
    SagTree tree(scene_, trees_[t], state_);
    Found& found = found_[t];
    found.rod = trees_[t][0];
    found.asDrawn = found.stable = tree.isStable(1, 1, settings_.margin);
    if (!found.asDrawn && (stiffens() || settings_.stabilise == Stabilise::relieve)) {
      const double factor = tree.enough(settings_);
      found.stable = factor > 0;
      if (found.stable) found.factor = found.needed = factor;
    }
    tree.findRest(stiffens() ? found.factor : 1, stiffens() ? 1 : found.factor);
    if (!found.asDrawn && settings_.stabilise == Stabilise::limit)
      found.stable = settle(tree, settings_, trees_[t], state_);
    tree.moveTo(trees_[t], scene_);
  }

  // Makes a tree of the scene stiffer, or lighter, by a further factor. Joints turn by a limited angle, so a
  // chain may fail; then it stays as it is.
  void raise(std::size_t t, double by) {
    SagTree tree(scene_, trees_[t], state_);
    const double stiffness = stiffens() ? by : 1, weight = stiffens() ? 1 : 1 / by;
    if (!tree.isStable(stiffness, weight, settings_.margin)) return;
    tree.findRest(stiffness, weight);
    tree.moveTo(trees_[t], scene_);
    found_[t].factor *= stiffness * weight;
  }

  Scene& scene_;
  State& state_;
  const SagSettings& settings_;
  std::vector<std::vector<std::size_t>> trees_;
  std::vector<Found> found_;
};

void checkSettings(const SagSettings& settings) {
  if (!(settings.margin >= 0 && settings.margin < 1))
    throw Error("margin is " + std::to_string(settings.margin) + "; it must be 0 or more and less than 1");
  if (settings.ratio != 0 && !(settings.ratio >= 1))
    throw Error("ratio is " + std::to_string(settings.ratio) +
                "; it must be 1 or more, or 0 for no smoothing");
  if (settings.neighbours < 0)
    throw Error("neighbours is " + std::to_string(settings.neighbours) + "; it must not be negative");
}

}  // namespace

SagReport makeSagFree(Scene& scene, State& state, const SagSettings& settings) {
  checkScene(scene);
  checkState(scene, state);
  checkSettings(settings);
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (scene.rods[r].root == Root::free)
      throw Error("rod " + std::to_string(r) + " is held by nothing: it cannot be free of sag");
  SagForest forest(scene, state, settings);
  forest.freeAll();
  const bool scales = settings.stabilise == Stabilise::stiffen || settings.stabilise == Stabilise::relieve;
  if (scales && settings.ratio > 0 && settings.neighbours > 0) forest.smooth();
  return forest.report();
}

}  // namespace tendril::solver
