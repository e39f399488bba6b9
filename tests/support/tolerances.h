// Shared tolerances.
#pragma once

namespace tendril::test {

constexpr double kRounding = 1e-14;       // relative: a few units in the last place
constexpr double kSeries = 1e-13;         // of the length: accuracy of the kinematics
constexpr double kDerivativeStep = 1e-5;  // relative, of central differences
constexpr double kDerivative = 1e-8;      // relative, of central differences at that step

}  // namespace tendril::test
