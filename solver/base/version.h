// Tendril's version.
#pragma once

#include "solver/base/layers.h"

namespace tendril::solver {

constexpr const char* kVersion = "0.1.0";

}  // namespace tendril::solver
