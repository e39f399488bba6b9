// Stand-in: an interface to attribute values.
#pragma once
#include <GA/GA_Types.h>
class GA_Attribute;
class GA_AIFSharedStringTuple {
 public:
  int getTupleSize(const GA_Attribute* attribute) const;
  const char* getString(const GA_Attribute* attribute, GA_Offset offset, int component = 0) const;
  bool setString(GA_Attribute* attribute, GA_Offset offset, const char* text, int component = 0) const;
};
