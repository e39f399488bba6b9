// Stand-in: when and for whom something is cooked.
#pragma once
#include <SYS/SYS_Types.h>
class OP_Context {
 public:
  explicit OP_Context(fpreal time);
  fpreal getTime() const;

 private:
  fpreal time_;
};
