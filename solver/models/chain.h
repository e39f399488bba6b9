// The chain's element: a rigid cylinder behind a spherical joint, with its full inertia. Its coordinate is
// the joint's turn, whose rate is the spin in the frame behind it. Dynamics of plants as articulated bodies
// (the thesis, 4 and 6).
//
//   W = R, P = -s R [e_t]x    (R: the joint's turn)    dW/dt eta = (R eta) x (R eta) = 0
//   the spring: U = 1/2 theta^T k theta, theta = log(rest^-1 joint); gradient for the rate: J_r(theta)^-T k
//   theta
#pragma once

#include "solver/models/element.h"
#include "solver/rotations.h"
#include "solver/scene.h"

namespace tendril {

struct ChainModel {
  static constexpr int kEnds = 1;

  static int pieces(const SceneRod&, const Pose&, std::size_t) { return 1; }

  static void stations(const SceneRod& rod, const Pose& pose, const std::vector<Eigen::Vector3d>& rates,
                       std::size_t e, int, Stations<double>& to) {
    constexpr int kPoints = 2;  // exact for what is cubic in s
    to.inside.resize(kPoints);
    for (int k = 0; k < kPoints; ++k) {
      const double s = rod.length(e) * kGauss<kPoints>.point[static_cast<std::size_t>(k)];
      to.inside[static_cast<std::size_t>(k)] = stationAt(rod, pose, rates, e, s);
      to.inside[static_cast<std::size_t>(k)].weight =
          rod.length(e) * kGauss<kPoints>.weight[static_cast<std::size_t>(k)];
    }
    to.end = stationAt(rod, pose, rates, e, rod.length(e));
  }

  static Station<double> stationAt(const SceneRod&, const Pose& pose,
                                   const std::vector<Eigen::Vector3d>& rates, std::size_t e, double s) {
    Station<double> at;
    at.arc = s;
    at.weight = 0;
    at.frame.axes = pose.joints[e].toRotationMatrix();
    at.frame.position = s * at.frame.axes.col(0);
    at.turn = {at.frame.axes, Mat3<double>::Zero()};
    at.shift = {Mat3<double>(-s * at.frame.axes * crossMatrix(Vec3<double>(Vec3<double>::UnitX()))),
                Mat3<double>::Zero()};
    at.spin = at.frame.axes * rates[e];
    at.rate = at.spin.cross(at.frame.position);
    at.spinBias.setZero();
    at.rateBias = at.spin.cross(at.rate);
    return at;
  }

  // all of the turn is at the start: stations feel no bend of their own
  static std::array<double, 2> phi(const SceneRod&, std::size_t, double) { return {0, 0}; }

  static Eigen::Vector3d spring(const SceneRod& rod, std::size_t e) {
    const double before = e == 0 ? 0 : rod.length(e - 1);
    const double bent = rod.halfFirst ? 0.5 * (before + rod.length(e)) : rod.length(e);
    return rod.sections[e].stiffness / bent;
  }

  static void elastic(const SceneRod& rod, const Pose& pose, std::size_t e, VecN<double, 3>& gradient,
                      MatRC<double, 3, 3>& stiffness) {
    const Eigen::Vector3d k = spring(rod, e);
    const Eigen::Vector3d theta = turnOf(rod.jointRest[e].conjugate() * pose.joints[e]);
    const Eigen::Matrix3d inverse = turnRateInverse(theta);
    gradient = inverse.transpose() * k.cwiseProduct(theta);
    stiffness = inverse.transpose() * k.asDiagonal() * inverse;
  }
};

}  // namespace tendril
