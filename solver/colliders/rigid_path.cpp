// The path of a rigid body.
#include "solver/colliders/rigid_path.h"

#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {

using Eigen::Vector3d;

Box3 placed(const Box3& box, const Frame<double>& frame) {
  Box3 all;
  for (int corner = 0; corner < 8; ++corner)
    all.add(toWorld(frame, {corner & 1 ? box.high.x() : box.low.x(), corner & 2 ? box.high.y() : box.low.y(),
                            corner & 4 ? box.high.z() : box.low.z()}));
  return all;
}

Vector3d hermite(const Vector3d& start, const Vector3d& end, const Vector3d& way, double u) {
  const double v = 1 - u;
  return u * v * v * start - u * u * v * end + u * u * (3 - 2 * u) * way;
}

Frame<double> RigidPath::at(double u) const {
  if (u <= 0) return start;
  if (u >= 1) return end;
  const Vector3d way = end.position - start.position, turn = turnBetween(start.axes, end.axes);
  Vector3d shift = u * way, theta = u * turn;
  if (hasRates) {
    shift = hermite(startWay, endWay, way, u);
    theta = hermite(startTurn, turnRateInverse(turn).transpose() * endTurn, turn, u);
  }
  if (theta.isZero(0)) return {start.axes, start.position + shift};
  return {turnBy(theta).toRotationMatrix() * start.axes, start.position + shift};
}

}  // namespace tendril::solver
