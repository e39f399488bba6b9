// Balls of triangles.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "solver/base/math.h"
#include "solver/colliders/triangle.h"

namespace tendril::test {

struct Mesh {
  std::vector<Vector3d> points;
  std::vector<Triangle> faces;
};

// About an origin; each point at its own radius. `across`: cells from pole to pole.
inline Mesh ball(int across, const std::function<double(const Vector3d&)>& radius,
                 const Vector3d& origin = {0, 0, 0}) {
  Mesh mesh;
  const int around = 2 * across;
  for (int i = 0; i <= across; ++i)
    for (int j = 0; j < (i == 0 || i == across ? 1 : around); ++j) {
      const double theta = kPi * i / across, phi = kTurn * j / around;
      const Vector3d out(std::sin(theta) * std::cos(phi), std::cos(theta), -std::sin(theta) * std::sin(phi));
      mesh.points.push_back(origin + radius(out) * out);
    }
  const auto number = [&](int i, int j) {
    if (i == 0) return 0;
    return i == across ? 1 + (across - 1) * around : 1 + (i - 1) * around + j % around;
  };
  for (int i = 0; i < across; ++i)
    for (int j = 0; j < around; ++j) {
      if (i + 1 < across) mesh.faces.push_back({number(i, j), number(i + 1, j), number(i + 1, j + 1)});
      if (i > 0) mesh.faces.push_back({number(i, j), number(i + 1, j + 1), number(i, j + 1)});
    }
  return mesh;
}

}  // namespace tendril::test
