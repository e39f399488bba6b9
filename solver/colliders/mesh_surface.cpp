// A mesh at one moment.
#include "solver/colliders/mesh_surface.h"

#include <algorithm>

namespace tendril::solver {
namespace {

double angleBetween(const Vector3d& a, const Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

}  // namespace

void MeshSurface::set(const MeshTopology& topology, std::vector<Vector3d> places) {
  places_ = std::move(places);
  topology.tree.fit(topology.triangles, places_, boxes_);
  faces_.resize(topology.triangles.size());
  edges_.assign(topology.edgeCount, Vector3d::Zero());
  corners_.assign(topology.pointCount, Vector3d::Zero());
  for (std::size_t t = 0; t < topology.triangles.size(); ++t) {
    const Corners p = cornersOf(topology.triangles[t]);
    const Vector3d area = (p.b - p.a).cross(p.c - p.a);
    const double size = area.norm();
    faces_[t] = size > 0 && !topology.flat[t] ? Vector3d(area / size) : Vector3d(Vector3d::Zero());
    const Vector3d sides[3] = {p.b - p.a, p.c - p.b, p.a - p.c};
    for (std::size_t k = 0; k < 3; ++k) {
      edges_[asIndex(topology.edges[t][k])] += faces_[t];
      corners_[asIndex(topology.triangles[t][k])] += angleBetween(sides[k], -sides[(k + 2) % 3]) * faces_[t];
    }
  }
}

Corners MeshSurface::cornersOf(const Triangle& t) const {
  return {places_[asIndex(t[0])], places_[asIndex(t[1])], places_[asIndex(t[2])]};
}

Vector3d MeshSurface::normalOf(const MeshTopology& topology, const OnMesh& on) const {
  const std::size_t t = asIndex(on.triangle);
  Vector3d normal = faces_[t];
  if (on.part.kind == TrianglePart::edge) normal = edges_[asIndex(topology.edges[t][asIndex(on.part.k)])];
  if (on.part.kind == TrianglePart::corner)
    normal = corners_[asIndex(topology.triangles[t][asIndex(on.part.k)])];
  const double size = normal.norm();
  // where faces fold back on each other
  return size > 1e-9 ? Vector3d(normal / size) : faces_[t];
}

Nearest MeshSurface::from(const MeshTopology& topology, const OnMesh& on, const Vector3d& p) const {
  const Corners corners = cornersOf(topology.triangles[asIndex(on.triangle)]);
  Nearest found;
  found.place = on.weights[0] * corners.a + on.weights[1] * corners.b + on.weights[2] * corners.c;
  found.feature = on.triangle;
  const Vector3d way = p - found.place, normal = normalOf(topology, on);
  const double far = way.norm(), side = way.dot(normal) < 0 ? -1 : 1;
  found.distance = side * far;
  // on the surface the way has no direction
  found.normal = far > 1e-9 * (1 + p.norm()) ? Vector3d(side / far * way) : normal;
  return found;
}

bool MeshSurface::maybeInside(const MeshTopology& topology, const Vector3d& p) const {
  if (box().squaredDistance(p) > 0) return false;
  Eigen::Index axis = 0, other = 0;
  const double low = (p - box().low).minCoeff(&axis), high = (box().high - p).minCoeff(&other);
  if (high < low) axis = other;
  Vector3d end = p;
  end[axis] = low <= high ? box().low[axis] - 1 : box().high[axis] + 1;
  const Eigen::Index u = (axis + 1) % 3, v = (axis + 2) % 3;
  int crossings = 0;
  topology.tree.visitAlong(boxes_, boxes_, p, end, [&](std::int32_t t) {
    if (topology.flat[asIndex(t)] || !topology.closed[asIndex(t)]) return;
    const Corners c = cornersOf(topology.triangles[asIndex(t)]);
    // areas seen along the line; what the line touches counts, on both sides of an edge
    const auto area = [&](const Vector3d& a, const Vector3d& b) {
      return (a[u] - p[u]) * (b[v] - p[v]) - (b[u] - p[u]) * (a[v] - p[v]);
    };
    const double a = area(c.b, c.c), b = area(c.c, c.a), d = area(c.a, c.b), sum = a + b + d;
    const double least = sum < 0 ? std::min({-a, -b, -d}) : std::min({a, b, d});
    if (sum == 0 || least < -1e-9 * std::abs(sum)) return;
    const double hit = (a * c.a[axis] + b * c.b[axis] + d * c.c[axis]) / sum;
    if ((end[axis] > p[axis]) == (hit >= p[axis])) crossings += sum > 0 ? 1 : -1;
  });
  return crossings != 0;
}

bool MeshSurface::nearest(const MeshTopology& topology, const Vector3d& p, double reach, Which which,
                          OnMesh& on, Nearest& found) const {
  double square = reach * reach;
  on.triangle = -1;
  topology.tree.visitNear(boxes_, p, square, [&](std::int32_t t) {
    if (topology.flat[asIndex(t)] || (which == Which::closed && !topology.closed[asIndex(t)])) return;
    const Corners c = cornersOf(topology.triangles[asIndex(t)]);
    const OnTriangle its = nearestOnTriangle(p, c.a, c.b, c.c);
    const double its2 = (its.place - p).squaredNorm();
    if (!(its2 < square || (its2 == square && on.triangle > t))) return;
    square = its2;
    on = {t, its.weights, its.part};
  });
  if (on.triangle < 0) return false;
  found = from(topology, on, p);
  return true;
}

}  // namespace tendril::solver
