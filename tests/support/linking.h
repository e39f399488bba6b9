// Linking numbers of closed polylines, by Gauss's integral over pairs of segments, each of which is exact:
// what two curves cannot change without passing through each other. Independent of the solver.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace tendril::test {

using Loop = std::vector<Eigen::Vector3d>;  // m; the last point is joined to the first

// Signed solid angle of the directions from a segment to another, by 4 pi (Klenin and Langowski, Computation
// of writhe in modeling of supercoiled DNA, Biopolymers 54, 2000, method 1a).
inline double gaussOf(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                      const Eigen::Vector3d& d) {
  const Eigen::Vector3d ac = c - a, ad = d - a, bc = c - b, bd = d - b;
  const Eigen::Vector3d sides[4] = {ac.cross(ad), ad.cross(bd), bd.cross(bc), bc.cross(ac)};
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    const double size = sides[i].norm() * sides[(i + 1) % 4].norm();
    if (!(size > 0)) return 0;
    sum += std::asin(std::clamp(sides[i].dot(sides[(i + 1) % 4]) / size, -1.0, 1.0));
  }
  const double side = (d - c).cross(b - a).dot(ac);
  return (side > 0 ? sum : -sum) / (4 * 3.14159265358979323846);
}

inline double linkingOf(const Loop& a, const Loop& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      sum += gaussOf(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()]);
  return sum;
}

}  // namespace tendril::test
