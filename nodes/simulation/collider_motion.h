// Where the points of collider geometry are when a frame begins and ends.
#pragma once

#include <vector>

#include "nodes/parameters/definition.h"
#include "solver/colliders/mesh_collider.h"

namespace tendril::nodes {

struct ColliderMotion {
  std::vector<Vector3d> start, end;  // of every point, m
  bool samePrimitives = false;       // primitive i was primitive i before
  const char* warning = nullptr;     // why the motion is not known; null: it is
};

// `before`: the geometry when the frame began; null: it is not known. Points follow by number where both have
// the same topology, else by the point attribute id, else by v.
ColliderMotion colliderMotion(const Geometry* before, const Geometry& now, double unit, double seconds);

// A motion as one of a rigid body, if it is one within rounding; its places are about their centre.
MeshMotion meshMotion(const std::vector<Vector3d>& start, const std::vector<Vector3d>& end);

// The same from places at rest, about which it is rigid; `end` is empty where it is, else it deforms.
MeshMotion meshMotionFromRest(const std::vector<Vector3d>& rest, const std::vector<Vector3d>& start,
                              const std::vector<Vector3d>& end);

}  // namespace tendril::nodes
