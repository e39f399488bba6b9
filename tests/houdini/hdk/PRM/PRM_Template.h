// Stand-in: one parameter of a node type; arrays of them end with an empty one.
#pragma once
#include <PRM/PRM_Callback.h>
#include <PRM/PRM_ChoiceList.h>
#include <SYS/SYS_Types.h>
#include <string>
#include <vector>
class OP_Node;
class PRM_Template;
class PRM_Template {
 public:
  PRM_Template();
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
