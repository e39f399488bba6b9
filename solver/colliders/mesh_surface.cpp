// A mesh at one moment.
#include "solver/colliders/mesh_surface.h"

namespace tendril::solver {
namespace {

std::size_t at(std::int32_t i) {
  return static_cast<std::size_t>(i);
}

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
      edges_[at(topology.edges[t][k])] += faces_[t];
      corners_[at(topology.triangles[t][k])] += angleBetween(sides[k], -sides[(k + 2) % 3]) * faces_[t];
    }
  }
}

Corners MeshSurface::cornersOf(const Triangle& t) const {
  return {places_[at(t[0])], places_[at(t[1])], places_[at(t[2])]};
}

Vector3d MeshSurface::normalOf(const MeshTopology& topology, const OnMesh& on) const {
  const std::size_t t = at(on.triangle);
  Vector3d normal = faces_[t];
  if (on.part.kind == TrianglePart::edge) normal = edges_[at(topology.edges[t][at(on.part.k)])];
  if (on.part.kind == TrianglePart::corner) normal = corners_[at(topology.triangles[t][at(on.part.k)])];
  const double size = normal.norm();
  // where faces fold back on each other
  return size > 1e-9 ? Vector3d(normal / size) : faces_[t];
}

Nearest MeshSurface::from(const MeshTopology& topology, const OnMesh& on, const Vector3d& p) const {
  const Corners corners = cornersOf(topology.triangles[at(on.triangle)]);
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

bool MeshSurface::nearest(const MeshTopology& topology, const Vector3d& p, double reach, Which which,
                          OnMesh& on, Nearest& found) const {
  double square = reach * reach;
  on.triangle = -1;
  topology.tree.visitNear(boxes_, p, square, [&](std::int32_t t) {
    if (topology.flat[at(t)] || (which == Which::closed && !topology.closed[at(t)])) return;
    const Corners c = cornersOf(topology.triangles[at(t)]);
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
