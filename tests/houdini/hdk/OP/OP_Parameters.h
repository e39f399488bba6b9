// Stand-in: the parameters of a node.
#pragma once
#include <UT/UT_String.h>
#include <memory>
class OP_Parameters {
 public:
  virtual ~OP_Parameters();
  fpreal evalFloat(const char* parm, int component, fpreal time) const;
  exint evalInt(const char* parm, int component, fpreal time) const;
  void evalString(UT_String& text, const char* parm, int component, fpreal time) const;
  void setFloat(const char* parm, int component, fpreal time, fpreal value);
  void setInt(const char* parm, int component, fpreal time, exint value);
  void setString(const UT_StringHolder& text, const char* parm, int component, fpreal time);

  struct Impl;  // the stand-in's own
  Impl& impl() const { return *impl_; }

 protected:
  OP_Parameters();
  std::unique_ptr<Impl> impl_;
};
