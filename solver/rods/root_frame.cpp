// Root frames and parents.
#include "solver/rods/root_frame.h"

#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::solver {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// The attribute's tuple at a curve's first point; empty if missing or of another size.
Eigen::VectorXd tupleOfRoot(const Geometry& g, std::size_t primitive, const char* name, int size) {
  const Attribute* attribute = nullptr;
  std::size_t element = 0;
  for (const auto& [owner, at] : {std::pair(Owner::point, static_cast<std::size_t>(g.pointsOf(primitive)[0])),
                                  std::pair(Owner::vertex, g.starts[primitive])})
    if (!attribute) {
      attribute = g.find(owner, name);
      element = at;
    }
  attribute = numericTuple(attribute, size);
  return attribute ? tupleAt(*attribute, element) : Eigen::VectorXd();
}

struct Source {
  RootFrame kind;
  const char* name;
  int size;
};
constexpr Source kSources[] = {
    {RootFrame::orient, "orient", 4}, {RootFrame::normal, "N", 3}, {RootFrame::up, "up", 3}};

}  // namespace

bool hasRootAttribute(const Geometry& g, RootFrame wanted) {
  for (const Source& source : kSources)
    if (wanted == source.kind || wanted == RootFrame::automatic)
      for (const Owner owner : {Owner::point, Owner::vertex})
        if (numericTuple(g.find(owner, source.name), source.size)) return true;
  return false;
}

std::optional<Matrix3d> rootFromAttributes(const Geometry& g, std::size_t primitive, const Curve& curve,
                                           RootFrame wanted) {
  const Vector3d along = curve.points[1] - curve.points[0];
  for (const Source& source : kSources) {
    if (wanted != source.kind && wanted != RootFrame::automatic) continue;
    const Eigen::VectorXd value = tupleOfRoot(g, primitive, source.name, source.size);
    if (value.size() == 0 || !value.allFinite() || !(value.norm() > 0))
      continue;  // unset: try the next source
    if (source.kind != RootFrame::orient) return frameAlong(along, value);
    return axesOf(Eigen::Quaterniond(Eigen::Vector4d(value)).normalized());
  }
  return {};
}

std::vector<Parent> findParents(const Geometry& g, const std::vector<std::uint8_t>& isRod) {
  std::vector<Parent> onPoint(g.pointCount());  // the first rod through each point
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    if (!isRod[p]) continue;
    const Span<const std::int32_t> points = g.pointsOf(p);
    for (std::size_t v = 1; v < points.size(); ++v) {
      Parent& parent = onPoint[static_cast<std::size_t>(points[v])];
      if (parent.primitive < 0 && points[v] != points[0]) parent = {static_cast<std::int32_t>(p), v};
    }
  }
  std::vector<Parent> parents(g.primitiveCount());
  for (std::size_t p = 0; p < g.primitiveCount(); ++p)
    if (isRod[p]) parents[p] = onPoint[static_cast<std::size_t>(g.pointsOf(p)[0])];
  // follow each chain of parents once to find cycles
  enum Mark : std::uint8_t { fresh, under, done };
  std::vector<std::uint8_t> mark(g.primitiveCount(), fresh);
  for (std::size_t p = 0; p < g.primitiveCount(); ++p) {
    std::vector<std::size_t> way;
    std::size_t at = p;
    while (mark[at] == fresh) {
      mark[at] = under;
      way.push_back(at);
      if (parents[at].primitive < 0) break;
      at = static_cast<std::size_t>(parents[at].primitive);
    }
    if (mark[at] == under && parents[at].primitive >= 0) parents[at] = {};
    for (const std::size_t each : way) mark[each] = done;
  }
  return parents;
}

}  // namespace tendril::solver
