// Stand-in: the tag that the program looks for when it loads a plugin. Included once.
#pragma once
#include <SYS/SYS_Version.h>
#include <SYS/SYS_Visibility.h>
extern "C" SYS_VISIBILITY_EXPORT int HoudiniDSOVersionStandIn();
extern "C" SYS_VISIBILITY_EXPORT int HoudiniDSOVersionCompilerStandIn();
int HoudiniDSOVersionStandIn() {
  return SYS_VERSION_MAJOR_INT * 100 + SYS_VERSION_MINOR_INT;
}
int HoudiniDSOVersionCompilerStandIn() {
#ifdef _MSC_VER
  return _MSC_VER;
#else
  return 0;
#endif
}
