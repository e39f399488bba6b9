// A plugin built by a compiler newer than the program's.
#include <SYS/SYS_Version.h>
extern "C" __attribute__((visibility("default"))) int HoudiniDSOVersionStandIn();
extern "C" __attribute__((visibility("default"))) int HoudiniDSOVersionCompilerStandIn();
int HoudiniDSOVersionStandIn() {
  return SYS_VERSION_MAJOR_INT * 100 + SYS_VERSION_MINOR_INT;
}
int HoudiniDSOVersionCompilerStandIn() {
  return 1999;
}
