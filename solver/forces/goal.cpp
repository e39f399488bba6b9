// Goals.
#include "solver/forces/goal.h"

#include <algorithm>

#include "solver/forces/rod_forces.h"

namespace tendril::solver {

bool Goal::isLed() const {
  return std::any_of(locked.begin(), locked.end(), [](std::uint8_t is) { return is; });
}

const ForceType& forceType_goal() {
  static const ForceType type = [] {
    ForceType made;
    made.name = "goal";
    made.label = "Goal";
    made.about = "springs on the coordinates towards a shape";
    made.goalOf = [](const RodForces& rod) { return rod.goal.hasSprings() ? &rod.goal : nullptr; };
    made.sample = [](RodForces& rod, const Coordinates& rest, std::size_t) {
      rod.goal.shape = rest;
      for (std::size_t k = 0; k < rest.size(); ++k) rod.goal.shape.change(k, {0.1, 0.2, -0.15});
      rod.goal.weight.assign(rest.size(), 0.7);
      rod.goal.locked.assign(rest.size(), 0);
    };
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
