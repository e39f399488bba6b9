// Rest shapes pushed out of colliders.
#include "nodes/simulation/push_rest.h"

#include <algorithm>

#include "nodes/parameters/text.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/coordinates.h"
#include "solver/statics/push_out.h"

namespace tendril::nodes {

void setPushOut(Geometry& state) {
  setNumber(state.add(Owner::detail, kPushOut, Storage::int32, 1).numbers, 0, 1);
}

bool isPushOut(const Geometry& state) {
  const Attribute* found = numericTuple(state.find(Owner::detail, kPushOut), 1);
  return found && numberAt(found->numbers, 0) != 0;
}

void pushRestOut(SimulationWorkspace& stage, const std::vector<std::uint8_t>& which, Host& host) {
  if (stage.colliders.empty() || std::find(which.begin(), which.end(), 1) == which.end()) return;
  for (const auto& collider : stage.colliders) collider->setInterval(0, 0);
  State& state = stage.state;
  std::vector<Pose> drawn;
  for (const RodState& rod : state.rods) drawn.push_back(rod.pose);
  const PushedOut done = pushOut(stage.scene, state, which);
  if (done.rods.empty()) return;
  for (std::size_t r = 0; r < state.rods.size(); ++r) {
    Pose& pose = state.rods[r].pose;
    Rod& rod = stage.rods[r];
    const Layout layout = layoutOf(rod.shape.model);
    for (std::size_t k = 0; k < pose.size(); ++k) {
      const Vector3d by = drawn[r].changeTo(pose, k);
      if (by.isZero(0)) continue;
      stage.scene.rods[r].rest.change(k, by);
      Vector3d& kept = rod.history->plastic[k];
      kept = summed(layout, kept, pose.areJoints() ? by : Vector3d(by * stage.unit));
    }
    state.past[r] = state.rods[r];
    state.pastStep[r] = 0;
  }
  const auto length = [&](double metres) { return formatNumber(static_cast<float>(metres / stage.unit)); };
  host.inform(counted(done.rods.size(), "rod was", "rods were") + " pushed out of colliders, where " +
              (done.rods.size() == 1 ? "it was" : "they were") + " up to " + length(done.deepest) +
              " inside" +
              (done.left > 0.1 * done.deepest ? "; up to " + length(done.left) + " is left" : ""));
}

}  // namespace tendril::nodes
