// Stand-in: parameters from a dialog script.
#pragma once
#include <PRM/PRM_Template.h>
#include <UT/UT_StringHolder.h>
class PRM_TemplateBuilder {
 public:
  PRM_TemplateBuilder(const UT_StringHolder& name, const char* script, const char** options = nullptr,
                      int extra = 0);
  PRM_TemplateBuilder(const PRM_TemplateBuilder&) = delete;
  PRM_Template* templates() const;
  bool justBuilt();
  void setChoiceListPtr(const UT_StringRef& parm, PRM_ChoiceList* choices);
  void setCallback(const UT_StringRef& parm, PRM_Callback callback);

 private:
  mutable std::vector<PRM_Template> templates_;
  bool fresh_ = true;
};
