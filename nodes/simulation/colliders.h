// Collider geometry to colliders of the solver.
//
//   ColliderReader reader;                                      // kept from frame to frame: saves time,
//   changes no bit const auto colliders = reader.read(before, *now, metresPerUnit, 1 / framesPerSecond,
//   host); for (auto& collider : colliders) collider->setInterval(0, 1.0 / substeps);
//
// Polygons need no attribute: together they are one mesh. What is wrong with a collider is a warning with its
// name; the others act.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "nodes/parameters/definition.h"
#include "nodes/simulation/collider_motion.h"
#include "nodes/simulation/collider_settings.h"

namespace tendril::nodes {

class ColliderReader {
 public:
  using Colliders = std::vector<std::unique_ptr<Collider>>;

  // `before`: the input one frame earlier; null: it is not known, and v counts, or they rest. `unit`: m of a
  // scene unit.
  Colliders read(const Geometry* before, const Geometry& now, double unit, double seconds, Host& host);

 private:
  struct Frame;  // what a frame's reading shares
  struct Piece;
  struct Known {  // of the last frame
    std::vector<Triangle> faces;
    bool inverted = false;
    std::vector<Vector3d> places;
    std::shared_ptr<const MeshTopology> topology;
    std::shared_ptr<const MeshSurface> surface;  // null: it deforms
    std::vector<std::uint8_t> grid;              // of a level set
    double voxel = 0, band = 0;                  // m, of a mesh's level set
    std::shared_ptr<const Solid> levelSet;
  };
  void warnOfOthers(const Frame& frame);
  std::vector<Piece> piecesOf(const Frame& frame) const;
  std::unique_ptr<Collider> made(const Frame& frame, const Piece& piece, std::size_t number);
  std::unique_ptr<Collider> shapeOf(const Frame& frame, const Piece& piece);
  std::unique_ptr<Collider> meshOf(const Frame& frame, const Piece& piece, std::size_t number);
  std::unique_ptr<Collider> levelSetOfGrid(const Frame& frame, const Piece& piece, std::size_t number);
  std::unique_ptr<Collider> levelSetOfMesh(const Piece& piece, const MeshMotion& motion,
                                           const std::vector<Triangle>& faces, Known& known);
  MeshMotion motionFromRest(const Frame& frame, const std::vector<std::int32_t>& points,
                            const std::vector<Vector3d>& start, const std::vector<Vector3d>& end) const;
  Known& knownOf(std::size_t number);
  bool jumps(const Frame& frame, const std::string& name, double way, double size);
  void warn(const Frame& frame, const std::string& message);

  std::vector<Known> known_;  // by collider
  std::set<std::string> said_;
};

// The colliders of one frame.
ColliderReader::Colliders readColliders(const Geometry* before, const Geometry& now, double unit,
                                        double seconds, Host& host);

}  // namespace tendril::nodes
