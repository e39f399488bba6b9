// The clothoid element: curvature affine between its knots, which it shares with its neighbours.
// Super space clothoids (Casati, Bertails-Descoubes 2013).
#pragma once

#include "solver/models/curved.h"
#include "solver/models/element.h"
#include "solver/scene.h"

namespace tendril {

struct ClothoidModel {
  static constexpr int kEnds = 2;

  static int pieces(const SceneRod& rod, const Pose& pose, std::size_t e) {
    return curved::piecesFor<double>({pose.kappa[e], pose.kappa[e + 1], rod.length(e)});
  }

  static void stations(const SceneRod& rod, const Pose& pose, const std::vector<Eigen::Vector3d>& rates,
                       std::size_t e, int pieces, Stations<double>& to) {
    curvedStations<2, double>({pose.kappa[e], pose.kappa[e + 1], rod.length(e)}, {rates[e], rates[e + 1]},
                              pieces, to);
  }

  static Station<double> stationAt(const SceneRod& rod, const Pose& pose,
                                   const std::vector<Eigen::Vector3d>& rates, std::size_t e, double s) {
    return curvedStationAt<2, double>({pose.kappa[e], pose.kappa[e + 1], rod.length(e)},
                                      {rates[e], rates[e + 1]}, s);
  }

  static std::array<double, 2> phi(const SceneRod& rod, std::size_t e, double s) {
    const double u = s / rod.length(e);
    return {1 - u, u};
  }

  // U = 1/2 integral of (kappa - rest)^T D (kappa - rest), D linear between the knots: blocks l (D_a / 4 +
  // D_b / 12), l (D_a + D_b) / 12, l (D_a / 12 + D_b / 4).
  static void elastic(const SceneRod& rod, const Pose& pose, std::size_t e, VecN<double, 6>& gradient,
                      MatRC<double, 6, 6>& stiffness) {
    const double l = rod.length(e);
    const Eigen::Vector3d& a = rod.sections[e].stiffness;
    const Eigen::Vector3d& b = rod.sections[e + 1].stiffness;
    stiffness.setZero();
    stiffness.diagonal() << l * (a / 4 + b / 12), l * (a / 12 + b / 4);
    const Eigen::Vector3d shared = l * (a + b) / 12;
    stiffness.topRightCorner<3, 3>().diagonal() = shared;
    stiffness.bottomLeftCorner<3, 3>().diagonal() = shared;
    VecN<double, 6> bend;
    bend << pose.kappa[e] - rod.kappaRest[e], pose.kappa[e + 1] - rod.kappaRest[e + 1];
    gradient.noalias() = stiffness * bend;
  }
};

}  // namespace tendril
