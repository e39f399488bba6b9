// Stand-in: a type of node.
#pragma once
#include <OP/OP_Node.h>
#include <PRM/PRM_Template.h>
#include <string>
#include <vector>
class CH_LocalVariable;
using OP_Constructor = OP_Node* (*)(OP_Network* parent, const char* name, OP_Operator* entry);
constexpr unsigned OP_FLAG_GENERATOR = 1;
class OP_Operator {
 public:
  OP_Operator(const char* name, const char* english, OP_Constructor construct, PRM_Template* templates,
              unsigned min_sources, unsigned max_sources = 9999, CH_LocalVariable* variables = nullptr,
              unsigned flags = 0, const char** inputlabels = nullptr, int maxoutputs = 1,
              const char* tab_submenu_path = nullptr);
  virtual ~OP_Operator();
  const UT_StringHolder& getName() const;
  void setIconName(const char* name);
  virtual bool getHDKHelp(UT_String& text) const;
  virtual bool getVersion(UT_String& text);

  // the stand-in's own
  UT_StringHolder name, english, icon, submenu;
  OP_Constructor construct;
  PRM_Template* templates;
  unsigned minSources, maxSources, flags;
  std::vector<std::string> inputLabels;
};
