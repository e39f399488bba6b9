// One step in time.
#include "solver/step/step.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>

#include "solver/base/error.h"
#include "solver/base/parallel.h"
#include "solver/rods/model.h"
#include "solver/scene/islands.h"
#include "solver/scene/own_stepper.h"
#include "solver/step/island_step.h"
#include "solver/step/near_trees.h"

namespace tendril::solver {

// Which trees are islands now, and with which constraints.
class Workspace::Coupling {
 public:
  Coupling(const Scene& scene, const std::vector<std::unique_ptr<Tree>>& trees)
      : scene_(scene), trees_(trees) {}

  std::size_t size() const { return count_; }
  Island& island(std::size_t i) { return *islands_[i]; }
  Island& ofTree(std::size_t tree) { return *islands_[islandOf_[tree]]; }
  bool together(std::size_t a, std::size_t b) const { return islandOf_[a] == islandOf_[b]; }
  // The tree's number in its island.
  std::size_t placeOf(std::size_t tree) const { return placeInIsland_[tree]; }
  ConstraintResult result(std::size_t constraint) const {
    const auto& [island, i] = placeOf_[constraint];
    return islands_[island]->constraintResult(i);
  }

  // Finds islands anew if constraints act on other rods, or elsewhere on them, or if other trees are near.
  void update(const std::vector<std::pair<std::size_t, std::size_t>>& treeOfRod,
              const std::vector<NearTrees::Pair>& near) {
    if (made_ && isSame() && near == near_) return;
    made_ = true;
    near_ = near;
    ends_.clear();
    for (const SceneConstraint& constraint : scene_.constraints)
      ends_.push_back({constraint.ends[0], constraint.ends[1]});
    joinTrees(treeOfRod);
    for (const std::unique_ptr<Tree>& tree : trees_)
      for (std::size_t r = 0; r < tree->rods.size(); ++r) tree->sweep.rod(r).kinematics.clearGrips();
    fillIslands(treeOfRod);
  }

 private:
  bool isSame() const {
    const auto same = [](const ConstraintEnd& a, const ConstraintEnd& b) {
      return a.rod == b.rod && a.attachment.axes == b.attachment.axes &&
             a.attachment.position == b.attachment.position;
    };
    if (ends_.size() != scene_.constraints.size()) return false;
    for (std::size_t c = 0; c < ends_.size(); ++c)
      if (!same(ends_[c][0], scene_.constraints[c].ends[0]) ||
          !same(ends_[c][1], scene_.constraints[c].ends[1]))
        return false;
    return true;
  }

  std::size_t firstOf(std::size_t tree) {
    while (joined_[tree] != tree) tree = joined_[tree] = joined_[joined_[tree]];
    return tree;
  }

  void joinTrees(const std::vector<std::pair<std::size_t, std::size_t>>& treeOfRod) {
    joined_.resize(trees_.size());
    std::iota(joined_.begin(), joined_.end(), std::size_t(0));
    for (const SceneConstraint& constraint : scene_.constraints) {
      if (!constraint.holdsTwo()) continue;
      const std::size_t a = firstOf(treeOfRod[static_cast<std::size_t>(constraint.ends[0].rod)].first),
                        b = firstOf(treeOfRod[static_cast<std::size_t>(constraint.ends[1].rod)].first);
      joined_[std::max(a, b)] = std::min(a, b);
    }
    for (const auto& [one, other] : near_) {
      const std::size_t a = firstOf(one), b = firstOf(other);
      joined_[std::max(a, b)] = std::min(a, b);
    }
  }

  void fillIslands(const std::vector<std::pair<std::size_t, std::size_t>>& treeOfRod) {
    islandOf_.resize(trees_.size());
    count_ = 0;
    for (std::size_t t = 0; t < trees_.size(); ++t)
      islandOf_[t] = firstOf(t) == t ? count_++ : islandOf_[firstOf(t)];
    constraintsOf_.resize(std::max(constraintsOf_.size(), count_));
    treesIn_.resize(std::max(treesIn_.size(), count_));
    for (std::size_t i = 0; i < count_; ++i) {
      treesIn_[i].clear();
      constraintsOf_[i].clear();
    }
    placeInIsland_.resize(trees_.size());
    for (std::size_t t = 0; t < trees_.size(); ++t) {
      placeInIsland_[t] = treesIn_[islandOf_[t]].size();
      treesIn_[islandOf_[t]].push_back(trees_[t].get());
    }
    placeOf_.resize(scene_.constraints.size());
    for (std::size_t c = 0; c < scene_.constraints.size(); ++c) {
      const std::size_t rod = static_cast<std::size_t>(scene_.constraints[c].ends[0].rod),
                        i = islandOf_[treeOfRod[rod].first];
      placeOf_[c] = {i, constraintsOf_[i].size()};
      constraintsOf_[i].push_back(c);
    }
    while (islands_.size() < count_) islands_.push_back(std::make_unique<Island>(scene_));
    for (std::size_t i = 0; i < count_; ++i) islands_[i]->set(treesIn_[i], constraintsOf_[i]);
  }

  const Scene& scene_;
  const std::vector<std::unique_ptr<Tree>>& trees_;
  bool made_ = false;
  std::size_t count_ = 0;                           // of islands
  std::vector<std::unique_ptr<Island>> islands_;    // or more
  std::vector<std::array<ConstraintEnd, 2>> ends_;  // of the constraints for which islands were found
  std::vector<NearTrees::Pair> near_;
  std::vector<std::size_t> joined_, islandOf_, placeInIsland_;  // by trees
  std::vector<std::vector<Tree*>> treesIn_;                     // by islands
  std::vector<std::vector<std::size_t>> constraintsOf_;
  std::vector<std::pair<std::size_t, std::size_t>> placeOf_;  // of constraints: island, index there
};

Workspace::Workspace(const Scene& scene) : scene_(&scene), places_(scene.rods.size()) {
  checkScene(scene);
  for (std::vector<std::size_t>& rods : treesOf(scene)) {
    for (std::size_t r = 0; r < rods.size(); ++r) places_[rods[r]] = {trees_.size(), r};
    trees_.push_back(std::make_unique<Tree>(scene, std::move(rods)));
    elements_ += trees_.back()->elements();
  }
  coupling_ = std::make_unique<Coupling>(scene, trees_);
  near_ = std::make_unique<NearTrees>(trees_);
  coupling_->update(places_, near_->pairs());
  for (const Model model : kAllModels) {
    if (isSwept(model)) continue;
    std::vector<std::size_t> rods;
    for (std::size_t r = 0; r < scene.rods.size(); ++r)
      if (scene.rods[r].model == model) rods.push_back(r);
    if (rods.empty()) continue;
    for (const std::size_t r : rods) places_[r] = {trees_.size(), own_.size()};
    own_.push_back(modelType(model).makeStepper(scene, rods));
  }
}

RodResult Workspace::result(std::size_t rod) const {
  const auto [t, r] = places_[rod];
  if (t == trees_.size()) return own_[r]->result(rod);
  const Report& report = coupling_->ofTree(t).report();
  if (report.lost) return {report.sweeps, 0, {}};
  const double change = std::isfinite(report.change) ? std::min(report.change, 1e6) : 0;
  return {report.sweeps, change, trees_[t]->sweep.rod(r).results.energies(scene_->gravity)};
}

std::vector<ContactResult> Workspace::contactResults(std::size_t rod) const {
  std::vector<ContactResult> found;
  const auto [t, r] = places_[rod];
  if (t == trees_.size()) return found;
  for (const TreeContacts::Touch& touch : trees_[t]->contacts.touches())
    if (touch.rod == r && !touch.force.isZero(0) && !trees_[t]->contacts.planeOf(touch))
      found.push_back({touch.arc, touch.collider, touch.at.world.position, touch.force,
                       std::max(0.0, -touch.gap / touch.clearance)});
  const RodPairs& pairs = coupling_->ofTree(t).pairs();
  if (pairs.empty()) return found;
  const std::size_t place = coupling_->placeOf(t);
  for (const RodPairs::Touch& touch : pairs.touches())
    for (std::size_t i = 0; i < 2; ++i) {
      const RodPairs::Side& side = touch.sides[i];
      if (touch.force.isZero(0) || pairs.rods()[side.rod].tree != place || pairs.rods()[side.rod].rod != r)
        continue;
      ContactResult made = {side.arc, 0, side.at.world.position, i == 0 ? touch.force : -touch.force,
                            std::max(0.0, -touch.gap / touch.clearance)};
      made.withRod = true;
      made.again = i == 1;
      found.push_back(made);
    }
  return found;
}

ConstraintResult Workspace::constraintResult(std::size_t constraint) const {
  return coupling_->result(constraint);
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
  for (const auto& tree : work.trees_) tree->checkHooks();
  state.past.resize(state.rods.size());
  state.pastStep.resize(state.rods.size(), 0);
  state.constraints.resize(scene.constraints.size());
  work.near_->find(state, settings, scene.gravity);
  constexpr int kMostRounds = 4;
  std::size_t count = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    work.coupling_->update(work.places_, work.near_->pairs());
    count = work.coupling_->size();
    std::atomic<std::size_t> done{0};
    forEachLarge(count, work.elements_, [&](std::size_t i) {
      Island& island = work.coupling_->island(i);
      island.take(state, settings);
      island.step(settings);
      if (settings.progress) (*settings.progress)(++done, count);
    });
    if (!work.near_->addMissed([&](std::size_t a, std::size_t b) { return work.coupling_->together(a, b); }))
      break;
  }
  for (std::size_t i = 0; i < count; ++i) work.coupling_->island(i).give(state);
  Report report;
  for (std::size_t i = 0; i < count; ++i) {
    const Report& its = work.coupling_->island(i).report();
    report.sweeps += its.sweeps;
    report.retries += its.retries;
    report.lost = report.lost || its.lost;
    report.change = std::max(report.change, its.change);
    report.failed.insert(report.failed.end(), its.failed.begin(), its.failed.end());
    report.stopped.insert(report.stopped.end(), its.stopped.begin(), its.stopped.end());
  }
  for (const auto& stepper : work.own_) stepper->step(state, settings, report);
  std::sort(report.failed.begin(), report.failed.end());
  std::sort(report.stopped.begin(), report.stopped.end());
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

namespace {

// The rods that are swept.
std::vector<std::size_t> sweptOf(const Scene& scene) {
  std::vector<std::size_t> rods;
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (isSwept(scene.rods[r].model)) rods.push_back(r);
  return rods;
}

}  // namespace

Energies energiesOf(const Scene& scene, const State& state) {
  Energies sum;
  for (const Energies& of : energiesOfRods(scene, state)) {
    sum.kinetic += of.kinetic;
    sum.elastic += of.elastic;
    sum.potential += of.potential;
  }
  return sum;
}

std::vector<Energies> energiesOfRods(const Scene& scene, const State& state) {
  const std::vector<std::size_t> rods = sweptOf(scene);
  std::vector<RodState> states;
  for (const std::size_t r : rods) states.push_back(state.rods[r]);
  Sweep sweep(scene, rods);
  ForestState placement = forestStateOf(states);
  sweep.setState(placement);
  std::vector<Energies> all(scene.rods.size());
  for (std::size_t i = 0; i < rods.size(); ++i) all[rods[i]] = sweep.rod(i).results.energies(scene.gravity);
  return all;
}

}  // namespace tendril::solver
