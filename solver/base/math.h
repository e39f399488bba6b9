// Angles.
#pragma once

#include "solver/base/layers.h"

namespace tendril::solver {

constexpr double kPi = 3.14159265358979323846;
constexpr double kTurn = 2 * kPi;      // rad
constexpr double kDegree = kPi / 180;  // rad

}  // namespace tendril::solver
