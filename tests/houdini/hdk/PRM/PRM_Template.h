// Stand-in: one parameter of a node type; arrays of them end with an empty one.
#pragma once
#include <PRM/PRM_Callback.h>
#include <PRM/PRM_ChoiceList.h>
#include <PRM/PRM_Type.h>
#include <SYS/SYS_Types.h>
#include <string>
#include <vector>
class OP_Node;
class PRM_ConditionalBase;
class PRM_Default;
class PRM_Name;
class PRM_Range;
class PRM_SpareData;
class PRM_Template;
class PRM_Template {
 public:
  enum PRM_Export { PRM_EXPORT_MIN };
  PRM_Template(PRM_Type type = PRM_LIST_TERMINATOR, int size = 1, PRM_Name* name = nullptr,
               PRM_Default* defaults = nullptr, PRM_ChoiceList* choices = nullptr, PRM_Range* range = nullptr,
               PRM_Callback callback = PRM_Callback(), PRM_SpareData* spare = nullptr, int group = 1,
               const char* help = nullptr, PRM_ConditionalBase* condition = nullptr);
  void initMulti(PRM_MultiType type, PRM_Template* inside, PRM_Export level, fpreal size, PRM_Name* name,
                 PRM_Default* defaults, PRM_Range* range, PRM_Callback callback, PRM_SpareData* spare,
                 const char* help, PRM_ConditionalBase* condition);
  const char* getToken() const;
  bool isEnd() const;

  // the stand-in's own
  std::string token, type;
  std::string parent;  // the multiparm that it is an instance of
  int size = 1;
  std::vector<std::string> defaults, items;
  std::string rampDefault;
  PRM_ChoiceList* choices = nullptr;
  PRM_Callback callback;
};
