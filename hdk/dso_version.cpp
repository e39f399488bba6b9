// The tag by which Houdini tells whether it can load the plugin: its own version and the compiler's.
#include <SYS/SYS_Version.h>

// Houdini 20.5 refuses what a newer Visual C++ than its own has built. Their binaries fit all the same, so
// the tag names Houdini's; nothing else is compiled in this file.
#if defined(_MSC_VER) && SYS_VERSION_MAJOR_INT == 20
#if _MSC_VER > 1939
#undef _MSC_VER
#define _MSC_VER 1939
#endif
#endif

#include <UT/UT_DSOVersion.h>
