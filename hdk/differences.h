// What an update of a detail has to write.
#pragma once

#include "hdk/geometry.h"

namespace tendril::hdk {

// Whether the geometry has the elements of an input. Carried primitives, too, must be those that are there.
bool sameTopology(const Geometry& a, const Input& input, std::int64_t number);

// Of the same kind, storage and size.
bool fits(const Attribute* a, const Attribute& b);

// Bit for bit. Defaults are of elements to come, and an update makes none.
bool sameValues(const Attribute& a, const Attribute& b);

// Whether all that `before` has is in `after`, too: then `after` is written on top of it.
bool holdsAll(const Geometry& after, const Geometry& before);

}  // namespace tendril::hdk
