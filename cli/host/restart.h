// Which cached frames a simulation can continue from.
#pragma once

#include <string>

#include "solver/base/layers.h"

namespace tendril::cli {

// Whether this file has rods with their full state. Light frames have not (tendril::cache, Content). Throws
// an Error if the file cannot be read.
bool isRestartFile(const std::string& path);

}  // namespace tendril::cli
