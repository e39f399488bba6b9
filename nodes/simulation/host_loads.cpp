// Applies a host's forces.
#include "nodes/simulation/host_loads.h"

#include <cmath>

#include "nodes/simulation/workspace.h"
#include "solver/base/parallel.h"
#include "solver/rods/evaluate.h"

namespace tendril::nodes {
namespace {

// A rate for every knot.
Motion motionOf(const SceneRod& rod, const RodState& state) {
  Motion motion{state.velocity, state.spin, state.rates};
  fillKnots(layoutOf(rod.model), rod.arc.size(), motion.rates);
  return motion;
}

std::array<double, 3> plain(const Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}
Vector3d vectorOf(const std::array<double, 3>& v) {
  return {v[0], v[1], v[2]};
}

}  // namespace

HostLoads::HostLoads(HostForces* forces, SimulationWorkspace& stage) : forces_(forces), stage_(stage) {
  if (forces_)
    for (const SceneRod& rod : stage.scene.rods) own_.push_back(rod.drag);
}

void HostLoads::ask() {
  if (!forces_) return;
  std::vector<SceneRod>& rods = stage_.scene.rods;
  const double unit = stage_.unit;
  std::vector<std::size_t> first = {0};
  for (const SceneRod& rod : rods) first.push_back(first.back() + rod.arc.size());
  std::vector<KnotMotion> knots(first.back());
  parallelFor(rods.size(), [&](std::size_t r) {
    const SceneRod& rod = rods[r];
    const RodState& state = stage_.state.rods[r];
    const std::vector<Sample> samples = sampleRod(shapeOf(rod, state.pose), motionOf(rod, state), rod.arc);
    for (std::size_t k = 0; k < samples.size(); ++k)
      knots[first[r] + k] = {plain(samples[k].frame.position / unit), plain(samples[k].velocity / unit),
                             plain(samples[k].spin), rod.sections[k].mass * shareOf(rod.arc, k)};
  });
  const std::vector<KnotForce> answers = forces_->at(knots);
  for (std::size_t r = 0; r < rods.size(); ++r)
    for (std::size_t k = 0; k < rods[r].arc.size(); ++k) {
      const KnotForce& answer = answers.at(first[r] + k);
      const Vector3d force = vectorOf(answer.force), target = vectorOf(answer.target);
      if (!force.allFinite() || !target.allFinite() || !(answer.grip >= 0) || !std::isfinite(answer.grip))
        throw Error("rod " + std::to_string(stage_.rods[r].id) + ": a force on it is not finite");
      const double length = shareOf(rods[r].arc, k), grip = answer.grip / length;
      Drag& drag = rods[r].drag[k] = own_[r][k];
      drag.load += force * (unit / length);
      if (grip == 0) continue;
      drag.target = (drag.grip * drag.target + grip * unit * target) / (drag.grip + grip);
      drag.grip += grip;
    }
}

}  // namespace tendril::nodes
