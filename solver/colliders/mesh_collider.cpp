// Meshes as colliders.
#include "solver/colliders/mesh_collider.h"

#include <algorithm>

#include "solver/base/error.h"

namespace tendril::solver {
MeshCollider::MeshCollider(std::shared_ptr<const MeshTopology> topology, const MeshMotion& motion,
                           MeshSides sides, bool inverted, std::shared_ptr<const MeshSurface> surface)
    : topology_(std::move(topology)), motion_(motion), sides_(sides), inverted_(inverted) {
  for (std::vector<Vector3d>* places : {&motion_.start, &motion_.end, &motion_.startWay, &motion_.endWay}) {
    if (places->empty()) continue;
    if (places->size() != motion.start.size())
      throw Error("the mesh has " + std::to_string(motion.start.size()) + " points, and " +
                  std::to_string(places->size()) + " at the end of the frame");
    *places = topology_->welded(*places);
    for (const Vector3d& place : *places)
      if (!place.allFinite()) throw Error("a point of the mesh is not a number at the end of the frame");
  }
  if (motion_.startWay.empty() != motion_.endWay.empty()) motion_.startWay.clear(), motion_.endWay.clear();
  if (!deforms()) {
    end_ = std::move(surface);
    if (!end_) end_ = surfaceAt(motion_.start);
  }
  setInterval(0, 1);
}

std::vector<Vector3d> MeshCollider::placesAt(double u) const {
  if (u <= 0) return motion_.start;
  if (u >= 1) return motion_.end;
  std::vector<Vector3d> places(motion_.start.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Vector3d way = motion_.end[i] - motion_.start[i];
    places[i] = motion_.start[i];
    places[i] += motion_.startWay.empty() ? Vector3d(u * way)
                                          : hermite(motion_.startWay[i], motion_.endWay[i], way, u);
  }
  return places;
}

std::shared_ptr<const MeshSurface> MeshCollider::surfaceAt(std::vector<Vector3d> places) const {
  auto made = std::make_shared<MeshSurface>();
  made->set(*topology_, std::move(places));
  return made;
}

void MeshCollider::setInterval(double begin, double end, const Frame<double>* carried) {
  if (!deforms()) {
    beginPose_ = carriedBy(carried, motion_.path.at(begin));
    endPose_ = motion_.path.at(end);
    return;
  }
  if (begin == ending_ && !carried) {
    begin_ = end_;
  } else {
    std::vector<Vector3d> places = placesAt(begin);
    if (carried)
      for (Vector3d& place : places) place = toWorld(*carried, place);
    begin_ = surfaceAt(std::move(places));
  }
  end_ = surfaceAt(placesAt(end));
  ending_ = end;
}

bool MeshCollider::isInside(const MeshSurface& surface, const Vector3d& p, OnMesh& on, Nearest& found) const {
  if (!topology_->hasClosed || (!inverted_ && !surface.maybeInside(*topology_, p))) return false;
  return surface.nearest(*topology_, p, Box3::kInfinite, MeshSurface::Which::closed, on, found) &&
         found.distance < 0;
}

// Near the end's surface, or within a closed piece.
bool MeshCollider::nearest(const Vector3d& p, double reach, OnMesh& on, Nearest& found) const {
  return end_->nearest(*topology_, p, reach, MeshSurface::Which::all, on, found) ||
         isInside(*end_, p, on, found);
}

Vector3d MeshCollider::placeOf(const MeshSurface& surface, const OnMesh& on) const {
  const Corners c = surface.cornersOf(topology_->triangles[asIndex(on.triangle)]);
  return on.weights[0] * c.a + on.weights[1] * c.b + on.weights[2] * c.c;
}

void MeshCollider::put(const OnMesh& on, const Nearest& nearest, SurfacePoint& found) const {
  found.distance = nearest.distance;
  found.normal = nearest.normal;
  found.place = nearest.place;
  found.startPlace = placeOf(before(), on);
  found.feature = keys.empty() ? on.triangle : keys[asIndex(on.triangle)];
  if (deforms()) return;
  found.normal = endPose_.axes * found.normal;
  found.place = toWorld(endPose_, found.place);
  found.startPlace = toWorld(beginPose_, found.startPlace);
}

bool MeshCollider::closest(const Vector3d& p, double reach, SurfacePoint& found) const {
  OnMesh on;
  Nearest its;
  if (!nearest(deforms() ? p : toLocal(endPose_, p), reach, on, its)) return false;
  if (!topology_->closed[asIndex(on.triangle)] && sides_ == MeshSides::both && its.distance < 0)
    its.turnRound();
  put(on, its, found);
  return true;
}

// Where the way meets the surface while both move, in the order of time.
std::vector<MeshCollider::Hit> MeshCollider::hitsOf(const Vector3d& from, const Vector3d& to) const {
  std::vector<Hit> hits;
  topology_->tree.visitAlong(before().boxes(), end_->boxes(), from, to, [&](std::int32_t t) {
    if (topology_->flat[asIndex(t)]) return;
    const Triangle& its = topology_->triangles[asIndex(t)];
    Meeting found[3];
    const int count = meetingsOf(from, to, before().cornersOf(its), end_->cornersOf(its), found);
    for (int i = 0; i < count; ++i) hits.push_back({found[i], t});
  });
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return a.meeting.time != b.meeting.time ? a.meeting.time < b.meeting.time : a.triangle < b.triangle;
  });
  return hits;
}

bool MeshCollider::isEntry(const Hit& hit) const {
  return hit.meeting.inwards || (!topology_->closed[asIndex(hit.triangle)] && sides_ == MeshSides::both);
}

// How deep the way was behind the surface before it came out again, m.
double MeshCollider::depthOf(const std::vector<Hit>& hits, std::size_t entry) const {
  const auto placed = [&](const Hit& hit) { return placeOf(*end_, {hit.triangle, hit.meeting.weights, {}}); };
  for (std::size_t i = entry + 1; i < hits.size(); ++i) {
    if (hits[i].meeting.inwards == hits[entry].meeting.inwards) continue;
    OnMesh on;
    Nearest middle;
    const Vector3d deepest = 0.5 * (placed(hits[entry]) + placed(hits[i]));
    end_->nearest(*topology_, deepest, Box3::kInfinite, MeshSurface::Which::all, on, middle);
    return std::abs(middle.distance);
  }
  return 0;
}

bool MeshCollider::closestFrom(const Vector3d& from, const Vector3d& to, double reach,
                               SurfacePoint& found) const {
  const Vector3d first = deforms() ? from : toLocal(beginPose_, from),
                 last = deforms() ? to : toLocal(endPose_, to);
  const std::vector<Hit> hits = hitsOf(first, last);
  std::size_t entry = 0;
  while (entry < hits.size() && !isEntry(hits[entry])) ++entry;
  OnMesh on, behind;
  Nearest into, end;
  if (entry == hits.size()) {
    if (!closest(to, reach, found)) return false;
    if (found.distance >= 0) return true;
    // inside now, and so before; or behind a sheet, where nothing holds what came from there
    if (!isInside(*end_, last, on, end)) return false;
  }
  const bool wasInside = isInside(before(), first, behind, into);
  if (!wasInside && entry == hits.size()) return true;
  double side = 1;
  if (!wasInside) {
    behind = {hits[entry].triangle, hits[entry].meeting.weights, {}};
    if (!hits[entry].meeting.inwards) side = -1;
  }
  // as it is at the interval's end
  into.normal = side * end_->normalOf(*topology_, behind);
  into.place = placeOf(*end_, behind);
  if (!end_->nearest(*topology_, last, Box3::kInfinite, MeshSurface::Which::all, on, end)) return false;
  const bool sheet = !topology_->closed[asIndex(on.triangle)];
  if (sheet && side < 0) end.turnRound();
  if (hasCrossed(end, wasInside ? 0 : depthOf(hits, entry), reach, last, into)) {
    on = behind;
    end = into;
  }
  if (!(end.distance < reach)) return false;
  put(on, end, found);
  return true;
}

Box3 MeshCollider::bounds() const {
  if (inverted_ && topology_->hasClosed) return Box3::everywhere();
  Box3 all;
  if (deforms()) {
    all = begin_->box();
    all.add(end_->box());
    return all;
  }
  for (const Frame<double>& pose : {beginPose_, endPose_}) all.add(placed(end_->box(), pose));
  return all;
}

}  // namespace tendril::solver
