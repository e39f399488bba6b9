// Polygons as triangles.
#include "solver/geometry/triangles.h"

#include <Eigen/Geometry>
#include <numeric>

namespace tendril::solver {

using Eigen::Vector3d;

std::vector<std::array<std::uint32_t, 3>> trianglesOf(const std::vector<Vector3d>& corners) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  Vector3d normal = Vector3d::Zero();  // twice the area
  for (std::size_t i = 0; i < corners.size(); ++i)
    normal += corners[i].cross(corners[(i + 1) % corners.size()]);
  std::vector<std::uint32_t> left(corners.size());
  std::iota(left.begin(), left.end(), 0u);
  const auto turn = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return (corners[b] - corners[a]).cross(Vector3d(corners[c] - corners[a])).dot(normal);
  };
  const auto isEar = [&](std::size_t i) {
    const std::size_t n = left.size();
    const std::uint32_t a = left[(i + n - 1) % n], b = left[i], c = left[(i + 1) % n];
    if (turn(a, b, c) < 0) return false;
    for (const std::uint32_t p : left)
      if (p != a && p != b && p != c && turn(a, b, p) > 0 && turn(b, c, p) > 0 && turn(c, a, p) > 0)
        return false;
    return true;
  };
  while (left.size() > 3) {
    std::size_t ear = 0;  // where none is, the polygon crosses itself and any will do
    for (std::size_t i = 0; i < left.size(); ++i)
      if (isEar(i)) {
        ear = i;
        break;
      }
    const std::size_t n = left.size();
    triangles.push_back({left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  if (left.size() == 3) triangles.push_back({left[0], left[1], left[2]});
  return triangles;
}

}  // namespace tendril::solver
