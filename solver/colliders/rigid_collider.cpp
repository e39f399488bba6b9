// A solid under a rigid motion.
#include "solver/colliders/rigid_collider.h"

namespace tendril::solver {
RigidCollider::RigidCollider(std::shared_ptr<const Solid> solid, const RigidPath& path, bool inverted)
    : solid_(std::move(solid)), path_(path), inverted_(inverted), begin_(path.start), end_(path.end) {}

void RigidCollider::setInterval(double begin, double end, const Frame<double>* carried) {
  begin_ = carriedBy(carried, path_.at(begin));
  end_ = path_.at(end);
}

bool RigidCollider::nearest(const Vector3d& at, double reach, Nearest& found) const {
  const bool near = solid_->nearest(at, reach, found);
  if (!near && (solid_->contains(at) == inverted_ || !solid_->nearest(at, Box3::kInfinite, found)))
    return false;
  if (inverted_) found.turnRound();
  return true;
}

void RigidCollider::put(const Nearest& nearest, SurfacePoint& found) const {
  found.distance = nearest.distance;
  found.normal = end_.axes * nearest.normal;
  found.place = toWorld(end_, nearest.place);
  found.startPlace = toWorld(begin_, nearest.place);
  found.feature = nearest.feature;
}

bool RigidCollider::closest(const Vector3d& at, double reach, SurfacePoint& found) const {
  Nearest its;
  if (!nearest(toLocal(end_, at), reach, its)) return false;
  put(its, found);
  return true;
}

bool RigidCollider::closestFrom(const Vector3d& from, const Vector3d& at, double reach,
                                SurfacePoint& found) const {
  const Vector3d first = toLocal(begin_, from), last = toLocal(end_, at);
  Passage way;
  if (!solid_->passage(first, last, inverted_, way)) return closest(at, reach, found);
  if (inverted_) way.into.turnRound();
  // where the way begins inside, its side is that of the nearest surface
  Nearest start;
  if (way.enter <= 0 && nearest(first, 0, start)) way.into = start;
  Nearest middle, end;
  const Vector3d deepest = first + 0.5 * (way.enter + way.leave) * (last - first);
  const double depth = nearest(deepest, 0, middle) ? -middle.distance : 0;
  if (!nearest(last, Box3::kInfinite, end)) {
    // beyond what a level set knows: as where the way came out
    if (!nearest(first + way.leave * (last - first), Box3::kInfinite, end)) return false;
    end.distance = Box3::kInfinite;
  }
  if (hasCrossed(end, depth, reach, last, way.into)) end = way.into;
  if (!(end.distance < reach)) return false;
  put(end, found);
  return true;
}

Box3 RigidCollider::bounds() const {
  const Box3 own = solid_->extent();
  if (inverted_ || !own.isFinite()) return Box3::everywhere();
  Box3 all;
  for (const Frame<double>& pose : {begin_, end_}) all.add(placed(own, pose));
  return all;
}

}  // namespace tendril::solver
