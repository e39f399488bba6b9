// What the published reference does not confirm, each with what we do instead.
#pragma once

namespace tendril::hdk {

// Houdini's frame rate is not asked for (CH_Manager's functions are unconfirmed): time is exact, frame
// numbers are those of 24 a second. No SOP of Tendril uses frame numbers.
constexpr double kFramesPerSecond = 24;

// Metres of a scene unit. How a plugin reads the hip file's unit length is unconfirmed: the environment
// variable TENDRIL_UNITLENGTH says it, else 1.
double unitLength();

}  // namespace tendril::hdk
