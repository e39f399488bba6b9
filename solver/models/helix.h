// The helix element: one curvature, its own. Super-helices (Bertails et al. 2006; in linear time: Bertails
// 2009).
#pragma once

#include "solver/models/curved.h"
#include "solver/models/element.h"
#include "solver/scene.h"

namespace tendril {

struct HelixModel {
  static constexpr int kEnds = 1;

  static int pieces(const SceneRod& rod, const Pose& pose, std::size_t e) {
    return curved::piecesFor<double>({pose.kappa[e], pose.kappa[e], rod.length(e)});
  }

  static void stations(const SceneRod& rod, const Pose& pose, const std::vector<Eigen::Vector3d>& rates,
                       std::size_t e, int pieces, Stations<double>& to) {
    curvedStations<1, double>({pose.kappa[e], pose.kappa[e], rod.length(e)}, {rates[e], rates[e]}, pieces,
                              to);
  }

  static Station<double> stationAt(const SceneRod& rod, const Pose& pose,
                                   const std::vector<Eigen::Vector3d>& rates, std::size_t e, double s) {
    return curvedStationAt<1, double>({pose.kappa[e], pose.kappa[e], rod.length(e)}, {rates[e], rates[e]}, s);
  }

  static std::array<double, 2> phi(const SceneRod&, std::size_t, double) { return {1, 0}; }

  // U = l/2 (kappa - rest)^T D (kappa - rest), D the mean of both knots
  static void elastic(const SceneRod& rod, const Pose& pose, std::size_t e, VecN<double, 3>& gradient,
                      MatRC<double, 3, 3>& stiffness) {
    const Eigen::Vector3d mean =
        rod.length(e) * 0.5 * (rod.sections[e].stiffness + rod.sections[e + 1].stiffness);
    stiffness = mean.asDiagonal();
    gradient = mean.cwiseProduct(pose.kappa[e] - rod.kappaRest[e]);
  }
};

}  // namespace tendril
