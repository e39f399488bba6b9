// A curve on its way to a rod, and what tendril::rods writes of all of them.
#pragma once

#include "nodes/making/make_rods.h"
#include "solver/geometry/polyline.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

struct Strand {
  std::size_t primitive = 0;
  Curve curve, rest;  // rest: no points where the curve is its own
  Rod rod;
  std::vector<double> arcOfPoint;  // of curve.points
  double miss = 0;                 // of the rest's fit, over the length
  Frame<double> restRoot;          // of the rest shape
  bool isAtRest = false;           // drawn in its rest shape
};

// ---- rod_parents.cpp

// `rodparent` and `rodparentlength` of the rods: by shared points, and by Attach Within.
void writeParents(const RodsParms& parms, const Cook& cook, const std::vector<Strand>& strands,
                  const std::vector<std::int64_t>& ids, Geometry& rods);

// ---- mass_of_points.cpp

// Where the curves have a point attribute `mass` (kg), writes it for knots, and the `density` that gives it.
// A point's mass is spread evenly over the stretch that the point stands for: half the way to its neighbours.
// Follows writeMaterial(). Points of mass 0, as Vellum pins them, are as heavy as the nearest points that
// have a mass.
void writeMass(const Cook& cook, const std::vector<Strand>& strands, Geometry& rods);

// ---- rod_notes.cpp

// Tells which parameters do nothing, as the curves have attributes that override them.
void tellUnused(const RodsParms& parms, const Geometry& curves, Host& host);

// Warns of rods so long that their curves are probably not in metres.
void tellLong(const RodsParms& parms, const Cook& cook, const std::vector<Strand>& strands);

}  // namespace tendril::nodes
