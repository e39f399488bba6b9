// What rods can touch: how near a surface is to a point of space, and how its material moves.
//
//   collider.setInterval(0.25, 0.5);                            // the second substep of four
//   SurfacePoint found;
//   if (collider.closestFrom(before, now, 0.01, found)) ...     // nearer than 1 cm, or inside
//
// SI units, world axes.
#pragma once

#include <string>

#include "solver/colliders/box3.h"
#include "solver/kinematics/rotation.h"

namespace tendril::solver {

using Eigen::Vector3d;

// The nearest point of a collider's surface to a point in space, and how its material moves.
struct SurfacePoint {
  double distance = 0;                     // m; negative inside
  Vector3d normal = Vector3d::UnitY();     // outwards (towards the free side), unit
  Vector3d place = Vector3d::Zero();       // on the surface, m, at the end of the interval
  Vector3d startPlace = Vector3d::Zero();  // where that material point of the surface was at its start
  int feature = -1;                        // identifies the face or side: a stable key
};

class Collider {
 public:
  virtual ~Collider();
  // Sets the part of the frame, 0 ... 1, at whose ends places are asked for. Not while other threads ask.
  // `carried`: from the world to where rods that a reference frame carries see what was there at the begin.
  virtual void setInterval(double begin, double end, const Frame<double>* carried = nullptr) = 0;
  // The nearest surface point at the end of the interval, if it is nearer than `reach` (m) or `at` is inside;
  // else returns false. Any number of threads may ask.
  virtual bool closest(const Vector3d& at, double reach, SurfacePoint& found) const = 0;
  // As `closest`, for a material point that was at `from` when the interval began. If its way relative to the
  // surface led to the other side, the point found is on the side where it came from, and the distance is
  // negative: so thin boxes, open meshes and fast points keep their side. `reach` also says which dents in a
  // corner are shallow: a way that cuts a corner less deeply and ends outside has not crossed.
  virtual bool closestFrom(const Vector3d& from, const Vector3d& at, double reach,
                           SurfacePoint& found) const = 0;
  // Of all places at both ends of the interval, in the world; infinite for planes and inverted solids.
  virtual Box3 bounds() const = 0;

  double friction = 0.5;  // Coulomb's coefficient
  double cohesion = 0;    // N/m: what touches must be pulled off by this force per length
  double thickness = 0;   // m, added to the rods' own radius; distances do not contain it
  std::string name;
};

}  // namespace tendril::solver
