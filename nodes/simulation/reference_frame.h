// The reference frame: an animated transform whose acceleration rods feel in part only. Example: a running
// character's ponytail swings as if the character ran half as fast.
//
// The unfelt part is removed by moving rods with the frame before each step; during the step their velocities
// are relative to it. With both factors at 0 they swing exactly as in a frame at rest.
#pragma once

#include "nodes/simulation/parameters.h"
#include "solver/scene/scene.h"
#include "solver/step/root_path.h"

namespace tendril::nodes {

class ReferenceFrame {
 public:
  // The last pose is in detail attributes of the state, the present one in the parameters. `unit`: m of a
  // scene unit.
  ReferenceFrame(const Geometry& state, const SimulationParms& parms, double unit, double seconds);

  bool isOn() const { return on_; }
  // From the part u of the frame to v: moves a rod's state and past with the frame and makes velocities
  // relative.
  void enter(double u, double v, RodState& now, RodState& past) const;
  // The same move of anything in the world.
  Frame<double> carried(double u, double v) const;
  RootTarget relative(double v, const RootTarget& target) const;
  void leave(double v, RodState& now) const;  // world velocities again
  void write(Geometry& state) const;

 private:
  RootTarget at(double u) const;
  Eigen::Matrix3d turnFrom(double u, double v) const;
  Eigen::Vector3d velocityAt(const RootTarget& frame, const Eigen::Vector3d& place) const;

  bool on_ = false;
  double unit_, seconds_, linear_, angular_;
  RootTarget before_{{}, RootMotion()}, now_{{}, RootMotion()};
  Eigen::Vector3d meanVelocity_ = Eigen::Vector3d::Zero(), meanSpin_ = Eigen::Vector3d::Zero();
};

// Velocity at a frame's end, extrapolated: the frame's mean plus half of its change since the frame before,
// limited to the mean's size, so that a stop is a stop.
Eigen::Vector3d motionAtEnd(const Eigen::Vector3d& mean, const Eigen::Vector3d& before);

}  // namespace tendril::nodes
