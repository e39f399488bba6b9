// What the published reference does not confirm, each with what we do instead.
#pragma once

#include <GA/GA_Types.h>
#include <UT/UT_Array.h>

#include <array>

class GA_AIFNumericArray;
class GA_Attribute;
class GEO_Primitive;

namespace tendril::hdk {

// Houdini's frame rate is not asked for (CH_Manager's functions are unconfirmed): time is exact, frame
// numbers are those of 24 a second. No SOP of Tendril uses frame numbers.
constexpr double kFramesPerSecond = 24;

// Metres of a scene unit. How a plugin reads the hip file's unit length is unconfirmed: the environment
// variable TENDRIL_UNITLENGTH says it, else 1.
double unitLength();

// A point of a smooth curve, u from 0 to 1. That evaluateInteriorPoint() means this u for NURBS and Bezier
// curves is unconfirmed. Should it be otherwise: kSamples = 0 in sop.cpp carries such curves through as they
// are, and artists convert them to polygons first.
std::array<double, 3> pointOn(const GEO_Primitive& curve, double u);

// Lists of whole numbers of 64 bits: only reading them is confirmed, and writing reals. Should it not
// compile: a list of fpreal64 keeps whole numbers up to 2^53.
void setList(const GA_AIFNumericArray& array, GA_Attribute* attribute, GA_Offset offset,
             const UT_Array<int64>& list);

}  // namespace tendril::hdk
