// How thick curves are.
#include <cmath>

#include "cli/drawing/drawing.h"
#include "solver/geometry/tuples.h"

namespace tendril::cli::show {

bool tellsRadii(const Geometry& g) {
  for (const char* name : {"width", "pscale"})
    for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive, Owner::detail})
      if (numericTuple(g.find(owner, name), 1)) return true;
  return false;
}

void findRadii(const std::vector<Geometry>& files, std::vector<double>& radii) {
  radii.resize(files.size(), 0);
  for (std::size_t f = 0; f < files.size(); ++f)
    if (radii[f] == 0) radii[f] = usualRadius(files[f]);
}

std::vector<double> radiiOf(const Geometry& g, std::size_t primitive, double otherwise) {
  const Span<const std::int32_t> points = g.pointsOf(primitive);
  std::vector<double> radii(points.size(), otherwise);
  for (const auto& [name, factor] : {std::pair("width", 0.5), std::pair("pscale", 1.0)})
    for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive, Owner::detail}) {
      const Attribute* from = numericTuple(g.find(owner, name), 1);
      if (!from) continue;
      for (std::size_t v = 0; v < points.size(); ++v) {
        const std::size_t element = owner == Owner::point       ? static_cast<std::size_t>(points[v])
                                    : owner == Owner::vertex    ? g.starts[primitive] + v
                                    : owner == Owner::primitive ? primitive
                                                                : 0;
        const double value = factor * numberAt(from->numbers, element);
        radii[v] = std::isfinite(value) && value > 0 ? value : 0;
      }
      return radii;
    }
  return radii;
}

double usualRadius(const Geometry& g) {
  Eigen::AlignedBox3d box;
  const Attribute& p = *g.find(Owner::point, "P");
  for (std::size_t i = 0; i < g.pointCount(); ++i) box.extend(Vector3d(tupleAt(p, i).head<3>()));
  return box.isEmpty() ? 0 : box.diagonal().norm() / 500;
}

}  // namespace tendril::cli::show
