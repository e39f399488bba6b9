// What the published reference does not confirm, each with what we do instead.
#pragma once

#include <UT/UT_Error.h>

#include <array>

class GEO_Primitive;

namespace tendril::hdk {

// Houdini's frame rate is not asked for (CH_Manager's functions are unconfirmed): frame
// numbers are those of 24 a second. No SOP of Tendril uses frame numbers or times.
constexpr double kFramesPerSecond = 24;

// Metres of a scene unit. How a plugin reads the hip file's unit length is unconfirmed: the environment
// variable TENDRIL_UNITLENGTH says it, else 1.
double unitLength();

// How bad it is when an object of a simulation cannot be solved: the node shall be red, and other objects go
// on. That an error of this severity ends nothing else is unconfirmed; should it: UT_ERROR_WARNING.
constexpr UT_ErrorSeverity kObjectError = UT_ERROR_ABORT;

// A point of a smooth curve, u from 0 to 1. That evaluateInteriorPoint() means this u for NURBS and Bezier
// curves is unconfirmed. Should it be otherwise: kSamples = 0 in sop.cpp carries such curves through as they
// are, and artists convert them to polygons first.
std::array<double, 3> pointOn(const GEO_Primitive& curve, double u);

}  // namespace tendril::hdk
