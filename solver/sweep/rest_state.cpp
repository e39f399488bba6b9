// The state of a scene at rest.
#include "solver/sweep/rest_state.h"

#include "solver/rods/model.h"
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
  std::vector<std::size_t> swept;
  std::vector<RodState> states;
  for (std::size_t r = 0; r < scene.rods.size(); ++r) {
    if (!isSwept(scene.rods[r].model)) continue;
    swept.push_back(r);
    states.push_back(state.rods[r]);
  }
  ForestState placed = forestStateOf(states);
  Sweep(scene, swept).setState(placed);
  for (std::size_t i = 0; i < swept.size(); ++i) state.rods[swept[i]].pose.root = placed.poses[i].root;
  return state;
}

}  // namespace tendril::solver
