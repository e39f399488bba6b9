// The material of hair in USD files.
#pragma once

#include <string>

#include "solver/base/layers.h"

namespace tendril::cli::usd {

// A material of hair whose colour is displayColor, in a scope `materials` below the prim `root`: MaterialX
// for Karma, a preview surface for viewports.
std::string materialsIn(const std::string& root);

}  // namespace tendril::cli::usd
