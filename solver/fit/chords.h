// Arcs of a curve and the links of a chain that stand for them.
//
//   const std::vector<double> longer = arcsOverChords(rod.rest, rod.shape.arc.size());
//   sections[k] = ofCurve(sections[k], longer[k]);
//
// The joints of a chain are on the curve, so links are chords. A part of the curve that turns by `turn` is
// longer than its chord by (turn / 2) / sin(turn / 2), exactly so for circles. A link has that much more mass
// than its length tells, and the joint between links is that much softer: both are integrals over the curve.
#pragma once

#include <vector>

#include "solver/rods/coordinates.h"
#include "solver/rods/section.h"

namespace tendril::solver {

// By knots, between 1 and pi/2: from the bends of the joints between links at rest. The first knot and the
// tip have no such joint and take their neighbour's. All 1 where values are curvatures.
std::vector<double> arcsOverChords(const Coordinates& rest, std::size_t knots);

// The section of a link whose mass and compliance are those of a curve longer by a factor.
Section ofCurve(const Section& section, double longer);

}  // namespace tendril::solver
