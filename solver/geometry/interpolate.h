// Attribute values between elements: what a new point on a curve takes from its neighbours.
#pragma once

#include <cstdint>

#include "solver/geometry/geometry.h"

namespace tendril::solver {

// (1 - u) of element a and u of element b; u = 0: a alone, exactly.
struct Blend {
  std::int32_t a = 0, b = 0;
  double u = 0;
};

// Real numbers are interpolated linearly, quaternions (by typeinfo) by slerp; everything else is taken from
// the nearer element.
Attribute blended(const Attribute& attribute, Span<const Blend> blends);
Group blended(const Group& group, Span<const Blend> blends);

}  // namespace tendril::solver
