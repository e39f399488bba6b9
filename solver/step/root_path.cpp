// Path of a clamped root within a step.
#include "solver/step/root_path.h"

#include "solver/kinematics/rotation_vector.h"

namespace tendril::solver {
namespace {

using Eigen::Vector3d;

struct Cubic {
  Vector3d value, slope;
};

// Cubic Hermite from 0 to `way`; slopes are derivatives by u.
Cubic hermite(const Vector3d& start, const Vector3d& end, const Vector3d& way, double u) {
  const double v = 1 - u;
  return {u * v * v * start - u * u * v * end + u * u * (3 - 2 * u) * way,
          v * (v - 2 * u) * start + u * (u - 2 * v) * end + 6 * u * v * way};
}

}  // namespace

RootTarget between(const RootTarget& from, const RootTarget& to, double dt, double u) {
  const Cubic path =
      hermite(dt * from.motion.velocity, dt * to.motion.velocity, to.pose.position - from.pose.position, u);
  // rotation: theta from the start, in the world; its rate is J_l^-1 times the spin
  const Vector3d turn = turnBetween(from.pose.axes, to.pose.axes);
  const Vector3d endRate = turnRateInverse(turn).transpose() * to.motion.spin;
  const Cubic theta = hermite(dt * from.motion.spin, dt * endRate, turn, u);
  RootTarget at;
  at.pose.position = from.pose.position + path.value;
  at.motion.velocity = path.slope / dt;
  at.pose.axes = turnBy(theta.value).toRotationMatrix() * from.pose.axes;
  at.motion.spin = turnRateInverse(theta.value).transpose().inverse() * theta.slope / dt;
  return at;
}

}  // namespace tendril::solver
