// Stand-in: last seen in sources for 20.0.
#pragma once
#include <SYS/SYS_Version.h>
#if SYS_VERSION_MAJOR_INT < 21
#error "this Houdini has no UT/UT_DMatrix4.h"
#endif
#include <UT/UT_Matrix4.h>
