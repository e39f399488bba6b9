// The colliders of a frame: those of the input, and those of a host.
#pragma once

#include <map>

#include "nodes/simulation/colliders.h"
#include "nodes/simulation/simulation.h"

namespace tendril::nodes {

class FrameColliders {
 public:
  // What is wrong with one of them is a warning; the others act.
  ColliderReader::Colliders read(const SimulationInputs& inputs, double unit, double seconds, Host& host);

 private:
  // A host has no frame before: its colliders move by their attribute v, or from where they were when they
  // were last read here.
  struct Source {
    ColliderReader reader;
    std::shared_ptr<const Geometry> last;
  };
  ColliderReader input_;
  std::map<std::string, Source> sources_;
};

}  // namespace tendril::nodes
