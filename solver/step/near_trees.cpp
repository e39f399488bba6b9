// Which trees of rods may touch each other in a step.
#include "solver/step/near_trees.h"

#include <algorithm>

namespace tendril::solver {

NearTrees::NearTrees(const std::vector<std::unique_ptr<Tree>>& trees) : trees_(trees) {
  std::vector<Sweep*> sweeps;
  for (const std::unique_ptr<Tree>& tree : trees) sweeps.push_back(&tree->sweep);
  spans_.set(sweeps);
  took_.assign(trees.size(), 0);
}

void NearTrees::find(const State& state, const StepSettings& settings, const Vector3d& gravity) {
  pairs_.clear();
  spans_.begin();
  if (spans_.empty() || trees_.size() < 2) return;
  forEachLarge(trees_.size(), spans_.elements(), [&](std::size_t t) {
    Tree& tree = *trees_[t];
    tree.take(state, settings);
    took_[t] = tree.hasGoodTargets();
    if (took_[t]) tree.start(settings, gravity);
    if (took_[t]) tree.predict(settings.part);
    took_[t] = took_[t] && tree.findPoints();
    if (took_[t]) tree.sweep.setPose(tree.current.poses);
  });
  constexpr double kPart = 0.5, kMost = 20;  // of the clearance
  boxes_.assign(spans_.elements(), {});
  spans_.addBoxes(boxes_, true, [&](std::size_t tree) { return took_[tree] != 0; });
  addPairs({kPart, kMost, gravity.norm() * settings.dt * settings.dt}, pairs_);
}

void NearTrees::findMissed() {
  missed_.clear();
  spans_.addBoxes(boxes_, false, [&](std::size_t tree) { return took_[tree] != 0; });
  addPairs({0, 0, 0}, missed_);
}

void NearTrees::addPairs(const RodSpans::Margins& margins, std::vector<Pair>& to) {
  spans_.growBoxes(boxes_, margins, grown_);
  for (const BoxPairs::Pair& pair : grid_.find(grown_)) {
    const std::size_t a = spans_.rodOf(pair.a).tree, b = spans_.rodOf(pair.b).tree;
    if (a != b) to.push_back({std::min(a, b), std::max(a, b)});
  }
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

}  // namespace tendril::solver
