// Islands of a scene.
#include "solver/scene/islands.h"

#include <algorithm>
#include <numeric>

namespace tendril::solver {

std::vector<std::vector<std::size_t>> islandsOf(const Scene& scene) {
  // union-find: each rod refers to one with a lower or equal number in its island
  std::vector<std::size_t> of(scene.rods.size());
  const auto first = [&](std::size_t r) {
    while (of[r] != r) r = of[r] = of[of[r]];
    return r;
  };
  const auto join = [&](std::size_t a, std::size_t b) {
    a = first(a);
    b = first(b);
    of[std::max(a, b)] = std::min(a, b);
  };
  std::iota(of.begin(), of.end(), std::size_t(0));
  for (std::size_t r = 0; r < scene.rods.size(); ++r)
    if (scene.rods[r].root == Root::attached) join(r, static_cast<std::size_t>(scene.rods[r].parent));
  for (const SceneConstraint& constraint : scene.constraints)
    if (constraint.holdsTwo())
      join(static_cast<std::size_t>(constraint.ends[0].rod),
           static_cast<std::size_t>(constraint.ends[1].rod));
  std::vector<std::vector<std::size_t>> trees;
  std::vector<std::size_t> treeOf(scene.rods.size());
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    if (first(r) == r) {
      treeOf[r] = trees.size();
      trees.emplace_back();
    }
    trees[treeOf[first(r)]].push_back(r);
  }
  return trees;
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

}  // namespace tendril::solver
