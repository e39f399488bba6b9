// What the published reference does not confirm.
#include "hdk/unconfirmed.h"

#include <GEO/GEO_Primitive.h>
#include <UT/UT_Vector4.h>

#include <cstdlib>

#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::hdk {

double unitLength() {
  const char* text = std::getenv("TENDRIL_UNITLENGTH");
  if (!text || !*text) return 1;
  const auto number = parseNumber(text);
  if (!number || !(*number >= 1e-9 && *number <= 1e9))
    throw Error(std::string("TENDRIL_UNITLENGTH: \"") + text + "\" is no length in metres");
  return *number;
}

std::array<double, 3> pointOn(const GEO_Primitive& curve, double u) {
  UT_Vector4 at;
  curve.evaluateInteriorPoint(at, static_cast<float>(u), 0);
  return {at.x(), at.y(), at.z()};
}

}  // namespace tendril::hdk
