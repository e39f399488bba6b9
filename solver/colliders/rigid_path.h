// The path of a rigid body through a frame: the same as that of animated roots (solver/step/root_path.h), so
// that hair and the head it grows on move together.
#pragma once

#include "solver/colliders/box3.h"
#include "solver/kinematics/rotation.h"

namespace tendril::solver {

struct RigidPath {
  Frame<double> start, end;  // poses when the frame begins and ends, in the world, m
  // Velocity and spin at both ends, each times the frame's length: m and rad. Without them both are constant
  // in the frame.
  bool hasRates = false;
  Eigen::Vector3d startWay = Eigen::Vector3d::Zero(), endWay = Eigen::Vector3d::Zero();
  Eigen::Vector3d startTurn = Eigen::Vector3d::Zero(), endTurn = Eigen::Vector3d::Zero();

  static RigidPath still(const Frame<double>& pose) {
    RigidPath path;
    path.start = path.end = pose;
    return path;
  }
  // `u`: part of the frame, 0 ... 1. The poses given at 0 and at 1, bit for bit.
  Frame<double> at(double u) const;
};

inline Eigen::Vector3d toWorld(const Frame<double>& frame, const Eigen::Vector3d& place) {
  return frame.position + frame.axes * place;
}
inline Eigen::Vector3d toLocal(const Frame<double>& frame, const Eigen::Vector3d& place) {
  return frame.axes.transpose() * (place - frame.position);
}

// `frame`, moved by `carried` where there is one.
inline Frame<double> carriedBy(const Frame<double>* carried, const Frame<double>& frame) {
  if (!carried) return frame;
  return {carried->axes * frame.axes, toWorld(*carried, frame.position)};
}

Box3 placed(const Box3& box, const Frame<double>& frame);  // about the turned box

// Cubic Hermite from 0 to `way`; `start` and `end` are its derivatives by u.
Eigen::Vector3d hermite(const Eigen::Vector3d& start, const Eigen::Vector3d& end, const Eigen::Vector3d& way,
                        double u);

}  // namespace tendril::solver
