// Islands of a scene.
#include "solver/scene/islands.h"

#include <algorithm>
#include <numeric>

#include "solver/rods/model.h"

namespace tendril::solver {

namespace {

// Union-find: each member refers to one with a lower or equal number in its set.
class Sets {
 public:
  explicit Sets(std::size_t count) : of_(count) { std::iota(of_.begin(), of_.end(), std::size_t(0)); }
  std::size_t first(std::size_t i) {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = first(a);
    b = first(b);
    of_[std::max(a, b)] = std::min(a, b);
  }
  // The members of every set, ascending; sets by their first member.
  std::vector<std::vector<std::size_t>> members() {
    std::vector<std::vector<std::size_t>> sets;
    std::vector<std::size_t> setOf(of_.size());
    for (std::size_t i = 0; i < of_.size(); ++i) {
      if (first(i) == i) {
        setOf[i] = sets.size();
        sets.emplace_back();
      }
      sets[setOf[first(i)]].push_back(i);
    }
    return sets;
  }

 private:
  std::vector<std::size_t> of_;
};

Sets attachedSets(const Scene& scene) {
  Sets sets(scene.rods.size());
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (scene.rods[r].root == Root::attached) sets.join(r, static_cast<std::size_t>(scene.rods[r].parent));
  return sets;
}

}  // namespace

std::vector<std::vector<std::size_t>> treesOf(const Scene& scene) {
  std::vector<std::vector<std::size_t>> trees = attachedSets(scene).members();
  trees.erase(std::remove_if(
                  trees.begin(), trees.end(),
                  [&](const std::vector<std::size_t>& rods) { return !isSwept(scene.rods[rods[0]].model); }),
              trees.end());
  return trees;
}

std::vector<std::vector<std::size_t>> islandsOf(const Scene& scene) {
  Sets sets = attachedSets(scene);
  for (const SceneConstraint& constraint : scene.constraints)
    if (constraint.holdsTwo())
      sets.join(static_cast<std::size_t>(constraint.ends[0].rod),
                static_cast<std::size_t>(constraint.ends[1].rod));
  return sets.members();
}

std::vector<std::vector<std::size_t>> constraintsOf(const Scene& scene,
                                                    const std::vector<std::vector<std::size_t>>& trees) {
  std::vector<std::size_t> treeOf(scene.rods.size());
  for (std::size_t t = 0; t < trees.size(); ++t)
    for (const std::size_t r : trees[t]) treeOf[r] = t;
  std::vector<std::vector<std::size_t>> constraints(trees.size());
  for (std::size_t c = 0; c < scene.constraints.size(); ++c)
    constraints[treeOf[static_cast<std::size_t>(scene.constraints[c].ends[0].rod)]].push_back(c);
  return constraints;
}

Scene sceneOfIsland(const Scene& scene, const std::vector<std::size_t>& tree,
                    const std::vector<std::size_t>& held) {
  Scene own;
  own.gravity = scene.gravity;
  own.wind = scene.wind;
  for (const std::size_t r : tree) {
    own.rods.push_back(scene.rods[r]);
    int& parent = own.rods.back().parent;
    if (own.rods.back().root == Root::attached)
      parent = static_cast<int>(std::lower_bound(tree.begin(), tree.end(), static_cast<std::size_t>(parent)) -
                                tree.begin());
  }
  own.colliders = scene.colliders;
  for (const std::size_t c : held) {
    own.constraints.push_back(scene.constraints[c]);
    for (ConstraintEnd& end : own.constraints.back().ends)
      if (end.rod >= 0)
        end.rod = static_cast<int>(
            std::lower_bound(tree.begin(), tree.end(), static_cast<std::size_t>(end.rod)) - tree.begin());
  }
  return own;
}

}  // namespace tendril::solver
