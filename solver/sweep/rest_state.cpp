// The state of a scene at rest.
#include "solver/sweep/rest_state.h"

#include "solver/sweep/sweep.h"

namespace tendril::solver {

State restState(const Scene& scene) {
  checkScene(scene);
  State state;
  for (const SceneRod& rod : scene.rods) {
    RodState at;
    static_cast<Coordinates&>(at.pose) = rod.rest.first(rod.coordinates());
    at.rates.assign(rod.coordinates(), Eigen::Vector3d::Zero());
    if (rod.root != Root::attached) at.pose.root = rod.attachment;
    state.rods.push_back(std::move(at));
  }
  ForestState placed = forestStateOf(state.rods);
  Sweep(scene).setState(placed);
  for (std::size_t r = 0; r < state.rods.size(); ++r) state.rods[r].pose.root = placed.poses[r].root;
  return state;
}

}  // namespace tendril::solver
