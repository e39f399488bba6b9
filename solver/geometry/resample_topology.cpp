// New points along curves.
#include "solver/geometry/resample_topology.h"

#include <numeric>

namespace tendril::solver {
namespace {

struct Plan {
  std::vector<Blend> points, vertices;
  std::vector<std::int32_t> newNumber;  // of old points; -1: gone
};

void keepPoints(const Geometry& g, const std::vector<ResampledCurve>& redrawn, Plan& plan) {
  std::vector<std::uint8_t> kept(g.pointCount(), 1);
  for (const bool stays : {false, true})
    for (std::size_t p = 0; p < g.primitiveCount(); ++p)
      if (redrawn[p].empty() == stays)
        for (const std::int32_t point : g.pointsOf(p)) kept[static_cast<std::size_t>(point)] = stays;
  plan.newNumber.assign(g.pointCount(), -1);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    plan.newNumber[i] = static_cast<std::int32_t>(plan.points.size());
    plan.points.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(i), 0});
  }
}

void addPrimitive(const Geometry& g, std::size_t p, const ResampledCurve& drawn, Plan& plan,
                  Geometry& result) {
  const Span<const std::int32_t> old = g.pointsOf(p);
  const std::int32_t firstVertex = static_cast<std::int32_t>(g.starts[p]);
  if (drawn.empty()) {
    for (std::size_t v = 0; v < old.size(); ++v) {
      const std::int32_t vertex = firstVertex + static_cast<std::int32_t>(v);
      plan.vertices.push_back({vertex, vertex, 0});
      result.vertexPoints.push_back(plan.newNumber[static_cast<std::size_t>(old[v])]);
    }
    return;
  }
  for (const Blend& blend : drawn) {
    result.vertexPoints.push_back(static_cast<std::int32_t>(plan.points.size()));
    plan.vertices.push_back({firstVertex + blend.a, firstVertex + blend.b, blend.u});
    plan.points.push_back(
        {old[static_cast<std::size_t>(blend.a)], old[static_cast<std::size_t>(blend.b)], blend.u});
  }
}

void blendOwner(const Geometry& g, Geometry& result, Owner owner, const std::vector<Blend>& blends) {
  result.attributes[indexOf(owner)].clear();
  for (const Attribute& attribute : g.attributes[indexOf(owner)])
    result.attributes[indexOf(owner)].push_back(blended(attribute, Span<const Blend>(blends)));
  for (const Group& group : g.groups[indexOf(owner)])
    result.groups[indexOf(owner)].push_back(blended(group, Span<const Blend>(blends)));
}

}  // namespace

Geometry resampleTopology(const Geometry& g, const std::vector<ResampledCurve>& redrawn,
                          std::vector<std::int32_t>& firstPoint) {
  Plan plan;
  Geometry result;
  keepPoints(g, redrawn, plan);
  result.others = g.others;
  firstPoint.assign(g.primitiveCount(), -1);
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    if (!redrawn[p].empty()) firstPoint[p] = static_cast<std::int32_t>(plan.points.size());
    addPrimitive(g, p, redrawn[p], plan, result);
    result.starts.push_back(result.vertexPoints.size());
    result.kinds.push_back(redrawn[p].empty() ? g.kinds[p] : PrimitiveKind::polyline);
  }
  blendOwner(g, result, Owner::point, plan.points);
  blendOwner(g, result, Owner::vertex, plan.vertices);
  for (const Owner owner : {Owner::primitive, Owner::detail})
    result.attributes[indexOf(owner)] = g.attributes[indexOf(owner)];
  result.groups[indexOf(Owner::primitive)] = g.groups[indexOf(Owner::primitive)];
  result.setPointCount(plan.points.size());
  for (const EdgeGroup& group : g.edgeGroups) {
    result.edgeGroups.push_back({group.name, {}});
    for (const auto& [a, b] : group.edges) {
      const std::int32_t x = plan.newNumber[static_cast<std::size_t>(a)],
                         y = plan.newNumber[static_cast<std::size_t>(b)];
      if (x >= 0 && y >= 0) result.edgeGroups.back().edges.push_back({x, y});
    }
  }
  result.fileVersion = g.fileVersion;
  result.info = g.info;
  result.shared = g.shared;
  return result;
}

}  // namespace tendril::solver
