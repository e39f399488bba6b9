// The colliders of a frame.
#include "nodes/simulation/frame_colliders.h"

#include "solver/base/error.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

ColliderReader::Colliders FrameColliders::read(const SimulationInputs& inputs, const Geometry& state,
                                               double unit, double seconds, Host& host) {
  ColliderReader::Colliders all;
  if (inputs.colliders) all = input_.read(inputs.collidersBefore, *inputs.colliders, unit, seconds, host);
  memory_ = std::make_unique<ColliderMemory>(state);
  for (const ColliderSource& source : inputs.colliderSources) {
    try {
      readSource(source, *memory_, unit, seconds, host, all);
    } catch (const Error& problem) {
      host.warn("collider " + source.name + ": " + problem.what());
    }
  }
  return all;
}

void FrameColliders::readSource(const ColliderSource& source, ColliderMemory& memory, double unit,
                                double seconds, Host& host, ColliderReader::Colliders& to) {
  Source& known = sources_[source.name];
  const std::shared_ptr<const Geometry> now = source.read();
  if (!now || hasRods(*now)) return;  // rods of other objects touch nothing yet
  std::shared_ptr<const Geometry> before;
  if (!now->find(Owner::point, "v")) {
    if (memory.before(source.name, now, known.last, before) == ColliderMemory::Past::lost)
      host.warn("collider " + source.name +
                ": the cache does not say where its points were on the last frame (they are more than " +
                std::to_string(ColliderMemory::kMostPoints) +
                ", or others than then), so it stands still in this frame; give them v");
    memory.keep(source.name, *now);
  }
  for (auto& collider : known.reader.read(before.get(), *now, unit, seconds, host)) {
    if (collider->name.empty()) collider->name = source.name;
    to.push_back(std::move(collider));
  }
  known.last = now;
}

void FrameColliders::write(Geometry& state) const {
  if (memory_) memory_->write(state);
}

}  // namespace tendril::nodes
