// Parents of roots that share no point with another curve but lie near one: imported plants are drawn so.
//
//   NearParents found = findNearParents(curves, readings, parents, {within, radius});
//   found.of[primitive].primitive   // -1: none
#pragma once

#include "nodes/attributes/knot_values.h"
#include "solver/rods/root_frame.h"

namespace tendril::nodes {

struct NearSettings {
  // scene units; 0 off; below 0: chosen by radius and size
  double within = -1;
  double radius = 0;  // scene units, of curves that have no attribute
};

// A place on a curve: between two of its points.
struct NearParent {
  std::int32_t primitive = -1;
  std::size_t point = 0;  // of Curve::points
  double u = 0;           // from there to the next
};

struct NearParents {
  std::vector<NearParent> of;     // by primitives
  std::vector<std::size_t> left;  // primitives whose roots lie near another curve and are not attached
  std::vector<std::size_t> far;   // of a generation that has a parent, and none is in reach
  std::size_t attached = 0;
  double farthest = 0;  // scene units, of those in `left` or attached
};

// `curves`: by primitives, null where there is no rod; `shared`: the parents by shared points, which stay.
// With primitive or point attributes `parent` (an id), `generation` or `lod` (higher: finer), a rod's parent
// is the nearest one that they allow. Without them it is the nearest rod that passes by the root and does not
// start there; if `within` is below 0, at least half of the roots must be so. Unless `within` is above 0,
// roots in a crowd whose neighbours lie near other rods or none (hair, grass) stand alone. No rod is attached
// to itself, over however many others. Roots that are pinned by an attribute stay.
NearParents findNearParents(const Geometry& geometry, const std::vector<const Curve*>& curves,
                            const std::vector<std::int64_t>& ids, const std::vector<Parent>& shared,
                            const NearSettings& settings);

}  // namespace tendril::nodes
