// One frictional contact, solved exactly: Coulomb's law with a normal (component 0) and two tangents.
//
//   u = W r + b      r_n >= 0,  u_n >= 0,  r_n u_n = 0,
//                    |r_T| <= mu r_n;  r_T = -mu r_n u_T / |u_T| where it slides
//
// W: 3 x 3, symmetric, positive (m/N); u: gap and slide at the end of the step, m; r: force, N. It opens
// (r = 0), sticks (u = 0), or slides with u_T = -alpha r_T, alpha > 0. Then r_n = -(b_n + W_nT r_T) / W_nn,
// and
//
//   (S + alpha 1) r_T = -c,   S = W_TT - W_Tn W_nT / W_nn,   c = b_T - W_Tn b_n / W_nn,
//
// and alpha is the root of |r_T| = mu r_n.
//
// Cohesion c (N) moves the apex of the cone to r_n = -c: the law then holds for r_n + c in the place of r_n,
// with b - W (c, 0, 0) in the place of b.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "solver/base/layers.h"

namespace tendril::solver {

class CoulombContact {
 public:
  // False: nothing moves there, so no force is found.
  bool set(const Eigen::Matrix3d& response, double friction, double cohesion = 0) {
    w_ = response;
    friction_ = friction;
    cohesion_ = cohesion;
    if (!(w_(0, 0) > 0)) return false;
    const Eigen::Vector2d across = w_.block<2, 1>(1, 0);
    const Eigen::Matrix2d s = w_.bottomRightCorner<2, 2>() - across * across.transpose() / w_(0, 0);
    // its eigenvectors
    const double mean = 0.5 * (s(0, 0) + s(1, 1)), half = 0.5 * (s(0, 0) - s(1, 1));
    const double radius = std::hypot(half, s(0, 1));
    const double angle = 0.5 * std::atan2(s(0, 1), half);
    axes_ << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    eigen_ = Eigen::Vector2d(mean + radius, std::max(mean - radius, 0.0));
    return true;
  }

  // `most`: of r_n, N.
  Eigen::Vector3d solve(const Eigen::Vector3d& b, double most) const {
    if (cohesion_ == 0) return inCone(b, most);
    Eigen::Vector3d r = inCone(b - cohesion_ * w_.col(0), most + cohesion_);
    r[0] -= cohesion_;
    return r;
  }

 private:
  // The apex at 0.
  Eigen::Vector3d inCone(const Eigen::Vector3d& b, double most) const {
    if (b[0] >= 0) return Eigen::Vector3d::Zero();
    const double alone = -b[0] / w_(0, 0);  // without friction
    if (friction_ == 0) return {std::min(alone, most), 0, 0};
    const Eigen::Vector2d across = w_.block<2, 1>(1, 0),
                          c = axes_.transpose() * (b.tail<2>() - across * (b[0] / w_(0, 0)));
    const Eigen::Vector2d coupling = axes_.transpose() * across / w_(0, 0);
    const auto tangential = [&](double alpha) {
      return Eigen::Vector2d(-c.array() / (eigen_.array() + alpha).max(1e-300));
    };
    // |r_T| - mu r_n: falls where alpha grows
    const auto beyond = [&](double alpha, Eigen::Vector2d& t, double& n) {
      t = tangential(alpha);
      n = alone - coupling.dot(t);
      return t.norm() - friction_ * n;
    };
    Eigen::Vector2d t;
    double n = 0;
    if (!(eigen_[1] > 0 && beyond(0, t, n) <= 0)) slide(beyond, c, t, n, alone);
    Eigen::Vector3d r;
    r << n, axes_ * t;
    return n > most ? capped(b, r, most) : r;
  }

  template <class F>
  void slide(const F& beyond, const Eigen::Vector2d& c, Eigen::Vector2d& t, double& n, double alone) const {
    // above `high` it holds for sure: |r_T| <= |c| / alpha
    double low = 0, high = std::max(c.norm() / (friction_ * alone), 1e-12 * eigen_[0]);
    for (int i = 0; i < 60 && beyond(high, t, n) > 0; ++i) {
      low = high;
      high *= 4;
    }
    double atLow = 1, atHigh = -1;
    bool known = false;
    constexpr int kMost = 60;
    for (int i = 0; i < kMost && high - low > 1e-15 * high; ++i) {
      // regula falsi (Illinois) once both ends are known, else bisection
      double middle = 0.5 * (low + high);
      if (known && i % 8 != 7)
        middle = std::clamp((low * atHigh - high * atLow) / (atHigh - atLow), low, high);
      const double value = beyond(middle, t, n);
      if (!std::isfinite(value)) break;
      if (std::abs(value) <= 1e-15 * friction_ * std::abs(n)) break;
      if (!known) {
        Eigen::Vector2d ends;
        double normal = 0;
        atHigh = beyond(high, ends, normal);
        atLow = low > 0 ? beyond(low, ends, normal) : std::max(std::abs(value), std::abs(atHigh));
        known = true;
      }
      if (value > 0) {
        low = middle;
        atLow = value;
        atHigh *= 0.5;
      } else {
        high = middle;
        atHigh = value;
        atLow *= 0.5;
      }
    }
    if (n < 0) n = 0;
    const double size = t.norm();
    if (size > friction_ * n) t *= friction_ * n / size;
  }

  Eigen::Vector3d capped(const Eigen::Vector3d& b, const Eigen::Vector3d& r, double most) const {
    Eigen::Vector2d t = -w_.bottomRightCorner<2, 2>().ldlt().solve(b.tail<2>() + w_.block<2, 1>(1, 0) * most);
    if (!t.allFinite()) t = r.tail<2>();
    const double size = t.norm();
    if (size > friction_ * most) t *= friction_ * most / size;
    return {most, t[0], t[1]};
  }

  Eigen::Matrix3d w_ = Eigen::Matrix3d::Zero();
  Eigen::Matrix2d axes_ = Eigen::Matrix2d::Identity();
  Eigen::Vector2d eigen_ = Eigen::Vector2d::Zero();
  double friction_ = 0, cohesion_ = 0;
};

}  // namespace tendril::solver
