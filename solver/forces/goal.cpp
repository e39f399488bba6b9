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
    return made;
  }();
  return type;
}

}  // namespace tendril::solver
