// Forces that a test hangs on objects.
#pragma once
#include <SIM/SIM_Force.h>

#include <atomic>

namespace tendril::test {

// Registers what is below; may be called again.
void addForces();

// "TestGravity": mass times the option `gravity`. "TestStream": a pull of `grip` towards the velocity
// `target`. "TestSquare": drag that grows with the square of the speed, `grip` |v| v. "TestWell": pulls to
// the place `centre` with `stiffness`. "TestNan": no number. The option `alone` makes one that says it is not
// thread safe.
// Resolvers notice (faults.h) when they are made, copied or, being `alone`, asked off the cook's thread.
extern std::atomic<long> forcesAsked;

}  // namespace tendril::test
