// One step in time.
#include "solver/step/step.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/base/error.h"
#include "solver/base/parallel.h"
#include "solver/scene/islands.h"
#include "solver/step/island_step.h"

namespace tendril::solver {

Work::Work(const Scene& scene) : scene_(&scene) {
  checkScene(scene);
  std::vector<std::vector<std::size_t>> trees = islandsOf(scene);
  const std::vector<std::vector<std::size_t>> constraints = constraintsOf(scene, trees);
  for (std::size_t t = 0; t < trees.size(); ++t)
    trees_.push_back(std::make_unique<TreeWork>(scene, std::move(trees[t]), constraints[t]));
  places_.resize(scene.rods.size());
  for (std::size_t t = 0; t < trees_.size(); ++t)
    for (std::size_t r = 0; r < trees_[t]->rods.size(); ++r) places_[trees_[t]->rods[r]] = {t, r};
  heldPlaces_.resize(scene.constraints.size());
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const std::vector<std::size_t>& its = trees_[t]->ties.constraints();
    for (std::size_t i = 0; i < its.size(); ++i) heldPlaces_[its[i]] = {t, i};
  }
}

Work::Found Work::found(std::size_t rod) const {
  const auto [t, r] = places_[rod];
  const TreeWork& tree = *trees_[t];
  if (tree.report.lost) return {tree.report.sweeps, 0, {}};
  const double change = std::isfinite(tree.report.change) ? std::min(tree.report.change, 1e6) : 0;
  return {tree.report.sweeps, change, tree.sweep.rod(r).energies(scene_->gravity)};
}

ConstraintFound Work::foundOf(std::size_t constraint) const {
  const auto [t, i] = heldPlaces_[constraint];
  return trees_[t]->heldFound[i];
}

Work::~Work() = default;

namespace {

void checkSettings(const StepSettings& settings, std::size_t rods) {
  if (!(settings.dt > 0 && std::isfinite(settings.dt)))
    throw Error("a step of " + std::to_string(settings.dt) + " s is none");
  if (settings.iterations < 1) throw Error("a step needs an iteration");
  if (settings.roots && settings.roots->size() != rods)
    throw Error(std::to_string(settings.roots->size()) + " targets for " + std::to_string(rods) + " roots");
}

}  // namespace

Report step(const Scene& scene, State& state, Work& work, const StepSettings& settings) {
  checkSettings(settings, scene.rods.size());
  if (&scene != work.scene_) throw Error("a step of another scene than its work was made for");
  checkState(scene, state);
  for (const auto& tree : work.trees_) tree->checkHooks();
  state.past.resize(state.rods.size());
  state.pastStep.resize(state.rods.size(), 0);
  state.constraints.resize(scene.constraints.size());
  const auto one = [&](std::size_t t) {
    TreeWork& tree = *work.trees_[t];
    for (std::size_t i = 0; i < tree.held.size(); ++i)
      tree.heldTargets[i] = scene.constraints[tree.ties.constraints()[i]].target;
    tree.take(state);
    for (std::size_t r = 0; r < tree.rods.size(); ++r)
      tree.targets[r] =
          settings.roots ? (*settings.roots)[tree.rods[r]] : RootTarget{tree.now[r].pose.root, {}};
    tree.stepSurely(scene, settings);
    tree.give(state);
  };
  if (work.trees_.size() == 1)
    one(0);
  else
    parallelFor(work.trees_.size(), one);
  Report report;
  for (const auto& tree : work.trees_) {
    report.sweeps += tree->report.sweeps;
    report.retries += tree->report.retries;
    report.change = std::max(report.change, tree->report.change);
    report.held.insert(report.held.end(), tree->report.held.begin(), tree->report.held.end());
  }
  std::sort(report.held.begin(), report.held.end());
  return report;
}

Energies energiesOf(const Scene& scene, const State& state) {
  Sweep sweep(scene);
  Placement placement = placementOf(state.rods);
  sweep.stand(placement);
  return sweep.energies();
}

std::vector<Energies> energiesOfRods(const Scene& scene, const State& state) {
  Sweep sweep(scene);
  Placement placement = placementOf(state.rods);
  sweep.stand(placement);
  std::vector<Energies> all;
  for (std::size_t r = 0; r < sweep.size(); ++r) all.push_back(sweep.rod(r).energies(scene.gravity));
  return all;
}

}  // namespace tendril::solver
