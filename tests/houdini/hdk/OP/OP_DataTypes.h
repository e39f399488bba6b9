// Stand-in: types that came with 21.
#pragma once
#include <SYS/SYS_Version.h>
#if SYS_VERSION_MAJOR_INT >= 21
using OP_InputIdx = int;
using OP_OutputIdx = int;
using StandInInput = OP_InputIdx;
#else
using StandInInput = unsigned;
#endif
