// Stand-in: nodes, their parameters and inputs.
#pragma once
#include <OP/OP_Context.h>
#include <OP/OP_DataTypes.h>
#include <UT/UT_Error.h>
#include <UT/UT_String.h>
#include <memory>
class OP_Operator;
class OP_Network;
using OP_ERROR = UT_ErrorSeverity;
class OP_Node {
 public:
  OP_Node(OP_Network* parent, const char* name, OP_Operator* entry);
  virtual ~OP_Node();
  virtual int isRefInput(StandInInput input) const;
  OP_Operator* getOperator() const;
  const UT_StringHolder& getName() const;
  fpreal evalFloat(const char* parm, int component, fpreal time) const;
  exint evalInt(const char* parm, int component, fpreal time) const;
  void evalString(UT_String& text, const char* parm, int component, fpreal time) const;
  void setFloat(const char* parm, int component, fpreal time, fpreal value);
  void setInt(const char* parm, int component, fpreal time, exint value);
  void setString(const UT_StringHolder& text, const char* parm, int component, fpreal time);

  struct Impl;  // the stand-in's own
  Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};
