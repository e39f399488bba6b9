// Contacts as the solver wrote them on rods: what touches, how strongly, and what has failed.
#pragma once

#include "cli/drawing/drawing.h"

namespace tendril::cli::show {

// In the layer for debugging: a dot at each knot near a contact and a line along the force on the rod there,
// both red where the contact has failed, with a second dot at the line's end. The length grows as the square
// root of the force; the strongest of a frame is an eighth of the picture's size long.
void addContacts(const Geometry& geometry, const DrawSettings& settings, std::size_t file, Drawing& to);

}  // namespace tendril::cli::show
