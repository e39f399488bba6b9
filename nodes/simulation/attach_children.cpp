// Attached rods: their place on the parent, their initial state, and the order of parents before children.
#include <algorithm>
#include <string>

#include "nodes/parameters/text.h"
#include "nodes/simulation/workspace.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/evaluate.h"
#include "solver/statics/rod_from_knots.h"

namespace tendril::nodes {

using Eigen::Quaterniond;

namespace {

// A primitive's number; `none` if the attribute is missing.
double primitiveNumber(const Geometry& g, const char* name, std::size_t primitive, double none) {
  const Attribute* attribute = numericTuple(g.find(Owner::primitive, name), 1);
  return attribute ? numberAt(attribute->numbers, primitive) : none;
}

// A rod's parent and the place on it.
struct Hanging {
  std::int64_t parent = -1;
  double arc = 0;
};
Hanging hangingOf(const Geometry& g, std::size_t primitive) {
  return {static_cast<std::int64_t>(primitiveNumber(g, "rodparent", primitive, -1)),
          primitiveNumber(g, "rodparentlength", primitive, 0)};
}

// Stores the child's root in the parent's material frame.
void hangOn(const Shape& parent, double arc, const Frame<double>& root, History& history) {
  ShapeWalker walker(parent);
  const Frame<double> at = walker.at(arc);
  history.hookPosition = at.axes.transpose() * (root.position - at.position);
  history.hookOrient = orientOf(at.axes.transpose() * root.axes);
}

// Moves a new rod to its place on a parent that has moved since it was drawn, with the parent's velocity.
void standOn(const Rod& parent, double arc, Rod& rod) {
  const Sample at = sampleRod(parent.shape, parent.motion, {arc})[0];
  const Vector3d lever = at.frame.axes * rod.history->hookPosition;
  rod.shape.root.position = at.frame.position + lever;
  turnRoot(rod, orientOf(at.frame.axes * axesOf(rod.history->hookOrient)));
  rod.motion.velocity = at.velocity + at.spin.cross(lever);
  rod.motion.spin = at.spin;
}

}  // namespace

void beginHistories(const Geometry& g, const Geometry* drawn, std::vector<Rod>& rods, RodReadings& readings) {
  const auto index = indexById(rods);
  std::vector<std::size_t> fresh;
  for (std::size_t r = 0; r < rods.size(); ++r) {
    const bool isNew = !rods[r].history;
    const std::int64_t parent = hangingOf(g, rods[r].primitive).parent;
    // a rod with a new parent is attached in its present pose
    if (isNew || (rods[r].history->hookParent != parent && !rods[r].history->loose)) fresh.push_back(r);
    if (isNew) beginHistory(rods[r]);
  }
  if (fresh.empty()) return;
  const std::vector<Rod> none;
  const std::vector<Rod>& before = drawn ? readings.of(*drawn) : none;
  const auto drawnIndex = indexById(before);
  // parents first: they may be new themselves
  const auto depthOf = [&](std::size_t r) {
    std::size_t depth = 0;
    for (std::int64_t on = hangingOf(g, rods[r].primitive).parent; on >= 0 && depth <= rods.size(); ++depth) {
      const auto found = index.find(on);
      if (found == index.end()) break;
      on = hangingOf(g, rods[found->second].primitive).parent;
    }
    return depth;
  };
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (const std::size_t r : fresh) order.emplace_back(depthOf(r), r);
  std::sort(order.begin(), order.end());
  for (const auto& [depth, r] : order) {
    Rod& rod = rods[r];
    const Hanging now = hangingOf(g, rod.primitive);
    const auto on = now.parent < 0 ? index.end() : index.find(now.parent);
    const bool wasThere = rod.history->pastStep > 0 || rod.history->hookParent >= 0;
    rod.history->hookParent = now.parent;
    if (on == index.end()) continue;
    const auto self = drawnIndex.find(rod.id);
    const Hanging then =
        self == drawnIndex.end() ? Hanging() : hangingOf(*drawn, before[self->second].primitive);
    const auto parent = drawnIndex.find(then.parent);
    if (wasThere || self == drawnIndex.end() || parent == drawnIndex.end()) {
      hangOn(rods[on->second].shape, now.arc, rod.shape.root, *rod.history);
      continue;
    }
    hangOn(before[parent->second].shape, then.arc, before[self->second].shape.root, *rod.history);
    standOn(rods[on->second], now.arc, rod);
    const std::int64_t hook = rod.history->hookParent;
    const Vector3d position = rod.history->hookPosition;
    const Quaterniond orient = rod.history->hookOrient;
    beginHistory(rod);  // from its present pose
    rod.history->hookParent = hook;
    rod.history->hookPosition = position;
    rod.history->hookOrient = orient;
  }
}

void sortByParents(const Geometry& g, SimulationWorkspace& stage) {
  const auto index = indexById(stage.rods);
  const std::size_t count = stage.rods.size();
  std::vector<std::int64_t> parent(count, -1);
  for (std::size_t r = 0; r < count; ++r) {
    const double id = primitiveNumber(g, "rodparent", stage.rods[r].primitive, -1);
    if (id < 0 || (stage.rods[r].history && stage.rods[r].history->loose)) continue;
    const auto found = index.find(static_cast<std::int64_t>(id));
    if (found == index.end())
      throw Error("rod " + std::to_string(stage.rods[r].id) + " hangs on rod " + formatNumber(id) +
                  ", which is not there");
    parent[r] = static_cast<std::int64_t>(found->second);
  }
  std::vector<std::size_t> depth(count, 0), order(count);
  for (std::size_t r = 0; r < count; ++r) {
    order[r] = r;
    for (std::int64_t on = parent[r]; on >= 0; on = parent[static_cast<std::size_t>(on)])
      if (++depth[r] > count)
        throw Error("rod " + std::to_string(stage.rods[r].id) +
                    " hangs on itself: its rodparent leads back to it");
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(depth[a], stage.rods[a].id) < std::pair(depth[b], stage.rods[b].id);
  });
  std::vector<std::size_t> place(count);
  for (std::size_t i = 0; i < count; ++i) place[order[i]] = i;
  std::vector<Rod> sorted;
  stage.parents.assign(count, -1);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t r = order[i];
    if (parent[r] >= 0)
      stage.parents[i] = static_cast<std::int32_t>(place[static_cast<std::size_t>(parent[r])]);
    sorted.push_back(std::move(stage.rods[r]));
  }
  stage.rods = std::move(sorted);
  stage.falling.assign(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    stage.falling[i] = stage.rods[i].history->loose ||
                       (stage.parents[i] >= 0 && stage.falling[static_cast<std::size_t>(stage.parents[i])]);
}

}  // namespace tendril::nodes
