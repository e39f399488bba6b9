// Parts of rods: the grown part, and the pieces of cut rods.
//
// Cuts are stored in the state: each piece has its rod and interval (History::cutFrom, cutStart, cutEnd). On
// every frame the incoming uncut rods are cut again, so pieces keep getting material and attributes from
// there.
#pragma once

#include "nodes/simulation/parameters.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// The first piece of a cut rod keeps its id. Others count from here, above all usual ids.
constexpr std::int64_t kFirstPiece = 1000000000;

// The grown parts and pieces of a geometry and its rods, cut as those of `state`. Rods without length are
// left out, with everything attached beyond the existing parts. None: all rods are whole.
std::optional<Geometry> partsOf(const Geometry& uncut, const std::vector<Rod>& rods,
                                const std::vector<Rod>& state, const SimulationParms& parms);

struct Cut {
  std::size_t rod = 0, knot = 0;  // inner knot of a rod of the geometry
};

// Cuts rods with their state: the part beyond the knot becomes a free rod. Updates `rods`, which are those of
// `g`.
void cutRods(const std::vector<Cut>& cuts, Geometry& g, std::vector<Rod>& rods);

// Cuts by `cutlength` (`unit`: m of a scene unit), and breaks by `maxbend`; at most one a rod.
std::vector<Cut> cutsByLength(const Geometry& g, const std::vector<Rod>& rods, const SimulationParms& parms,
                              double unit);
std::vector<Cut> breaks(const Geometry& g, const std::vector<Rod>& rods, const SimulationParms& parms,
                        double unit);

}  // namespace tendril::nodes
