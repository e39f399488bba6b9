// Stand-in: named values of several types; each is asked for with its own.
#pragma once
#include <UT/UT_StringHolder.h>
#include <UT/UT_Vector2.h>
#include <UT/UT_Vector3.h>
#include <map>
#include <variant>
#include <vector>
class UT_Options {
 public:
  UT_Options();
  virtual ~UT_Options();
  bool hasOption(const UT_StringRef& name) const;
  bool getOptionB(const UT_StringRef& name) const;
  int64 getOptionI(const UT_StringRef& name) const;
  fpreal64 getOptionF(const UT_StringRef& name) const;
  const UT_StringHolder& getOptionS(const UT_StringRef& name) const;
  const UT_Vector2D& getOptionV2(const UT_StringRef& name) const;
  const UT_Vector3D& getOptionV3(const UT_StringRef& name) const;

  // the stand-in's own
  using Value = std::variant<bool, int64, fpreal64, UT_StringHolder, UT_Vector2D, UT_Vector3D>;
  std::map<std::string, Value> values;
};
