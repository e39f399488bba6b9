// The table of forces.
#include "solver/forces/force.h"

#include <algorithm>

namespace tendril::solver {

#define FORCE(name) const ForceType& forceType_##name();
#include "solver/forces/forces.def"
#undef FORCE

const std::vector<const ForceType*>& forceTypes() {
  static const std::vector<const ForceType*> types = {
#define FORCE(name) &forceType_##name(),
#include "solver/forces/forces.def"
#undef FORCE
  };
  return types;
}

std::size_t indexOf(const ForceType& type) {
  const auto& all = forceTypes();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), &type) - all.begin());
}

}  // namespace tendril::solver
