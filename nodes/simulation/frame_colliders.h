// The colliders of a frame: those of the input, and those of a host.
#pragma once

#include <map>

#include "nodes/simulation/collider_memory.h"
#include "nodes/simulation/colliders.h"
#include "nodes/simulation/simulation.h"

namespace tendril::nodes {

class FrameColliders {
 public:
  // What is wrong with one of them is a warning; the others act. `state`: of the rods, which knows where a
  // host's colliders were.
  ColliderReader::Colliders read(const SimulationInputs& inputs, const Geometry& state, double unit,
                                 double seconds, Host& host);
  // For the next frame, into the state of the rods.
  void write(Geometry& state) const;

 private:
  // A host has no frame before: its colliders move by their attribute v, or from where they were in the
  // state.
  struct Source {
    ColliderReader reader;
    std::shared_ptr<const Geometry> last;  // of any frame: saves time
  };
  void readSource(const ColliderSource& source, ColliderMemory& memory, double unit, double seconds,
                  Host& host, ColliderReader::Colliders& to);

  ColliderReader input_;
  std::map<std::string, Source> sources_;
  std::unique_ptr<ColliderMemory> memory_;  // of the frame that was read; null: none
};

}  // namespace tendril::nodes
