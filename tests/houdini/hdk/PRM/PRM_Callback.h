// Stand-in: what a parameter calls when it is touched.
#pragma once
#include <SYS/SYS_Types.h>
class PRM_Template;
class PRM_Callback {
 public:
  using Function = int (*)(void* node, int index, fpreal64 time, const PRM_Template* parm);
  using OldFunction = int (*)(void* node, int index, float time, const PRM_Template* parm);
  PRM_Callback();
  PRM_Callback(Function function);
  PRM_Callback(OldFunction function);  // a null pointer could be either

  Function function = nullptr;  // the stand-in's own
};
