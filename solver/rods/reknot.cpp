// A rod on other knots.
#include "solver/rods/reknot.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kSame = 3e-7;  // of a rod's length: precision of floats

// Position of a new knot among the old ones.
struct Place {
  std::size_t index = 0;  // old knot at or before it
  bool exact = false;     // on that old knot
  bool beyond = false;    // beyond the old tip
  double u = 0;           // 0 ... 1 towards the next old knot
};

Place placeOf(double s, const std::vector<double>& arc) {
  const double near = kSame * arc.back();
  Place at;
  at.index = static_cast<std::size_t>(std::lower_bound(arc.begin(), arc.end(), s - near) - arc.begin());
  if (at.index == arc.size()) {
    at.index = arc.size() - 1;
    at.beyond = true;
    return at;
  }
  at.exact = std::abs(arc[at.index] - s) <= near;
  if (at.exact) return at;
  --at.index;
  at.u = (s - arc[at.index]) / (arc[at.index + 1] - arc[at.index]);
  return at;
}

// Values at knots, interpolated linearly; `beyond`: values for knots beyond the old tip.
template <class T>
std::vector<T> atKnots(const std::vector<T>& old, const std::vector<Place>& places,
                       const std::vector<T>& beyond) {
  std::vector<T> made;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Place& at = places[k];
    made.push_back(at.beyond  ? beyond[k]
                   : at.exact ? old[at.index]
                              : T((1 - at.u) * old[at.index] + at.u * old[at.index + 1]));
  }
  return made;
}

// Values beyond the old tip: the first new knot there extrapolates linearly, so that the old part keeps its
// shape, by at most one element's length; later knots repeat it.
std::vector<Vector3d> straightOn(const std::vector<Vector3d>& old, const std::vector<double>& from,
                                 const std::vector<double>& to) {
  constexpr double kFar = 1;  // of the old last element
  const std::size_t last = from.size() - 1;
  const double length = from[last] - from[last - 1];
  std::vector<Vector3d> made;
  double ahead = -1;
  for (const double s : to) {
    if (s > from[last] && ahead < 0) ahead = std::min(kFar, (s - from[last]) / length);
    made.push_back(old[last] + std::max(0.0, ahead) * (old[last] - old[last - 1]));
  }
  return made;
}

// Values of elements: of the old element that contains the new one's middle. The last knot repeats the last
// element.
template <class T>
std::vector<T> atElements(const std::vector<T>& old, const std::vector<double>& from,
                          const std::vector<double>& to, const std::vector<T>& beyond) {
  std::vector<T> made;
  for (std::size_t e = 0; e + 1 < to.size(); ++e) {
    const double middle = 0.5 * (to[e] + to[e + 1]);
    const auto next = std::upper_bound(from.begin() + 1, from.end(), middle);
    made.push_back(next == from.end() ? beyond[e] : old[static_cast<std::size_t>(next - from.begin()) - 1]);
  }
  made.push_back(made.back());
  return made;
}

// Rotations of joints: a new joint inside an old link is straight.
std::vector<Quaterniond> atJoints(const std::vector<Quaterniond>& old, const std::vector<Place>& places,
                                  const std::vector<Quaterniond>& rest) {
  std::vector<Quaterniond> made;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Place& at = places[k];
    made.push_back(k + 1 == places.size()                  ? Quaterniond::Identity()
                   : at.beyond                             ? rest[k]
                   : at.exact && at.index + 1 < old.size() ? old[at.index]
                   : at.exact                              ? rest[k]  // the old tip becomes a joint
                                                           : Quaterniond::Identity());
  }
  return made;
}

std::vector<Vector3d> atOldJoints(const std::vector<Vector3d>& old, const std::vector<Place>& places) {
  std::vector<Vector3d> made;
  for (const Place& at : places) made.push_back(at.exact ? old[at.index] : Vector3d(0, 0, 0));
  return made;
}

}  // namespace

bool sameKnots(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!(std::abs(a[k] - b[k]) <= kSame * a.back())) return false;
  return true;
}

void reknot(Rod& rod, const std::vector<double>& arc, const std::vector<Vector3d>& kappaRest,
            const std::vector<Quaterniond>& jointRest) {
  const std::vector<double> old = rod.shape.arc;
  std::vector<Place> places;
  for (const double s : arc) places.push_back(placeOf(s, old));
  // a chain with as many knots as before keeps its joints
  if (rod.shape.model == Model::chain && arc.size() == old.size())
    for (std::size_t k = 0; k < places.size(); ++k) places[k] = {k, true, false, 0};
  const Vector3d none(0, 0, 0);
  const auto rates = [&](std::vector<Vector3d>& of) {
    if (of.empty()) return;
    if (rod.shape.model == Model::clothoid)
      of = atKnots(of, places, straightOn(of, old, arc));
    else if (rod.shape.model == Model::helix)
      of = atElements(of, old, arc, std::vector<Vector3d>(arc.size(), none));
    else
      of = atOldJoints(of, places);
  };
  const auto curvature = [&](std::vector<Vector3d>& of) {
    if (rod.shape.model == Model::helix) {
      of = atElements(of, old, arc, kappaRest);
      return;
    }
    std::vector<Vector3d> strain = of;
    for (std::size_t k = 0; k < of.size(); ++k) strain[k] -= rod.kappaRest[k];
    strain = straightOn(strain, old, arc);
    for (std::size_t k = 0; k < strain.size(); ++k) strain[k] += kappaRest[k];
    of = atKnots(of, places, strain);
  };
  rates(rod.motion.rates);
  History* h = rod.history ? &*rod.history : nullptr;
  if (h) rates(h->pastMotion.rates);
  if (rod.shape.model == Model::chain) {
    rod.shape.joints = atJoints(rod.shape.joints, places, jointRest);
    if (h) h->pastJoints = atJoints(h->pastJoints, places, jointRest);
    if (h) h->goalJoints = atJoints(h->goalJoints, places, jointRest);
  } else {
    curvature(rod.shape.kappa);
    if (h) curvature(h->pastKappa);
    if (h) curvature(h->goalKappa);
  }
  if (h) {
    h->goalPosition =
        atKnots(h->goalPosition, places, std::vector<Vector3d>(arc.size(), h->goalPosition.back()));
    rates(h->plastic);  // stays at its arc length
    h->plasticFlow = atKnots(h->plasticFlow, places, std::vector<double>(arc.size(), h->plasticFlow.back()));
  }
  rod.shape.arc = arc;
  rod.kappaRest = kappaRest;
  rod.jointRest = jointRest;
}

}  // namespace tendril::solver
