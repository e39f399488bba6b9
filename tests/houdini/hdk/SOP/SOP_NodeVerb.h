// Stand-in: how a SOP cooks.
#pragma once
#include <GU/GU_DetailHandle.h>
#include <OP/OP_Context.h>
#include <SOP/SOP_Error.h>
#include <SYS/SYS_Version.h>
#include <UT/UT_Error.h>
#include <UT/UT_StringHolder.h>
#if SYS_VERSION_MAJOR_INT >= 21
#include <OP/OP_NodeVerb.h>
#endif
class SOP_Node;
class SOP_NodeParms {
 public:
  virtual ~SOP_NodeParms();
};
class SOP_NodeCache {
 public:
  virtual ~SOP_NodeCache();
};
#if SYS_VERSION_MAJOR_INT >= 21
class SOP_NodeVerb : public OP_NodeVerb {
 public:
#else
class SOP_NodeVerb {
 public:
  virtual ~SOP_NodeVerb();
  virtual UT_StringHolder name() const = 0;
  static void registerVerb(SOP_NodeVerb* verb);
#endif
  enum CookMode {
    COOK_INPLACE,
    COOK_DUPLICATE,
    COOK_GENERATOR,
    COOK_INSTANCE,
    COOK_GENERIC,
    COOK_PASSTHROUGH
  };
  class CookParms {
   public:
    GU_DetailHandle& gdh() const;
    const GU_Detail* inputGeo(exint i) const;
    bool hasInput(exint i) const;
    exint nInputs() const;
    fpreal getCookTime() const;
    SOP_Node* getNode() const;
    SOP_NodeCache* cache() const;
    void sopAddError(int code, const char* message = nullptr) const;
    void sopAddWarning(int code, const char* message = nullptr) const;

    struct Impl;  // the stand-in's own
    Impl* impl = nullptr;
  };
  virtual SOP_NodeParms* allocParms() const = 0;
  virtual SOP_NodeCache* allocCache() const;
  virtual CookMode cookMode(const SOP_NodeParms* parms) const;
  virtual void cook(const CookParms& cookparms) const = 0;
  static const SOP_NodeVerb* lookupVerb(const UT_StringRef& name);
};
