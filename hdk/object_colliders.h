// Colliders of an object.
#pragma once

#include <SIM/SIM_Object.h>

#include <vector>

#include "nodes/simulation/host_forces.h"

namespace tendril::hdk {

// All objects with geometry that a relationship makes colliders of the object, in world coordinates. Sources
// refer to these objects and are valid during the step.
std::vector<ColliderSource> collidersOf(const SIM_Object& object);

}  // namespace tendril::hdk
