// Rod geometry: one polyline a rod, one point a knot, the state in attributes (state.def).
//
//   std::vector<Rod> rods = readRods(geometry);
//   rods[0].motion.velocity.y() = 1;
//   writeRods(geometry, rods);                  // state, and the derived P orient v w
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "solver/geometry/geometry.h"
#include "solver/rods/shape.h"

namespace tendril::solver {

// Velocity and rates of a shape.
struct Motion {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero(),
                  spin = Eigen::Vector3d::Zero();  // of the root, in the world
  std::vector<Eigen::Vector3d> rates;              // of kappa or joints, knots; empty: at rest
};

// What a simulation stores of a rod besides shape and motion.
struct History {
  double pastStep = 0;  // s, of the last step; 0: there was none
  // the state before the last step
  Eigen::Vector3d pastPosition = Eigen::Vector3d::Zero();
  Eigen::Quaterniond pastOrient = Eigen::Quaterniond::Identity();
  Motion pastMotion;
  Coordinates past;  // knots
  // the root in the parent's material frame
  Eigen::Vector3d hookPosition = Eigen::Vector3d::Zero();
  Eigen::Quaterniond hookOrient = Eigen::Quaterniond::Identity();
  std::int64_t hookParent = -1;  // id
  Eigen::Vector3d targetVelocity = Eigen::Vector3d::Zero(), targetSpin = Eigen::Vector3d::Zero();
  // the last frame's goal
  std::vector<Eigen::Vector3d> goalPosition;  // knots
  Coordinates goal;                           // knots
  std::vector<Eigen::Vector3d> plastic;       // knots
  std::vector<double> plasticFlow;            // knots
  bool loose = false;
  // the part of an uncut rod, arc lengths; cutEnd 0: never cut
  std::int64_t cutFrom = -1;
  double cutStart = 0, cutEnd = 0;
};

struct Rod {
  std::size_t primitive = 0;
  std::int64_t id = 0;
  Shape shape;
  // The root's frame as stored. shape.root.axes is made from it alone, so that a cached frame gives the same
  // bits. Set both with turnRoot().
  Eigen::Quaterniond rootOrient = Eigen::Quaterniond::Identity();
  Motion motion;
  Coordinates rest;                // natural shape, knots
  std::optional<History> history;  // none: never simulated
};

void turnRoot(Rod& rod, const Eigen::Quaterniond& orient);

// Every primitive whose `rodmodel` names a model. Throws an Error that names rod and attribute if state is
// missing or invalid: not finite, arc lengths that do not ascend, a repeated id.
std::vector<Rod> readRods(const Geometry& geometry);

// Whether any primitive is a rod, and whether any has a history. Cheap: reads and checks nothing.
bool hasRods(const Geometry& geometry);
bool hasHistory(const Geometry& geometry);

// A light frame: rods for curves and pictures, without what a simulation needs to go on
// (nodes/attributes/light_rods.h). isRestartFrame(): there are rods, with their full state.
constexpr const char* kLightMark =
    "restartevery";  // detail attribute of light frames: frames between restarts
bool isLight(const Geometry& geometry);
bool isRestartFrame(const Geometry& geometry);

// Writes state, history if any, and the derived P orient v w of the knots. Points of a rod must be its knots.
void writeRods(Geometry& geometry, const std::vector<Rod>& rods);

// Index in `rods` by id.
std::unordered_map<std::int64_t, std::size_t> indexById(const std::vector<Rod>& rods);

// `id` of every primitive, else its number. Throws an Error if `id` is not an integer attribute.
std::vector<std::int64_t> idsOf(const Geometry& geometry);

// Finds primitives of another geometry by id. Meshes and other things there may share ids.
class IdIndex {
 public:
  explicit IdIndex(const Geometry& geometry);

  bool has(std::int64_t id) const { return primitives_.count(id) != 0; }
  // Among the primitives with this id: the one of that number, else the only one. Throws an Error if there
  // are several.
  std::optional<std::size_t> find(std::int64_t id, std::size_t number,
                                  const std::function<bool(std::size_t)>& fits) const;

 private:
  std::unordered_map<std::int64_t, std::vector<std::size_t>> primitives_;
};

// The rotation of +Z onto the tangent and of +Y onto n2.
Eigen::Quaterniond orientOf(const Eigen::Matrix3d& axes);
Eigen::Matrix3d axesOf(const Eigen::Quaterniond& orient);  // of a unit quaternion

}  // namespace tendril::solver
