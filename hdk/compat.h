// Differences between the Houdini versions that Tendril is built for.
#pragma once

#include <SYS/SYS_Version.h>

#if SYS_VERSION_MAJOR_INT >= 21
#include <OP/OP_DataTypes.h>
#else
using OP_InputIdx = unsigned;  // an input's index has its own type since 21
#endif
