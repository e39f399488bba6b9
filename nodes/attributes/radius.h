// The radius of curves, from `pscale` (a radius) and `width` (a diameter). A groom may bring both: `pscale`
// for Vellum and POP, `width` for Karma. So there are two questions, each with one answer, here:
//
//   what bends and collides   pscale, else half the width
//   what is seen              half the width, else pscale: as SOP Import makes USD's widths
#pragma once

#include <string>
#include <vector>

#include "nodes/attributes/knot_values.h"

namespace tendril::nodes {

// Of mechanics; scene units. Attributes named in `except` do not count. Throws as findKnotValue() does.
KnotValue findRadius(const Geometry& g, const std::vector<std::string>& except = {});

// Of pictures, the page and USD; scene units. What is no single number is passed over.
KnotValue findDrawnRadius(const Geometry& g);

}  // namespace tendril::nodes
