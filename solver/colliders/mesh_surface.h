// A mesh at one moment: its places, boxes and normals, and the nearest point with its side.
//
// Side: the sign of the angle-weighted normal of the nearest face, edge or corner (Baerentzen, Aanaes 2005).
#pragma once

#include <memory>

#include "solver/colliders/mesh_topology.h"
#include "solver/colliders/solid.h"

namespace tendril::solver {

// A point of the surface.
struct OnMesh {
  std::int32_t triangle = -1;
  Vector3d weights = Vector3d::Zero();
  TrianglePart part;
};

class MeshSurface {
 public:
  void set(const MeshTopology& topology, std::vector<Vector3d> places);

  // Whether it may be within a closed piece: false is certain. Counts how often a line to the nearest side of
  // the box goes in and out.
  bool maybeInside(const MeshTopology& topology, const Vector3d& at) const;

  enum class Which { all, closed };
  // The nearest point, if it is nearer than `reach`; of equally near triangles the first. Its distance has a
  // sign: negative behind the surface.
  bool nearest(const MeshTopology& topology, const Vector3d& at, double reach, Which which, OnMesh& on,
               Nearest& found) const;
  // Distance, normal and place of `at`, seen from that point of the surface.
  Nearest from(const MeshTopology& topology, const OnMesh& on, const Vector3d& at) const;
  Corners cornersOf(const Triangle& triangle) const;
  Vector3d normalOf(const MeshTopology& topology, const OnMesh& on) const;
  const Box3& box() const { return boxes_.front(); }
  const TriangleTree::Boxes& boxes() const { return boxes_; }

 private:
  std::vector<Vector3d> places_, faces_, edges_, corners_;  // normals; corners' weighted by angle
  TriangleTree::Boxes boxes_;
};

}  // namespace tendril::solver
