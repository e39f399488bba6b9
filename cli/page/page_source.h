// The page without its data, as the build made it of cli/view.
#pragma once

#include <string>

#include "solver/base/layers.h"

namespace tendril::cli::show {

// Throws an Error where the program was built without it.
std::string pageSource();

}  // namespace tendril::cli::show
