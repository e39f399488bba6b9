// Colliders of an object.
#pragma once

#include <SIM/SIM_Object.h>

#include <vector>

#include "nodes/simulation/host_forces.h"

namespace tendril::hdk {

// All objects that a relationship makes colliders of the object, in world coordinates. To be called on the
// cook's thread: SOPs behind their geometry are cooked and locked for reading here. Sources convert when they
// are asked, anywhere, during the step, and end on the cook's thread.
std::vector<ColliderSource> collidersOf(const SIM_Object& object);

}  // namespace tendril::hdk
