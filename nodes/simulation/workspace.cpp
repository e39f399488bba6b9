// A simulation's workspace: the scene and the solver's workspace, from frame to frame.
#include "nodes/simulation/workspace.h"

#include <algorithm>

#include "solver/scene/islands.h"

namespace tendril::nodes {

namespace {

// The solver's workspace remains valid: equal in all that may not change.
bool sameWork(const SceneRod& a, const SceneRod& b) {
  const auto places = [](const SceneRod& rod) {
    std::vector<double> all;
    for (const PointForce& force : rod.forces) all.push_back(force.arc);
    for (const TargetSpring& pull : rod.targetSprings) all.push_back(pull.arc);
    return all;
  };
  const auto acting = [](const SceneRod& rod) {
    std::vector<bool> all;
    for (const ForceInput& input : rod.inputs) all.push_back(input.acts());
    return all;
  };
  const auto frames = [](const Frame<double>& p, const Frame<double>& q) {
    return p.axes == q.axes && p.position == q.position;
  };
  const auto sections = [](const Section& p, const Section& q) {
    return p.mass == q.mass && p.inertia == q.inertia;
  };
  return a.model == b.model && a.arc == b.arc && a.parent == b.parent && a.parentArc == b.parentArc &&
         (a.root == Root::attached) == (b.root == Root::attached) && frames(a.attachment, b.attachment) &&
         a.drag.empty() == b.drag.empty() && acting(a) == acting(b) &&
         a.sections.size() == b.sections.size() &&
         std::equal(a.sections.begin(), a.sections.end(), b.sections.begin(), sections) &&
         places(a) == places(b);
}

// Same rods with the same frames.
bool sameWork(const SceneConstraint& a, const SceneConstraint& b) {
  for (int k = 0; k < 2; ++k)
    if (a.ends[k].rod != b.ends[k].rod || a.ends[k].attachment.axes != b.ends[k].attachment.axes ||
        a.ends[k].attachment.position != b.ends[k].attachment.position)
      return false;
  return true;
}

}  // namespace

void takeScene(SimulationWorkspace& stage, std::vector<SceneRod> rods,
               std::vector<SceneConstraint> constraints) {
  Scene& scene = stage.scene;
  bool same =
      stage.work && rods.size() == scene.rods.size() && constraints.size() == scene.constraints.size();
  for (std::size_t r = 0; same && r < rods.size(); ++r) same = sameWork(rods[r], scene.rods[r]);
  for (std::size_t c = 0; same && c < constraints.size(); ++c)
    same = sameWork(constraints[c], scene.constraints[c]);
  if (!same) stage.work.reset();
  if (constraints.size() == scene.constraints.size())
    std::copy(constraints.begin(), constraints.end(), scene.constraints.begin());
  else
    scene.constraints = std::move(constraints);
  if (same)  // same addresses: the workspace refers to them
    for (std::size_t r = 0; r < rods.size(); ++r) scene.rods[r] = std::move(rods[r]);
  else
    scene.rods = std::move(rods);
  if (same)
    checkScene(scene);  // the new scene may be invalid
  else
    stage.work = std::make_unique<Workspace>(scene);
}

void takeState(SimulationWorkspace& stage) {
  State& state = stage.state;
  const std::size_t count = stage.rods.size();
  state.rods.resize(count);
  state.past.resize(count);
  state.pastStep.resize(count);
  for (std::size_t r = 0; r < count; ++r) {
    state.rods[r] = stateOf(stage.rods[r], stage.unit);
    state.past[r] = pastOf(stage.rods[r], stage.unit);
    state.pastStep[r] = stage.rods[r].history->pastStep;
  }
}

void beginTogether(SimulationWorkspace& stage) {
  std::vector<double>& steps = stage.state.pastStep;
  for (const std::vector<std::size_t>& tree : islandsOf(stage.scene))
    if (std::any_of(tree.begin(), tree.end(), [&](std::size_t r) { return steps[r] != steps[tree[0]]; }))
      for (const std::size_t r : tree) steps[r] = 0;
}

}  // namespace tendril::nodes
