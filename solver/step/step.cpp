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

Workspace::Workspace(const Scene& scene) : scene_(&scene) {
  checkScene(scene);
  std::vector<std::vector<std::size_t>> trees = islandsOf(scene);
  const std::vector<std::vector<std::size_t>> constraints = constraintsOf(scene, trees);
  for (std::size_t t = 0; t < trees.size(); ++t)
    islands_.push_back(std::make_unique<Island>(scene, std::move(trees[t]), constraints[t]));
  places_.resize(scene.rods.size());
  for (std::size_t t = 0; t < islands_.size(); ++t)
    for (std::size_t r = 0; r < islands_[t]->rods.size(); ++r) places_[islands_[t]->rods[r]] = {t, r};
  constraintPlaces_.resize(scene.constraints.size());
  for (std::size_t t = 0; t < islands_.size(); ++t) {
    const std::vector<std::size_t>& its = islands_[t]->coupling.constraints();
    for (std::size_t i = 0; i < its.size(); ++i) constraintPlaces_[its[i]] = {t, i};
  }
}

RodResult Workspace::result(std::size_t rod) const {
  const auto [t, r] = places_[rod];
  const Island& tree = *islands_[t];
  if (tree.report.lost) return {tree.report.sweeps, 0, {}};
  const double change = std::isfinite(tree.report.change) ? std::min(tree.report.change, 1e6) : 0;
  return {tree.report.sweeps, change, tree.sweep.rod(r).results.energies(scene_->gravity)};
}

ConstraintResult Workspace::constraintResult(std::size_t constraint) const {
  const auto [t, i] = constraintPlaces_[constraint];
  return islands_[t]->constraintResults[i];
}

Workspace::~Workspace() = default;

namespace {

void checkSettings(const StepSettings& settings, std::size_t rods) {
  if (!(settings.dt > 0 && std::isfinite(settings.dt)))
    throw Error("a step of " + std::to_string(settings.dt) + " s is none");
  if (settings.iterations < 1) throw Error("a step needs an iteration");
  if (settings.roots && settings.roots->size() != rods)
    throw Error(std::to_string(settings.roots->size()) + " targets for " + std::to_string(rods) + " roots");
}

}  // namespace

Report step(const Scene& scene, State& state, Workspace& work, const StepSettings& settings) {
  checkSettings(settings, scene.rods.size());
  if (&scene != work.scene_) throw Error("step() needs the scene that its workspace was made for");
  checkState(scene, state);
  for (const auto& tree : work.islands_) tree->checkHooks();
  state.past.resize(state.rods.size());
  state.pastStep.resize(state.rods.size(), 0);
  state.constraints.resize(scene.constraints.size());
  const auto one = [&](std::size_t t) {
    Island& tree = *work.islands_[t];
    for (std::size_t i = 0; i < tree.constraintStates.size(); ++i)
      tree.constraintTargets[i] = scene.constraints[tree.coupling.constraints()[i]].target;
    tree.take(state);
    for (std::size_t r = 0; r < tree.rods.size(); ++r)
      tree.targets[r] =
          settings.roots ? (*settings.roots)[tree.rods[r]] : RootTarget{tree.now[r].pose.root, {}};
    tree.stepWithRetries(scene, settings);
    tree.give(state);
  };
  if (work.islands_.size() == 1)
    one(0);
  else
    parallelFor(work.islands_.size(), one);
  Report report;
  for (const auto& tree : work.islands_) {
    report.sweeps += tree->report.sweeps;
    report.retries += tree->report.retries;
    report.lost = report.lost || tree->report.lost;
    report.change = std::max(report.change, tree->report.change);
    report.failed.insert(report.failed.end(), tree->report.failed.begin(), tree->report.failed.end());
  }
  std::sort(report.failed.begin(), report.failed.end());
  return report;
}

Report simulate(const Scene& scene, State& state, StepSettings settings, int steps) {
  Workspace work(scene);
  Report sum;
  for (int i = 0; i < steps; ++i, settings.time += settings.dt) {
    const Report report = step(scene, state, work, settings);
    sum.sweeps += report.sweeps;
    sum.retries += report.retries;
    sum.change = std::max(sum.change, report.change);
    sum.lost = sum.lost || report.lost;
    for (const std::size_t rod : report.failed)
      if (std::find(sum.failed.begin(), sum.failed.end(), rod) == sum.failed.end()) sum.failed.push_back(rod);
  }
  std::sort(sum.failed.begin(), sum.failed.end());
  return sum;
}

Energies energiesOf(const Scene& scene, const State& state) {
  Sweep sweep(scene);
  ForestState placement = forestStateOf(state.rods);
  sweep.setState(placement);
  return sweep.energies();
}

std::vector<Energies> energiesOfRods(const Scene& scene, const State& state) {
  Sweep sweep(scene);
  ForestState placement = forestStateOf(state.rods);
  sweep.setState(placement);
  std::vector<Energies> all;
  for (std::size_t r = 0; r < sweep.size(); ++r) all.push_back(sweep.rod(r).results.energies(scene.gravity));
  return all;
}

}  // namespace tendril::solver
