// Plastic flow of the natural curvature.
#include "solver/rods/plasticity.h"

#include <cmath>

namespace tendril::solver {

using Eigen::Vector3d;

Eigen::Vector3d flowOf(const Plasticity& how, const Eigen::Vector3d& strain, double dt, double& flow) {
  const double slope = 1 + how.hardening;  // the yield rises while the rest shape follows
  const double part = -std::expm1(-how.rate * slope * dt) / slope, hard = how.hardening * flow;
  Eigen::Vector3d gained(0, 0, 0);
  const double twist = std::abs(strain[0]), bend = strain.tail<2>().norm();
  if (how.twist > 0 && twist > how.twist + hard)
    gained[0] = part * (twist - how.twist - hard) * (strain[0] < 0 ? -1 : 1);
  if (how.bend > 0 && bend > how.bend + hard)
    gained.tail<2>() = part * (1 - (how.bend + hard) / bend) * strain.tail<2>();
  flow += gained.norm();
  return gained;
}

void flowPlastically(const Plasticity& how, double dt, const Coordinates& pose,
                     const std::vector<double>& arc, double unit, Coordinates& rest,
                     std::vector<Vector3d>& plastic, std::vector<double>& flow) {
  const Layout kind = pose.areJoints() ? Layout::joints : Layout::knots;
  for (std::size_t k = 0; k < pose.size(); ++k) {
    const double length = pose.spread(k, arc), scale = pose.areJoints() ? length : unit;
    double flown = flow[k] / scale;
    const Vector3d gained = flowOf(how, rest.changeTo(pose, k) / length, dt, flown) * length;
    if (gained.isZero(0)) continue;
    flow[k] = flown * scale;
    rest.change(k, gained);
    plastic[k] = summed(kind, plastic[k], pose.areJoints() ? gained : Vector3d(gained * unit));
  }
}

}  // namespace tendril::solver
