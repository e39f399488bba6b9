// What an object may run into.
#pragma once

#include <SIM/SIM_Object.h>

#include <vector>

#include "nodes/simulation/host_forces.h"

namespace tendril::hdk {

// Everybody whom a relationship makes a collider of the object, with a geometry, in the world's coordinates.
// Sources point at these objects: they end with the step.
std::vector<ColliderSource> collidersOf(const SIM_Object& object);

}  // namespace tendril::hdk
