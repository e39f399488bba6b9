// The motion of rods that nobody simulates, such as an animated groom: differences of neighbouring frames.
#pragma once

#include <optional>

#include "nodes/parameters/definition.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// The inputs on the frames before and after; at the first and last frame, one of them is this frame's.
struct FrameEnds {
  std::vector<std::shared_ptr<const Geometry>> before, after;
  double seconds = 0;  // between them
};

// Fills in the motions of rods of the first input without history, if none of them moves, and returns what
// they come from. Needs a host with frames (Cook::at). Reads what an earlier cook has left in the node's
// memory.
std::optional<FrameEnds> moveByFrames(const Cook& cook, std::vector<Rod>& rods);

// Velocities of points: differences of P, if the three geometries have the same points. They are exact where
// fits of neighbouring frames differ a little.
void setVelocities(const Geometry& before, const Geometry& after, double seconds, Geometry& now);

}  // namespace tendril::nodes
