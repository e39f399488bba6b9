// What solids have in common: ways through them, and the side where a point came from.
#include "solver/colliders/solid.h"

#include <algorithm>

namespace tendril::solver {

Solid::~Solid() = default;

bool Solid::contains(const Vector3d& at) const {
  Nearest found;
  return nearest(at, Box3::kInfinite, found) && found.distance < 0;
}

bool ConvexSolid::nearest(const Vector3d& at, double reach, Nearest& found) const {
  found = nearestTo(at);
  return std::abs(found.distance) < reach;
}

bool ConvexSolid::passage(const Vector3d& from, const Vector3d& to, bool inverted, Passage& found) const {
  double low = -Box3::kInfinite, high = Box3::kInfinite;
  const Vector3d way = to - from;
  const bool meets = stretch(from, way, low, high) && low <= high;
  if (inverted) {  // the free part is convex: a way that leaves it stays outside
    if (!meets || high < 0 || high >= 1) return false;
    found.enter = high, found.leave = 1;
  } else {
    if (!meets || high < 0 || low > 1) return false;
    found.enter = std::max(low, 0.0), found.leave = std::min(high, 1.0);
  }
  found.into = nearestTo(from + found.enter * way);
  return true;
}

bool hasCrossed(const Nearest& end, double depth, double reach, const Vector3d& at, Nearest& into) {
  constexpr double kAcross = 1e-9;  // cosine: perpendicular
  const double along = end.normal.dot(into.normal);
  into.distance = into.normal.dot(at - into.place);
  return into.distance < 0 && (end.distance < 0 ? along <= kAcross : depth > reach || along < -kAcross);
}

}  // namespace tendril::solver
