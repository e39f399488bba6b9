// Stand-in.
#pragma once
#include <OP/OP_Node.h>
class OP_Network {
 public:
  virtual ~OP_Network();
};
