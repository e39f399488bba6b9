// Rest shapes that are drawn inside of colliders, pushed out of them.
#pragma once

#include "nodes/simulation/workspace.h"

namespace tendril::nodes {

// Detail attribute of a state that has not been stepped: its rods are still to be pushed out.
inline constexpr const char* kPushOut = "pushout";
void setPushOut(Geometry& state);
bool isPushOut(const Geometry& state);

// At the places that colliders have at the frame's start. What the rods of `which` bend by stays in their
// rest shapes, as plastic deformation does.
void pushRestOut(SimulationWorkspace& stage, const std::vector<std::uint8_t>& which, Host& host);

}  // namespace tendril::nodes
