// Places on a rod where something acts: attached rods, point forces, target springs, constraints keep a Hook;
// what touches asks for a RodPoint, and its forces are LoadedPoints.
#pragma once

#include "solver/elements/element_terms.h"

namespace tendril::solver {

// Arc length of a hook, and its frame in the material frame there.
struct Hanger {
  double arc = 0;  // m from the root
  Frame<double> attachment;
};

using ThreeLoads = Eigen::Matrix<double, 6, 3>;

// A place with a load, at the present pose.
struct LoadedPoint {
  std::size_t element = 0;
  double arc = 0;  // from the element's start, m
  Frame<double> world;
  MotionMap map = MotionMap::Zero();  // transposed: motion by the element's z
  Vec6d load = Vec6d::Zero();         // moment about the origin and force, on the rod
};

struct Hook : LoadedPoint {
  Frame<double> attachment;                            // in the material frame at `arc`
  Vector3d offset = Vector3d::Zero();                  // of the origin from the centreline
  Vec6d motion = Vec6d::Zero(), bias = Vec6d::Zero();  // spin and velocity; their derivative at z' = 0
  // what moves with the hook in the linear system: a rod's tree beyond, a constraint's penalty
  Mat6d inertia = Mat6d::Zero();
  Vec6d inertiaBias = Vec6d::Zero();
  bool hasInertia = false;
};

// A point that is not kept.
struct RodPoint {
  std::size_t element = 0;
  double arc = 0;  // from the element's start, m
  Frame<double> world;
  MotionMap map;  // as a hook's
  Vec6d motion;   // spin and velocity
};

}  // namespace tendril::solver
