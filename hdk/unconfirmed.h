// What the published reference does not confirm, and what we do instead.
#pragma once

#include <UT/UT_Error.h>

#include <array>

class GEO_Primitive;

namespace tendril::hdk {

// Houdini's frame rate is not read (CH_Manager's functions are unconfirmed): 24 frames a second. No SOP of
// Tendril uses frames or times.
constexpr double kFramesPerSecond = 24;

// Metres of a scene unit. Reading the hip file's unit length is unconfirmed: the environment variable
// TENDRIL_UNITLENGTH sets it; default 1.
double unitLength();

// Severity of what keeps an object from being solved. Where On Failure is Error, that is an error, and
// whether Houdini then goes on with other objects is unconfirmed; a warning surely stops nothing.
constexpr UT_ErrorSeverity kFailed = UT_ERROR_WARNING, kFailedAsError = UT_ERROR_ABORT;

// A point of a smooth curve, u from 0 to 1. That evaluateInteriorPoint() takes this u for NURBS and Bezier
// curves is unconfirmed; otherwise set kSamples = 0 in sop.cpp, which passes such curves through, so that
// artists convert them to polygons first.
std::array<double, 3> pointOn(const GEO_Primitive& curve, double u);

}  // namespace tendril::hdk
