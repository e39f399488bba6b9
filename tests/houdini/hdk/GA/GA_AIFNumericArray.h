// Stand-in: an interface to attribute values.
#pragma once
#include <GA/GA_Types.h>
#include <UT/UT_Array.h>
class GA_Attribute;
class GA_AIFNumericArray {
 public:
  int getTupleSize(const GA_Attribute* attribute) const;
  GA_Storage getStorage(const GA_Attribute* attribute) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, UT_Array<int64>& values) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, UT_Array<fpreal64>& values) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, const UT_Array<int64>& values) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, const UT_Array<fpreal64>& values) const;
};
