// Stand-in: defaults of attributes.
#pragma once
#include <SYS/SYS_Types.h>
#include <vector>
class GA_Defaults {
 public:
  explicit GA_Defaults(fpreal32 value);
  explicit GA_Defaults(fpreal64 value);
  explicit GA_Defaults(int32 value);
  GA_Defaults(const fpreal32* values, int count);
  GA_Defaults(const fpreal64* values, int count);
  GA_Defaults(const int32* values, int count);
  fpreal64 at(int i) const;  // the stand-in's own
  bool get(int i, fpreal64& value) const;

 private:
  std::vector<fpreal64> values_;
};
