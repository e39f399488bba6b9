// A solid under a rigid motion.
#pragma once

#include <memory>

#include "solver/colliders/collider.h"
#include "solver/colliders/rigid_path.h"
#include "solver/colliders/solid.h"

namespace tendril::solver {

class RigidCollider : public Collider {
 public:
  // `inverted`: what is outside of the solid is solid, and rods are inside.
  RigidCollider(std::shared_ptr<const Solid> solid, const RigidPath& path, bool inverted);

  void setInterval(double begin, double end, const Frame<double>* carried = nullptr) override;
  bool closest(const Vector3d& at, double reach, SurfacePoint& found) const override;
  bool closestFrom(const Vector3d& from, const Vector3d& at, double reach,
                   SurfacePoint& found) const override;
  Box3 bounds() const override;

 private:
  // In the solid's axes, with the sign of the free side: nearer than `reach`, or inside what is solid.
  bool nearest(const Vector3d& at, double reach, Nearest& found) const;
  void put(const Nearest& nearest, SurfacePoint& found) const;

  std::shared_ptr<const Solid> solid_;
  RigidPath path_;
  bool inverted_;
  Frame<double> begin_, end_;
};

}  // namespace tendril::solver
