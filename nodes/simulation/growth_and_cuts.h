// Parts of rods: what of a rod has grown so far, and the pieces that it was cut into.
//
// A cut is remembered in the state: each piece knows of which rod it is which part (History::cutFrom,
// cutStart, cutEnd). On every frame the uncut rods that come in are cut anew, so that pieces keep getting
// their material and attributes from there.
#pragma once

#include "nodes/simulation/parameters.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// The first piece of a cut rod keeps its id. The others count from here, out of the way of ids that may be
// born.
constexpr std::int64_t kFirstPiece = 1000000000;

// Of a geometry and its rods, as read: cut as those of `state` were, and as far as they have grown. Rods of
// no length are left out, and with them whatever hangs beyond what is there. None: all of them are whole.
std::optional<Geometry> partsOf(const Geometry& uncut, const std::vector<Rod>& rods,
                                const std::vector<Rod>& state, const SimulationParms& parms);

struct Cut {
  std::size_t rod = 0, knot = 0;  // at an inner knot, of the rods of a geometry
};

// Cuts rods with all their state: what was beyond the knot becomes a rod of its own that nothing holds.
// `rods` are those of `g`, and are so afterwards.
void cutRods(const std::vector<Cut>& cuts, Geometry& g, std::vector<Rod>& rods);

// Where rods shall be cut by `cutlength` (`unit`: m of a scene unit), or break by `maxbend`; one cut a rod.
std::vector<Cut> cutsByLength(const Geometry& g, const std::vector<Rod>& rods, const SimulationParms& parms,
                              double unit);
std::vector<Cut> breaks(const Geometry& g, const std::vector<Rod>& rods, const SimulationParms& parms,
                        double unit);

}  // namespace tendril::nodes
