// The known motion of the root that carries a tree, at the start of the last step, at the start of this step
// and at its end. Seen from the carrier, points that turn with it stand still.
//
//   y   = R^T (x - p)
//   y'  = R^T (v - p' - omega x r)                                         r = x - p
//   y'' = R^T (a - p'' - 2 omega x (R y') - omega' x r - omega x (omega x r))
//
// In columns of a Point, the first is a place; the directors have no p.
#pragma once

#include "solver/forces/force.h"
#include "solver/scene/motion.h"

namespace tendril::solver {

struct Carrier {
  enum When { before, now, end };
  Frame<double> pose[3];
  RootMotion motion[3];
  Vec6d gain = Vec6d::Zero();  // (omega', p'') at the end

  Matrix3d place(When when, const Matrix3d& place) const {
    return pose[when].axes.transpose() * fromRoot(when, place);
  }
  Matrix3d speed(When when, const Matrix3d& place, const Matrix3d& speed) const {
    return pose[when].axes.transpose() * own(when, fromRoot(when, place), speed);
  }
  // At the end.
  Matrix3d acceleration(const Matrix3d& place, const Matrix3d& speed, const Matrix3d& gained) const {
    const Matrix3d r = fromRoot(end, place), turn = crossMatrix<double>(motion[end].spin);
    Matrix3d rest = gained - 2 * turn * own(end, r, speed) - turn * (turn * r) -
                    crossMatrix<double>(Vector3d(gain.head<3>())) * r;
    rest.col(0) -= gain.tail<3>();
    return pose[end].axes.transpose() * rest;
  }

 private:
  Matrix3d fromRoot(When when, Matrix3d place) const {
    place.col(0) -= pose[when].position;
    return place;
  }
  Matrix3d own(When when, const Matrix3d& r, Matrix3d speed) const {
    speed.col(0) -= motion[when].velocity;
    return speed - crossMatrix<double>(motion[when].spin) * r;
  }
};

}  // namespace tendril::solver
