// Smooth curves as polylines.
#include "solver/geometry/smooth_curves.h"

#include <algorithm>

#include "solver/geometry/resample_topology.h"
#include "solver/geometry/tuples.h"

namespace tendril::solver {

void sampleCurves(Geometry& g, const std::vector<std::size_t>& primitives, int samples, const CurveAt& at) {
  std::vector<ResampledCurve> redrawn(g.primitiveCount());
  for (const std::size_t p : primitives) {
    const int last = static_cast<int>(g.pointsOf(p).size()) - 1, points = std::max(1, samples * last);
    for (int i = 0; i <= points; ++i) {
      const int a = std::min(i / samples, std::max(0, last - 1));
      redrawn[p].push_back({a, std::min(a + 1, last), static_cast<double>(i - a * samples) / samples});
    }
  }
  std::vector<std::int32_t> firstPoint;
  g = resampleTopology(g, redrawn, firstPoint);
  Attribute& positions = *g.find(Owner::point, "P");
  for (const std::size_t p : primitives)
    for (std::size_t i = 0; i < redrawn[p].size(); ++i) {
      const std::array<double, 3> on =
          at(p, static_cast<double>(i) / static_cast<double>(redrawn[p].size() - 1));
      setTuple(positions, static_cast<std::size_t>(firstPoint[p]) + i, Eigen::Vector3d(on[0], on[1], on[2]));
    }
  std::vector<OtherPrimitive> carried;
  for (OtherPrimitive& other : g.others)
    if (g.kinds[other.primitive] == PrimitiveKind::other) carried.push_back(std::move(other));
  g.others = std::move(carried);
}

}  // namespace tendril::solver
