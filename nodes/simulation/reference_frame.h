// The reference frame: an animated transform whose acceleration rods feel in part only. A character runs; its
// ponytail shall swing as if it ran half as fast.
//
// What is not to be felt is taken away by carrying rods along: before each step they are moved as the frame
// moves in it, and their velocities are those relative to it while the step lasts. With both factors at 0
// they swing exactly as they would in a frame at rest.
#pragma once

#include "nodes/simulation/parameters.h"
#include "solver/scene/scene.h"
#include "solver/step/root_path.h"

namespace tendril::nodes {

class ReferenceFrame {
 public:
  // Where it was is in detail attributes of the state; where it is, in the parameters. `unit`: m of a scene
  // unit.
  ReferenceFrame(const Geometry& state, const SimulationParms& parms, double unit, double seconds);

  bool isOn() const { return on_; }
  // From the part u of the frame to v: carries a rod's state and past along, and makes its velocities
  // relative.
  void enter(double u, double v, RodState& now, RodState& past) const;
  RootTarget relative(double v, const RootTarget& target) const;
  void leave(double v, RodState& now) const;  // velocities in the world again
  void write(Geometry& state) const;

 private:
  RootTarget at(double u) const;
  Eigen::Vector3d velocityAt(const RootTarget& frame, const Eigen::Vector3d& place) const;

  bool on_ = false;
  double unit_, seconds_, linear_, angular_;
  RootTarget before_, now_;
  Eigen::Vector3d meanVelocity_ = Eigen::Vector3d::Zero(), meanSpin_ = Eigen::Vector3d::Zero();
};

// A motion at a frame's end: the frame's mean, and half of what it gained over the frame before, as long as
// that is no more than the mean itself (who stops, stops).
Eigen::Vector3d motionAtEnd(const Eigen::Vector3d& mean, const Eigen::Vector3d& before);

}  // namespace tendril::nodes
