// Stand-in: what a parameter calls when it is touched.
#pragma once
#include <SYS/SYS_Types.h>
class PRM_Template;
class PRM_Callback {
 public:
  using Function = int (*)(void* node, int index, fpreal64 time, const PRM_Template* parm);
  PRM_Callback(Function function = nullptr);

  Function function;  // the stand-in's own
};
