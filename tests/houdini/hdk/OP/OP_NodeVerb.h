// Stand-in: what a node does, apart from any node. A base of its own since 21; before, SOP_NodeVerb is all
// there is.
#pragma once
#include <SYS/SYS_Version.h>
#include <UT/UT_StringHolder.h>
#if SYS_VERSION_MAJOR_INT < 21
#error "this Houdini has no OP/OP_NodeVerb.h"
#endif
class OP_NodeVerb {
 public:
  virtual ~OP_NodeVerb();
  virtual UT_StringHolder name() const = 0;
  static void registerVerb(OP_NodeVerb* verb);
};
