// How thick curves are.
#include <cmath>

#include "cli/drawing/drawing.h"
#include "nodes/attributes/radius.h"
#include "solver/geometry/tuples.h"

namespace tendril::cli::show {

bool tellsRadii(const Geometry& g) {
  return static_cast<bool>(findDrawnRadius(g));
}

void findRadii(const std::vector<Geometry>& files, std::vector<double>& radii) {
  radii.resize(files.size(), 0);
  for (std::size_t f = 0; f < files.size(); ++f)
    if (radii[f] == 0) radii[f] = usualRadius(files[f]);
}

std::vector<double> radiiOf(const Geometry& g, std::size_t primitive, double otherwise) {
  std::vector<double> radii(g.pointsOf(primitive).size(), otherwise);
  const KnotValue drawn = findDrawnRadius(g);
  for (std::size_t v = 0; drawn && v < radii.size(); ++v) {
    const double value = drawn.at(g, primitive, v);
    radii[v] = std::isfinite(value) && value > 0 ? value : 0;
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
