// A solid at rest in axes of its own: what a shape says of itself. RigidCollider moves it.
#pragma once

#include <Eigen/Core>
#include <limits>

#include "solver/colliders/box3.h"

namespace tendril::solver {

using Eigen::Vector3d;

struct Nearest {
  double distance = 0;                  // m; negative inside
  Vector3d normal = Vector3d::UnitY();  // outwards, unit
  Vector3d place = Vector3d::Zero();    // on the surface, m
  int feature = -1;

  void turnRound() {
    distance = -distance;
    normal = -normal;
  }
};

// How a straight way leads through a surface.
struct Passage {
  Nearest into;                 // the surface where the way leads into the solid
  double enter = 0, leave = 0;  // parts of the way, 0 ... 1: how long it is in the solid
};

class Solid {
 public:
  virtual ~Solid();
  // The nearest surface point if the surface is nearer than `reach`, from either side.
  virtual bool nearest(const Vector3d& at, double reach, Nearest& found) const = 0;
  virtual bool contains(const Vector3d& at) const;
  // The first stretch of the way within the solid; `inverted`: outside of it. False: there is none.
  virtual bool passage(const Vector3d& from, const Vector3d& to, bool inverted, Passage& found) const = 0;
  virtual Box3 extent() const = 0;
};

// A convex solid gives the stretch of a line within it.
class ConvexSolid : public Solid {
 public:
  bool nearest(const Vector3d& at, double reach, Nearest& found) const final;
  bool contains(const Vector3d& at) const final { return nearestTo(at).distance < 0; }
  bool passage(const Vector3d& from, const Vector3d& to, bool inverted, Passage& found) const final;

 protected:
  virtual Nearest nearestTo(const Vector3d& at) const = 0;
  // from + t way is within for low < t < high; both may be infinite.
  virtual bool stretch(const Vector3d& from, const Vector3d& way, double& low, double& high) const = 0;
};

// Whether a way that led into the solid at `into`, and was as deep as `depth` (m), has crossed: then what
// counts is `into`, whose distance from `at`, the way's end, is set. If not, it is `end`, the nearest point
// there.
bool hasCrossed(const Nearest& end, double depth, double reach, const Vector3d& at, Nearest& into);

}  // namespace tendril::solver
