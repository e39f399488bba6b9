// Motion of collider geometry.
#include "nodes/simulation/collider_motion.h"

#include <Eigen/Dense>
#include <unordered_map>

#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

std::vector<Vector3d> placesOf(const Geometry& g, double unit) {
  const Attribute& p = *g.find(Owner::point, "P");
  std::vector<Vector3d> places(g.pointCount());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c)
      places[i][static_cast<Eigen::Index>(c)] = unit * numberAt(p.numbers, 3 * i + c);
  return places;
}

const Attribute* pointIds(const Geometry& g) {
  const Attribute* ids = numericTuple(g.find(Owner::point, "id"), 1);
  return ids && !isReal(ids->storage()) ? ids : nullptr;
}

bool isSameTopology(const Geometry& a, const Geometry& b) {
  if (a.pointCount() != b.pointCount() || a.kinds != b.kinds || a.starts != b.starts ||
      a.vertexPoints != b.vertexPoints)
    return false;
  const Attribute *first = pointIds(a), *second = pointIds(b);
  return !first || !second || first->numbers == second->numbers;
}

// Places of the points of equal id; those without keep what is there.
void takeById(const Geometry& before, const Attribute& ids, const Attribute& own, double unit,
              std::vector<Vector3d>& start) {
  const std::vector<Vector3d> places = placesOf(before, unit);
  std::unordered_map<std::int64_t, std::size_t> known;
  for (std::size_t i = 0; i < places.size(); ++i)
    known.emplace(static_cast<std::int64_t>(numberAt(ids.numbers, i)), i);
  for (std::size_t i = 0; i < start.size(); ++i) {
    const auto found = known.find(static_cast<std::int64_t>(numberAt(own.numbers, i)));
    if (found != known.end()) start[i] = places[found->second];
  }
}

// The rigid motion from one set of places to the other that fits best (Kabsch 1976), about their centres.
Frame<double> fitted(const std::vector<Vector3d>& from, const Vector3d& fromCentre,
                     const std::vector<Vector3d>& to, const Vector3d& toCentre) {
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < from.size(); ++i)
    sum += (to[i] - toCentre) * (from[i] - fromCentre).transpose();
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(sum, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix3d u = svd.matrixU();
  if ((u * svd.matrixV().transpose()).determinant() < 0) u.col(2) *= -1;
  return {u * svd.matrixV().transpose(), toCentre};
}

// Within single precision at these distances from the origin.
bool isThere(const Frame<double>& pose, const std::vector<Vector3d>& local, const Vector3d& centre,
             const std::vector<Vector3d>& places) {
  double off = 0, extent = 0, far = 0;  // m2
  for (std::size_t i = 0; i < local.size(); ++i) {
    off = std::max(off, (toWorld(pose, local[i] - centre) - places[i]).squaredNorm());
    extent = std::max(extent, (local[i] - centre).squaredNorm());
    far = std::max({far, local[i].squaredNorm(), places[i].squaredNorm()});
  }
  return std::sqrt(off) <= 1e-6 * std::sqrt(extent) + 2e-7 * std::sqrt(far);
}

Vector3d centreOf(const std::vector<Vector3d>& places) {
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& p : places) sum += p;
  return sum / static_cast<double>(places.size());
}

}  // namespace

ColliderMotion colliderMotion(const Geometry* before, const Geometry& now, double unit, double seconds) {
  ColliderMotion motion;
  motion.end = motion.start = placesOf(now, unit);
  if (before && isSameTopology(*before, now)) {
    motion.samePrimitives = true;
    motion.start = placesOf(*before, unit);
    return motion;
  }
  const Attribute* v = numericTuple(now.find(Owner::point, "v"), 3);
  if (v)
    for (std::size_t i = 0; i < motion.end.size(); ++i) {
      const Vector3d way = seconds * unit * tupleAt(*v, i).head<3>();
      if (way.allFinite()) motion.start[i] -= way;
    }
  const Attribute *ids = before ? pointIds(*before) : nullptr, *own = pointIds(now);
  if (ids && own)
    takeById(*before, *ids, *own, unit, motion.start);
  else if (before && !v)
    motion.warning =
        "points or polygons have changed since the last frame, so their motion is not known; give points an "
        "id or v";
  return motion;
}

MeshMotion meshMotion(const std::vector<Vector3d>& start, const std::vector<Vector3d>& end) {
  MeshMotion motion;
  for (const auto* places : {&start, &end})
    for (const Vector3d& p : *places)
      if (!p.allFinite()) {  // the mesh says which
        motion.start = start, motion.end = end;
        return motion;
      }
  const Vector3d from = centreOf(start), to = centreOf(end);
  const Frame<double> pose =
      start == end ? Frame<double>{Eigen::Matrix3d::Identity(), from} : fitted(end, to, start, from);
  if (!isThere(pose, end, to, start)) {
    motion.start = start, motion.end = end;
    return motion;
  }
  motion.start.reserve(end.size());
  for (const Vector3d& p : end) motion.start.push_back(p - to);
  motion.path.start = pose;
  motion.path.end = {Eigen::Matrix3d::Identity(), to};
  return motion;
}

MeshMotion meshMotionFromRest(const std::vector<Vector3d>& rest, const std::vector<Vector3d>& start,
                              const std::vector<Vector3d>& end) {
  MeshMotion motion;
  const Vector3d centre = centreOf(rest), from = centreOf(start), to = centreOf(end);
  motion.path = {fitted(rest, centre, start, from), fitted(rest, centre, end, to)};
  if (!isThere(motion.path.start, rest, centre, start) || !isThere(motion.path.end, rest, centre, end)) {
    motion.end = end;
    return motion;
  }
  for (const Vector3d& p : rest) motion.start.push_back(p - centre);
  return motion;
}

}  // namespace tendril::nodes
