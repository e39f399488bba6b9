// Cohesion of contacts: the force by which what touches may be pulled before it comes off.
//
// It is given by the length that touches (N/m). A sample has the part of the rod that is nearer to it than to
// others that touch. Where the next sample does not touch, the length ends within a radius, so that neither
// long stretches nor single places depend on the number of elements.
//
// Only what touched when the step began is held: nothing is attracted from a distance, and what came off in a
// step is free in the next.
#include <algorithm>
#include <cmath>

#include "solver/contact/tree_contacts.h"

namespace tendril::solver {

double TreeContacts::cohesionOf(const Touch& touch) const {
  const SceneRod& rod = sweep_.description(touch.rod);
  const double own = rod.contact.cohesion.empty() ? 0 : valueAt(rod, rod.contact.cohesion, touch.arc);
  return colliders_[touch.collider]->cohesion + own;
}

bool TreeContacts::sticks(std::size_t rod, std::size_t collider) const {
  const std::vector<double>& own = sweep_.description(rod).contact.cohesion;
  return colliders_[collider]->cohesion > 0 ||
         std::any_of(own.begin(), own.end(), [](double value) { return value > 0; });
}

// Touches are sorted by rods, then along them.
void TreeContacts::findCohesion() {
  const auto follows = [](const Touch& a, const Touch& b) {
    return b.touched && a.rod == b.rod && a.collider == b.collider;
  };
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    Touch& touch = touches_[i];
    touch.cohesion = 0;
    if (!touch.touched) continue;
    const double line = cohesionOf(touch);
    if (line == 0) continue;
    const SceneRod& rod = sweep_.description(touch.rod);
    // the nearest on each side that touches, if it is the next sample
    const double reach = sampleWay(touch), end = std::min(touch.radius, 0.5 * reach);
    double before = std::min(end, touch.arc), behind = std::min(end, rod.arc.back() - touch.arc);
    for (std::size_t j = i; j-- > 0 && touches_[j].rod == touch.rod;)
      if (follows(touch, touches_[j])) {
        const double way = touch.arc - touches_[j].arc;
        if (way <= reach) before = 0.5 * way;
        break;
      }
    for (std::size_t j = i + 1; j < touches_.size() && touches_[j].rod == touch.rod; ++j)
      if (follows(touch, touches_[j])) {
        const double way = touches_[j].arc - touch.arc;
        if (way <= reach) behind = 0.5 * way;
        break;
      }
    touch.cohesion = line * (before + behind);
  }
}

// It came off, or was not there.
bool TreeContacts::isOpen(const Touch& touch) {
  constexpr double kRounding = 1e-9;  // of the cohesion
  if (touch.cohesion == 0) return touch.force.isZero(0);
  return normalOf(touch) <= (kRounding - 1) * touch.cohesion;
}

}  // namespace tendril::solver
