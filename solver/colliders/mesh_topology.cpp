// How the triangles of a mesh hang together.
#include "solver/colliders/mesh_topology.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "solver/base/error.h"

namespace tendril::solver {
namespace {

struct PlaceHash {
  std::size_t operator()(const std::array<double, 3>& p) const {
    std::uint64_t h = 0x9e3779b97f4a7c15ULL;
    for (const double x : p) {
      std::uint64_t bits;
      std::memcpy(&bits, &x, sizeof bits);
      h = (h ^ bits) * 0xbf58476d1ce4e5b9ULL;
      h ^= h >> 29;
    }
    return static_cast<std::size_t>(h);
  }
};

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + (count == 1 ? one : many);
}

bool isCollapsed(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

Vector3d areaOf(const std::vector<Vector3d>& p, const Triangle& t) {  // twice
  return (p[asIndex(t[1])] - p[asIndex(t[0])]).cross(p[asIndex(t[2])] - p[asIndex(t[0])]);
}

}  // namespace

std::vector<std::string> MeshReport::warnings() const {
  std::vector<std::string> all;
  if (flatFaces > 0)
    all.push_back(counted(flatFaces, " face has", " faces have") + " no area; nothing touches them");
  if (turnedFaces > 0)
    all.push_back(counted(turnedFaces, " face points", " faces point") + " against most of the surface (of " +
                  std::to_string(faces) + "); normals are turned round there");
  if (inwardPieces > 0)
    all.push_back(counted(inwardPieces, " closed piece points", " closed pieces point") +
                  " inwards; normals are turned outwards. Use Invert to keep rods inside");
  if (boundaryEdges > 0 && leastOpen < 0.2)
    all.push_back("has holes (" + counted(boundaryEdges, " boundary edge", " boundary edges") +
                  "), so it has no inside: it acts as a sheet");
  if (crowdedEdges > 0)
    all.push_back(counted(crowdedEdges, " edge is", " edges are") + " shared by more than two faces");
  return all;
}

void MeshTopology::check(const std::vector<Vector3d>& points, const std::vector<Triangle>& faces) {
  if (faces.empty()) throw Error("the mesh has no faces");
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = points.size(); i-- > 0;)
    if (!points[i].allFinite()) ++wrong, first = i;
  if (wrong > 0)
    throw Error("point " + std::to_string(first) + " of the mesh is not a number (" +
                counted(wrong, " such point)", " such points)"));
  for (std::size_t t = 0; t < faces.size(); ++t)
    for (const std::int32_t p : faces[t])
      if (p < 0 || asIndex(p) >= points.size())
        throw Error("face " + std::to_string(t) + " of the mesh has a point that does not exist");
}

std::vector<std::int32_t> MeshTopology::weld(const std::vector<Vector3d>& points) {
  std::vector<std::int32_t> own(points.size());
  std::unordered_map<std::array<double, 3>, std::int32_t, PlaceHash> known;
  known.reserve(2 * points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3d p = points[i].array() + 0.0;  // -0 is 0
    const auto number = static_cast<std::int32_t>(known.size());
    own[i] = known.emplace(std::array<double, 3>{p.x(), p.y(), p.z()}, number).first->second;
  }
  return own;
}

MeshTopology::MeshTopology(const std::vector<Vector3d>& points, const std::vector<Triangle>& faces,
                           bool inverted)
    : faces_(faces), inverted_(inverted) {
  check(points, faces);
  weld_ = weld(points);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (asIndex(weld_[i]) == first_.size()) first_.push_back(static_cast<std::int32_t>(i));
  pointCount = first_.size();
  const std::vector<Vector3d> places = welded(points);
  report_.faces = faces.size();
  triangles.resize(faces.size());
  flat.assign(faces.size(), 0);
  for (std::size_t t = 0; t < faces.size(); ++t) {
    triangles[t] = asDrawn(t);
    flat[t] = isFlat(places, t);
    report_.flatFaces += flat[t];
  }
  if (report_.flatFaces == faces.size()) throw Error("no face of the mesh has an area");
  closed.assign(faces.size(), 0);
  findPieces(findEdges());
  for (Piece& piece : pieces_) {
    decide(places, piece);
    turn(piece);
    count(piece);
  }
  tree.build(triangles, places);
}

bool MeshTopology::isFor(const std::vector<Vector3d>& points, const std::vector<Triangle>& faces,
                         bool inverted) const {
  if (inverted != inverted_ || points.size() != weld_.size() || faces != faces_) return false;
  check(points, faces);
  if (weld(points) != weld_) return false;
  const std::vector<Vector3d> places = welded(points);
  for (std::size_t t = 0; t < faces.size(); ++t)
    if (isFlat(places, t) != (flat[t] != 0)) return false;
  for (const Piece& piece : pieces_) {
    Piece now = piece;
    decide(places, now);
    if (now.mostTurned != piece.mostTurned || now.turnsMarked != piece.turnsMarked) return false;
  }
  return true;
}

Triangle MeshTopology::asDrawn(std::size_t t) const {
  return {weld_[asIndex(faces_[t][0])], weld_[asIndex(faces_[t][1])], weld_[asIndex(faces_[t][2])]};
}

bool MeshTopology::isFlat(const std::vector<Vector3d>& places, std::size_t t) const {
  const Triangle own = asDrawn(t);
  double longest = 0;  // m2, squared
  for (std::size_t k = 0; k < 3; ++k)
    longest = std::max(longest, (places[asIndex(own[k])] - places[asIndex(own[(k + 1) % 3])]).squaredNorm());
  return !(areaOf(places, own).norm() > 1e-12 * longest);
}

std::vector<Vector3d> MeshTopology::welded(const std::vector<Vector3d>& points) const {
  std::vector<Vector3d> places(first_.size());
  for (std::size_t i = 0; i < first_.size(); ++i) places[i] = points[asIndex(first_[i])];
  return places;
}

// Numbers edges in the order of their points.
std::vector<MeshTopology::Use> MeshTopology::findEdges() {
  std::vector<Use> uses;
  uses.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int k = 0; k < 3 && !isCollapsed(triangles[t]); ++k) {
      const std::int32_t a = triangles[t][static_cast<std::size_t>(k)],
                         b = triangles[t][(asIndex(k) + 1) % 3];
      const auto low = static_cast<std::uint64_t>(std::min(a, b)),
                 high = static_cast<std::uint64_t>(std::max(a, b));
      uses.push_back({low << 32 | high, static_cast<std::int32_t>(t), k});
    }
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return a.key != b.key ? a.key < b.key : a.triangle != b.triangle ? a.triangle < b.triangle : a.k < b.k;
  });
  edges.assign(triangles.size(), {0, 0, 0});
  edgeCount = 0;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (i == 0 || uses[i].key != uses[i - 1].key) ++edgeCount;
    edges[asIndex(uses[i].triangle)][asIndex(uses[i].k)] = static_cast<std::int32_t>(edgeCount - 1);
  }
  return uses;
}

// Who shares edges with whom. `open`: triangles with an edge that nothing lies beyond.
std::vector<std::vector<MeshTopology::Neighbour>> MeshTopology::neighbours(const std::vector<Use>& uses,
                                                                           std::vector<std::uint8_t>& open) {
  std::vector<std::vector<Neighbour>> beside(triangles.size());
  const auto starts = [&](const Use& use) { return triangles[asIndex(use.triangle)][asIndex(use.k)]; };
  for (std::size_t i = 0, end = 0; i < uses.size(); i = end) {
    while (end < uses.size() && uses[end].key == uses[i].key) ++end;
    const std::size_t count = end - i;
    report_.boundaryEdges += count == 1;
    report_.crowdedEdges += count > 2;
    for (std::size_t u = i; u < end; ++u) {
      if (count % 2) open[asIndex(uses[u].triangle)] = 1;
      if (u + 1 == end) break;
      const std::uint8_t agrees = count > 2 ? 2 : starts(uses[u]) != starts(uses[u + 1]);
      beside[asIndex(uses[u].triangle)].push_back({uses[u + 1].triangle, agrees});
      beside[asIndex(uses[u + 1].triangle)].push_back({uses[u].triangle, agrees});
    }
  }
  return beside;
}

// From the lowest face of each, which neighbours are compared with.
void MeshTopology::findPieces(const std::vector<Use>& uses) {
  std::vector<std::uint8_t> open(triangles.size(), 0), seen(triangles.size(), 0);
  const std::vector<std::vector<Neighbour>> beside = neighbours(uses, open);
  turned_.assign(triangles.size(), 0);
  for (std::size_t seed = 0; seed < triangles.size(); ++seed) {
    if (seen[seed] || isCollapsed(triangles[seed])) continue;
    Piece piece;
    piece.triangles.push_back(static_cast<std::int32_t>(seed));
    seen[seed] = 1;
    for (std::size_t i = 0; i < piece.triangles.size(); ++i) {
      const std::size_t own = asIndex(piece.triangles[i]);
      piece.closed = piece.closed && !open[own];
      for (const Neighbour& next : beside[own]) {
        if (seen[asIndex(next.triangle)]) continue;
        seen[asIndex(next.triangle)] = 1;
        turned_[asIndex(next.triangle)] = next.agrees == 0 ? !turned_[own] : turned_[own];
        piece.triangles.push_back(next.triangle);
      }
    }
    pieces_.push_back(std::move(piece));
  }
}

// A piece points to where most of its area does, or outwards if it is closed.
void MeshTopology::decide(const std::vector<Vector3d>& places, Piece& piece) const {
  double drawn = 0, marked = 0, volume = 0;
  Vector3d area = Vector3d::Zero();
  const Vector3d centre = places[asIndex(asDrawn(asIndex(piece.triangles[0]))[0])];
  for (const std::int32_t t : piece.triangles) {
    const Triangle its = asDrawn(asIndex(t));
    const Vector3d size = areaOf(places, its), turned = turned_[asIndex(t)] ? Vector3d(-size) : size;
    (turned_[asIndex(t)] ? marked : drawn) += size.norm();
    area += turned;
    volume += turned.dot(places[asIndex(its[0])] - centre);
  }
  piece.mostTurned = marked > drawn;
  piece.turnsMarked = piece.closed ? volume >= 0 : !piece.mostTurned;
  piece.openness = area.norm() / std::max(drawn + marked, 1e-300);
}

void MeshTopology::turn(const Piece& piece) {
  for (const std::int32_t t : piece.triangles) {
    closed[asIndex(t)] = piece.closed;
    if (((turned_[asIndex(t)] != 0) == piece.turnsMarked) == inverted_) continue;
    std::swap(triangles[asIndex(t)][1], triangles[asIndex(t)][2]);
    std::swap(edges[asIndex(t)][0], edges[asIndex(t)][2]);
  }
}

void MeshTopology::count(const Piece& piece) {
  for (const std::int32_t t : piece.triangles)
    report_.turnedFaces += (turned_[asIndex(t)] != 0) != piece.mostTurned;
  ++report_.pieces;
  if (piece.closed) {
    hasClosed = true;
    ++report_.closedPieces;
    report_.inwardPieces += piece.turnsMarked == piece.mostTurned;
  } else {
    report_.leastOpen = std::min(report_.leastOpen, piece.openness);
  }
}

}  // namespace tendril::solver
