// What may be written to a cache.
#pragma once

#include "solver/geometry/geometry.h"

namespace tendril::cli {

// Throws an Error that names attribute and element of the first number that is not finite.
void checkFinite(const Geometry& geometry);

}  // namespace tendril::cli
