// Stand-in: plain types.
#pragma once
#include <cstddef>
#include <cstdint>
using int8 = signed char;
using int16 = short;
using int32 = int;
using int64 = std::int64_t;
using uint8 = unsigned char;
using exint = std::int64_t;
using fpreal32 = float;
using fpreal64 = double;
using fpreal = double;
