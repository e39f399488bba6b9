// Polygons as a USD mesh.
#include "cli/usd/mesh.h"

#include "cli/usd/primvars.h"
#include "cli/usd/values.h"
#include "solver/geometry/tuples.h"

namespace tendril::cli::usd {

using Eigen::Vector3f;

void addMesh(const Geometry& g, const std::string& name, const std::string& attributes, UsdFrame& to) {
  Primvars primvars(g, attributes, Primvars::Corners::faceVarying);
  std::vector<std::int64_t> counts, indices, used(g.pointCount(), -1);
  std::vector<Vector3f> points, velocities, colours;
  const Attribute *v = numericTuple(g.find(Owner::point, "v"), 3),
                  *cd = numericTuple(g.find(Owner::point, "Cd"), 3);
  Eigen::AlignedBox3f extent;
  const auto at = [](const Attribute& a, std::size_t i) {
    return Vector3f(tupleAt(a, i).head<3>().cast<float>());
  };
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    if (g.kinds[p] != PrimitiveKind::polygon || g.pointsOf(p).size() < 3) continue;
    counts.push_back(static_cast<std::int64_t>(g.pointsOf(p).size()));
    primvars.addPrimitive(p);
    const Span<const std::int32_t> corners = g.pointsOf(p);
    // Houdini's polygons turn the other way round
    for (std::size_t k = corners.size(); k-- > 0;) {
      const std::size_t i = static_cast<std::size_t>(corners[k]);
      if (used[i] < 0) {
        used[i] = static_cast<std::int64_t>(points.size());
        points.push_back(at(*g.find(Owner::point, "P"), i));
        extent.extend(points.back());
        if (v) velocities.push_back(at(*v, i));
        if (cd) colours.push_back(at(*cd, i));
        primvars.addPoint(i, i, 0);
      }
      primvars.addVertex(g.starts[p] + k, g.starts[p] + k, 0);
      indices.push_back(used[i]);
    }
  }
  if (counts.empty()) return;
  UsdPrim prim{"Mesh", name, "uniform token subdivisionScheme = \"none\"\n", {}};
  prim.attributes = {{"int[] faceVertexCounts", "", listOf(counts)},
                     {"int[] faceVertexIndices", "", listOf(indices)},
                     {"point3f[] points", "", listOf(points)},
                     {"float3[] extent", "", extentOf(extent)}};
  if (v) prim.attributes.push_back({"vector3f[] velocities", "", listOf(velocities)});
  prim.attributes.push_back(
      cd ? UsdAttribute{"color3f[] primvars:displayColor", "vertex", listOf(colours)}
         : UsdAttribute{"color3f[] primvars:displayColor", "constant", "[(0.62, 0.64, 0.66)]"});
  primvars.appendTo(prim.attributes);
  to.box.extend(extent.cast<double>());
  to.prims.push_back(std::move(prim));
}

}  // namespace tendril::cli::usd
