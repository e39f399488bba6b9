// Adds points to a sparse curve.
#include "solver/fit/densify.h"

#include <cmath>

namespace tendril::solver::fit {
namespace {

using Eigen::Vector3d;

// Interpolates between b and c, with neighbours a and d; knots spaced by the root of the distance (Barry and
// Goldman).
Vector3d catmullRom(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d, double u) {
  const double ab = std::sqrt((b - a).norm()), bc = std::sqrt((c - b).norm()), cd = std::sqrt((d - c).norm());
  const double t = u * bc;  // from b
  const Vector3d x = b + (b - a) * (t / ab), y = b + (c - b) * u, z = c + (d - c) * ((t - bc) / cd);
  const Vector3d xy = x + (y - x) * ((t + ab) / (ab + bc)), yz = y + (z - y) * (t / (bc + cd));
  return xy + (yz - xy) * u;
}

}  // namespace

std::vector<int> piecesOfEdges(const std::vector<Vector3d>& points, std::size_t wanted) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += (points[i] - points[i - 1]).norm();
  std::vector<int> pieces;
  if (!(length > 0 && std::isfinite(length)))
    return std::vector<int>(points.size() - 1, 1);  // squares under- or overflow
  for (std::size_t i = 1; i < points.size(); ++i)
    pieces.push_back(std::max(
        1, static_cast<int>(
               std::ceil((points[i] - points[i - 1]).norm() / length * static_cast<double>(wanted) - 1e-9))));
  return pieces;
}

std::vector<Vector3d> densified(const std::vector<Vector3d>& points, const std::vector<int>& pieces) {
  std::vector<Vector3d> result = {points.front()};
  const std::size_t last = points.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    // extrapolate linearly beyond the ends
    const Vector3d before = i > 0 ? points[i - 1] : Vector3d(2 * points[0] - points[1]);
    const Vector3d after = i + 2 <= last ? points[i + 2] : Vector3d(2 * points[last] - points[last - 1]);
    for (int k = 1; k < pieces[i]; ++k)
      result.push_back(
          catmullRom(before, points[i], points[i + 1], after, static_cast<double>(k) / pieces[i]));
    result.push_back(points[i + 1]);
  }
  return result;
}

}  // namespace tendril::solver::fit
