// Stand-in: what a node does, apart from any node.
#pragma once
#include <UT/UT_StringHolder.h>
class OP_NodeVerb {
 public:
  virtual ~OP_NodeVerb();
  virtual UT_StringHolder name() const = 0;
  static void registerVerb(OP_NodeVerb* verb);
};
