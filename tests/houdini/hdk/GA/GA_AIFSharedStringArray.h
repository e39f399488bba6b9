// Stand-in: an interface to attribute values.
#pragma once
#include <GA/GA_Types.h>
#include <UT/UT_StringArray.h>
class GA_Attribute;
class GA_AIFSharedStringArray {
 public:
  bool get(const GA_Attribute* attribute, GA_Offset offset, UT_StringArray& values) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, const UT_StringArray& values) const;
};
