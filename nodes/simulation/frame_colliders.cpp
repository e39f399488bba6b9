// The colliders of a frame.
#include "nodes/simulation/frame_colliders.h"

#include "solver/base/error.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

ColliderReader::Colliders FrameColliders::read(const SimulationInputs& inputs, double unit, double seconds,
                                               Host& host) {
  ColliderReader::Colliders all;
  if (inputs.colliders) all = input_.read(inputs.collidersBefore, *inputs.colliders, unit, seconds, host);
  for (const ColliderSource& source : inputs.colliderSources) {
    Source& known = sources_[source.name];
    try {
      const std::shared_ptr<const Geometry> now = source.read();
      if (!now || hasRods(*now)) continue;  // rods of other objects touch nothing yet
      const bool moves = now->find(Owner::point, "v") != nullptr;
      for (auto& collider :
           known.reader.read(moves ? nullptr : known.last.get(), *now, unit, seconds, host)) {
        if (collider->name.empty()) collider->name = source.name;
        all.push_back(std::move(collider));
      }
      known.last = now;
    } catch (const Error& problem) {
      host.warn("collider " + source.name + ": " + problem.what());
    }
  }
  return all;
}

}  // namespace tendril::nodes
