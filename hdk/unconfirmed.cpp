// What the published reference does not confirm.
#include "hdk/unconfirmed.h"

#include <cstdlib>

#include "nodes/text.h"
#include "solver/error.h"

namespace tendril::hdk {

double unitLength() {
  const char* text = std::getenv("TENDRIL_UNITLENGTH");
  if (!text || !*text) return 1;
  const auto number = parseNumber(text);
  if (!number || !(*number >= 1e-9 && *number <= 1e9))
    throw Error(std::string("TENDRIL_UNITLENGTH: \"") + text + "\" is no length in metres");
  return *number;
}

}  // namespace tendril::hdk
