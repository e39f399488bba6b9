// What differs between the Houdinis that Tendril is built for.
#pragma once

#include <SYS/SYS_Version.h>

#if SYS_VERSION_MAJOR_INT >= 21
#include <OP/OP_DataTypes.h>
#else
using OP_InputIdx = unsigned;  // the number of an input became a type of its own in 21
#endif
