// A mesh that stands still, moves rigidly or deforms. Closed pieces are solid; open ones are sheets.
//
//   MeshMotion motion;
//   motion.start = ..., motion.end = ...;                       // places when the frame begins and ends
//   MeshCollider mesh(std::make_shared<MeshTopology>(motion.start, triangles, false), motion,
//   MeshSides::both);
#pragma once

#include "solver/colliders/collider.h"
#include "solver/colliders/mesh_surface.h"
#include "solver/colliders/rigid_path.h"

namespace tendril::solver {

// Places by the numbers of the caller, m.
struct MeshMotion {
  std::vector<Vector3d> start, end;  // end: empty where the mesh stands still or moves rigidly
  // Velocities at both ends, each times the frame's length, m; empty: points move evenly.
  std::vector<Vector3d> startWay, endWay;
  RigidPath path;  // where `end` is empty: from the axes of `start` to the world
};

// Of sheets: which side rods are kept on.
enum class MeshSides { both, front };

class MeshCollider : public Collider {
 public:
  // Throws an Error that names places which are not finite, or their wrong number.
  // `surface`: of a mesh that does not deform, from an earlier collider with the same `start`; null: found
  // here.
  MeshCollider(std::shared_ptr<const MeshTopology> topology, const MeshMotion& motion, MeshSides sides,
               bool inverted = false, std::shared_ptr<const MeshSurface> surface = nullptr);

  void setInterval(double begin, double end, const Frame<double>* carried = nullptr) override;
  bool closest(const Vector3d& at, double reach, SurfacePoint& found) const override;
  bool closestFrom(const Vector3d& from, const Vector3d& at, double reach,
                   SurfacePoint& found) const override;
  Box3 bounds() const override;

  std::shared_ptr<const MeshSurface> surface() const { return end_; }

  std::vector<int> keys;  // features by triangle; empty: its number

 private:
  struct Hit {
    Meeting meeting;
    std::int32_t triangle;
  };
  bool deforms() const { return !motion_.end.empty(); }
  const MeshSurface& before() const { return deforms() ? *begin_ : *end_; }
  std::shared_ptr<const MeshSurface> surfaceAt(std::vector<Vector3d> places) const;
  std::vector<Vector3d> placesAt(double u) const;
  bool isInside(const MeshSurface& surface, const Vector3d& at, OnMesh& on, Nearest& found) const;
  bool nearest(const Vector3d& at, double reach, OnMesh& on, Nearest& found) const;
  std::vector<Hit> hitsOf(const Vector3d& from, const Vector3d& at) const;
  bool isEntry(const Hit& hit) const;
  double depthOf(const std::vector<Hit>& hits, std::size_t entry) const;
  Vector3d placeOf(const MeshSurface& surface, const OnMesh& on) const;
  void put(const OnMesh& on, const Nearest& nearest, SurfacePoint& found) const;

  std::shared_ptr<const MeshTopology> topology_;
  MeshMotion motion_;  // of welded points
  MeshSides sides_;
  bool inverted_;
  double ending_ = -1;                              // where the last interval ended
  std::shared_ptr<const MeshSurface> begin_, end_;  // rigid: `end_` in axes of its own
  Frame<double> beginPose_, endPose_;
};

}  // namespace tendril::solver
