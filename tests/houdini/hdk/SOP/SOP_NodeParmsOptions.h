// Stand-in: parameters by name while cooking.
#pragma once
#include <GOP/GOP_Manager.h>
#include <OP/OP_Node.h>
#include <PRM/PRM_Template.h>
#include <SOP/SOP_NodeVerb.h>
class SOP_NodeParmsOptions : public SOP_NodeParms {
 public:
  explicit SOP_NodeParmsOptions(PRM_Template* templates);

 private:
  PRM_Template* templates_;
};
class SOP_NodeCacheOptions : public SOP_NodeCache {
 public:
  void doCook(const SOP_NodeVerb* verb, const SOP_NodeVerb::CookParms& cookparms);

 protected:
  virtual OP_ERROR cook(OP_Context& context) = 0;
  fpreal evalFloat(const char* parm, int component, fpreal time) const;
  exint evalInt(const char* parm, int component, fpreal time) const;
  void evalString(UT_String& text, const char* parm, int component, fpreal time) const;
  fpreal evalFloatInst(const char* parm, const int* instance, int component, fpreal time, int nest = 1) const;
  exint evalIntInst(const char* parm, const int* instance, int component, fpreal time, int nest = 1) const;
  void evalStringInst(const char* parm, const int* instance, UT_String& text, int component, fpreal time,
                      int nest = 1) const;
  exint nInputs() const;
  bool hasInput(exint i) const;
  const GU_Detail* inputGeo(exint i) const;
  void addError(int code, const char* message = nullptr);
  void addWarning(int code, const char* message = nullptr);
  void addMessage(int code, const char* message = nullptr);
  OP_ERROR error();
  const SOP_NodeVerb::CookParms& cookparms() const;
  GU_Detail* gdp = nullptr;
  using GroupCreator = GOP_Manager::GroupCreator;

 private:
  const SOP_NodeVerb::CookParms* cookparms_ = nullptr;
};
