// A frame as USD says it: prims, and attributes with their values as text.
//
//   UsdFrame frame = usdFrameOf({geometry}, {"hair"}, {});
//
// Curves become BasisCurves as Karma wants them: cubic Catmull-Rom through the points of a polyline, pinned
// at both ends; rods are sampled so closely that this curve is the rod; chains are linear. Polygons
// become meshes, pearls points of their size, constraints that hold straight lines between their ends.
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"
#include "solver/rods/shape.h"

namespace tendril::cli::usd {

struct UsdAttribute {
  std::string declaration;    // point3f[] points
  std::string interpolation;  // empty: of the prim
  std::string value;
  int elementSize = 1;  // values of an element, where the type does not say it
};

struct UsdPrim {
  std::string type, name;
  std::string fixed;  // lines that are the same on every frame
  std::vector<UsdAttribute> attributes;
};

struct UsdFrame {
  std::vector<UsdPrim> prims;
  Eigen::AlignedBox3d box;
  std::size_t leftOut = 0;  // curves of one point, constraints to the world, primitives of other kinds
};

// What is the same of a rod on all frames, by file and id: how many pieces each element is drawn with, so
// that the renderer can blur, and where its points are at rest, as the first frame says.
struct RodLook {
  int pieces = 1;
  Shape rest;
};
using RodLooks = std::map<std::pair<std::size_t, std::int64_t>, RodLook>;

// Between a rod and the curve that a renderer draws: 2 % of its radius and 0.1 % of its length.
constexpr double kNearRadius = 0.02, kNearLength = 1e-3;

// Meets the rods of a frame, frames in their order: raises their pieces to what they need. Throws an Error
// that names what is wrong.
void meetRods(const Geometry& geometry, std::size_t file, RodLooks& looks);

// `names`: of the prims, one a geometry. Throws an Error that names numbers which are not finite.
// `radii`: by file, of curves that have neither width nor pscale; none: a 500th of the size. `attributes`:
// which become primvars (cli/usd/primvars.h).
UsdFrame usdFrameOf(const std::vector<Geometry>& files, const std::vector<std::string>& names,
                    const RodLooks& looks, const std::vector<double>& radii = {},
                    const std::string& attributes = "*");

// Names that USD takes, each once: letters, digits, _.
std::vector<std::string> primNames(const std::vector<std::string>& paths);

}  // namespace tendril::cli::usd
