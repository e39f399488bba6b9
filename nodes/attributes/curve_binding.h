// Where the points of a curve are on its rod: what lets the original points follow it later.
//
// For every vertex of a rod's curve: `pointarc`, arc length on the rod; `pointoffset`, the way from there to
// the point in the material frame (t, n1, n2; scene units), so that detail finer than an element survives;
// and where the curves have N, up or orient, `pointframe`, the frame as a quaternion, to tell later how far
// it has turned. Lists on primitives, empty where a primitive is no rod.
#pragma once

#include "solver/geometry/interpolate.h"
#include "solver/geometry/polyline.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// A rod and the curve it was made of.
struct Placing {
  const Rod* rod;
  const Curve* curve;
  const std::vector<double>* arcOfPoint;  // of the curve's points
};

void writePlaces(Geometry& rods, const Geometry& curves, const std::vector<Placing>& placings);

// The places of one rod, as far as they are there.
struct Places {
  std::vector<double> arc;
  std::vector<Eigen::Vector3d> offset;
  std::vector<Eigen::Vector4f> frame;  // x y z w; empty where there was no N, up or orient
};
Places readPlaces(const Geometry& rods, std::size_t primitive);

// Where the places of rods stand: on the rods, or, of light rods, on others of the same ids (null: none).
class Bindings {
 public:
  Bindings(const Geometry& rods, const Geometry* others);
  // Throws an Error that says what to do if nothing has them.
  Places of(const Rod& rod) const;

 private:
  const Geometry& rods_;
  const Geometry* others_;  // null: the rods have their own
  bool light_;
  std::unordered_map<std::int64_t, std::size_t> primitives_;  // of the others, by id
};

// Attribute values at arc lengths of a rod come from between these vertices of its curve.
std::vector<Blend> blendsAt(const Curve& curve, const std::vector<double>& arcOfPoint,
                            const std::vector<double>& arcs);

// Whether curves carry directions that must turn with the rod.
bool hasDirections(const Geometry& curves);

}  // namespace tendril::nodes
