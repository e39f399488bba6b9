// Tendril's version.
#pragma once

namespace tendril {

constexpr const char* kVersion = "0.1.0";

}  // namespace tendril
