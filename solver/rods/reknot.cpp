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

namespace {

// Puts coordinates and rates of one rod on other knots.
class Reknotter {
 public:
  Reknotter(const Rod& rod, const std::vector<double>& arc, const Coordinates& rest)
      : layout_(layoutOf(rod.shape.model)), old_(rod.shape.arc), arc_(arc), oldRest_(rod.rest), rest_(rest) {
    for (const double s : arc) places_.push_back(placeOf(s, old_));
    // as many joints as before: each stays
    if (layout_ == Layout::joints && arc.size() == old_.size())
      for (std::size_t k = 0; k < places_.size(); ++k) places_[k] = {k, true, false, 0};
  }

  void rates(std::vector<Vector3d>& of) const {
    if (of.empty()) return;
    if (layout_ == Layout::knots)
      of = atKnots(of, places_, straightOn(of, old_, arc_));
    else if (layout_ == Layout::elements)
      of = atElements(of, old_, arc_, std::vector<Vector3d>(arc_.size(), Vector3d(0, 0, 0)));
    else
      of = atOldJoints(of, places_);
  }

  void coordinates(Coordinates& of) const {
    if (layout_ == Layout::joints)
      of.joints = atJoints(of.joints, places_, rest_.joints);
    else if (layout_ == Layout::elements)
      of.kappa = atElements(of.kappa, old_, arc_, rest_.kappa);
    else
      of.kappa = atKnots(of.kappa, places_, strainBeyond(of.kappa));
  }

  template <class T>
  void knotValues(std::vector<T>& of) const {
    of = atKnots(of, places_, std::vector<T>(arc_.size(), T(of.back())));
  }

 private:
  // The strain of the last element goes on beyond the old tip.
  std::vector<Vector3d> strainBeyond(const std::vector<Vector3d>& of) const {
    std::vector<Vector3d> strain = of;
    for (std::size_t k = 0; k < of.size(); ++k) strain[k] -= oldRest_.kappa[k];
    strain = straightOn(strain, old_, arc_);
    for (std::size_t k = 0; k < strain.size(); ++k) strain[k] += rest_.kappa[k];
    return strain;
  }

  Layout layout_;
  std::vector<double> old_;
  const std::vector<double>& arc_;
  const Coordinates &oldRest_, &rest_;
  std::vector<Place> places_;
};

}  // namespace

void reknot(Rod& rod, const std::vector<double>& arc, const Coordinates& rest) {
  const Reknotter to(rod, arc, rest);
  to.rates(rod.motion.rates);
  to.coordinates(rod.shape);
  if (rod.history) {
    History& h = *rod.history;
    to.rates(h.pastMotion.rates);
    to.coordinates(h.past);
    to.coordinates(h.goal);
    to.knotValues(h.goalPosition);
    to.rates(h.plastic);  // stays at its arc length
    to.knotValues(h.plasticFlow);
  }
  rod.shape.arc = arc;
  rod.rest = rest;
}

}  // namespace tendril::solver
