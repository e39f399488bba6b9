// Stand-in: arrays of strings.
#pragma once
#include <UT/UT_Array.h>
#include <UT/UT_StringHolder.h>
class UT_StringArray : public UT_Array<UT_StringHolder> {};
