// What a frame looks like: smooth tubes, balls and triangles, from any geometry.
//
//   Drawing drawing;
//   addGeometry(geometry, {}, drawing);       // rods, curves, meshes, constraints; once a file
//
// Rods are drawn as they are, by cubics that leave the true shape by less than kOff; polylines as the
// Catmull-Rom curves that USD's renderers make of them. Everything is there twice, where the shutter opens
// and where it closes.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "solver/geometry/geometry.h"

namespace tendril::cli::show {

using Eigen::Vector3d;
using Eigen::Vector3f;
using Eigen::Vector4f;

// A drawn vertex, between two points of the geometry (value = (1 - part) a + part b).
struct Between {
  std::int32_t a, b;
  float part;
};

constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();

// What shows constraints, as solid things or as lines, and contacts; everything else is always there.
enum class Layer { always, debug, solid };

struct DrawnCurve {
  std::size_t file, primitive;
  std::size_t segments;
  std::size_t firstControl;  // 3 segments + 1 Bezier points
  std::size_t firstVertex;   // segments + 1
  Layer layer = Layer::always;
};

struct DrawnBall {
  Vector4f at[2];  // radius last
  Vector3f colour;
  std::size_t file, primitive;
  float value = kNoValue;
  bool cap = false;  // of a tube's end or joint
  Layer layer = Layer::always;
};

struct DrawnMesh {
  std::size_t file = 0;
  std::vector<Vector3f> points[2];  // shared by polygons that share them and their colour
  std::vector<Vector3f> colours;    // points
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> topology;  // the number of each polygon's corners, and which they are
};

struct Drawing {
  std::vector<DrawnCurve> curves;
  std::vector<Vector4f> controls[2];  // x y z radius
  // of vertices
  std::vector<Between> between;
  std::vector<Vector3f> colours;
  std::vector<float> values;  // what false colours show; kNoValue: its own colour
  std::vector<DrawnBall> balls;
  std::vector<DrawnMesh> meshes;
  std::size_t skipped = 0;  // primitives of kinds that are not drawn
  std::size_t files = 0;

  Eigen::AlignedBox3f bounds() const;          // radii too, but those of debugging lines
  float lowestRoot() const;                    // of curves, or the lowest point of a mesh; infinite: none
  void moveClosed(const Eigen::Vector3d& by);  // all, as it is where the shutter closes
};

// Constraints: red lines with dots, and contacts; rings, pins and links; none; lines and solids, each in its
// layer. Pearls are there in any case, what is broken or inactive in none.
enum class Constraints { debug, solid, hide, both };

struct DrawSettings {
  double shutter = 0;              // s that it is open, from the frame on
  double radius = 0;               // of what has neither width nor pscale; 0: a 500th of the size
  double widthScale = 1;           // of curves
  std::optional<Vector3f> colour;  // of curves without Cd
  Constraints constraints = Constraints::solid;
  std::string value;  // attribute, or energy, bend, speed; empty: none
};

constexpr double kOff = 1e-4;  // of the length, between what is drawn and a rod

// Throws an Error that names what is wrong: state that is none, numbers that are not finite, a value that no
// primitive has.
void addGeometry(const Geometry& geometry, const DrawSettings& settings, Drawing& to);

// The colour of curves that have none: hair of one colour looks like plastic.
Vector3f stemColour(const DrawSettings& settings, std::size_t primitive);

// Control points of a Catmull-Rom curve that ends at its first and last point, as USD's "pinned" says.
void catmullRom(const std::vector<Vector4f>& points, std::vector<Vector4f>& controls);

Vector4f bezierAt(const Vector4f* controls, float u);  // of four control points

// How far the Catmull-Rom curve through every fourth of some points is from the others, across the curve.
double offOfCatmullRom(const std::vector<Vector3f>& fine);

// Of the points of a primitive: half of width, else pscale, of points, vertices, the primitive or all.
std::vector<double> radiiOf(const Geometry& geometry, std::size_t primitive, double otherwise);
bool tellsRadii(const Geometry& geometry);  // it has width or pscale
// Of what has neither, by file: a 500th of the size that it has on the first frame on which it has one.
void findRadii(const std::vector<Geometry>& files, std::vector<double>& radii);
double usualRadius(const Geometry& geometry);

}  // namespace tendril::cli::show
