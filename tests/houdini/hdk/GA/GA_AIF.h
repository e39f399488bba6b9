// Stand-in: interfaces to attribute values.
#pragma once
#include <GA/GA_Types.h>
#include <UT/UT_Array.h>
#include <UT/UT_StringArray.h>
class GA_Attribute;
class GA_AIFTuple {
 public:
  int getTupleSize(const GA_Attribute* attribute) const;
  GA_Storage getStorage(const GA_Attribute* attribute) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, int32& value, int component = 0) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, int64& value, int component = 0) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, fpreal32& value, int component = 0) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, fpreal64& value, int component = 0) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, int32 value, int component = 0) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, int64 value, int component = 0) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, fpreal32 value, int component = 0) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, fpreal64 value, int component = 0) const;
};
class GA_AIFSharedStringTuple {
 public:
  int getTupleSize(const GA_Attribute* attribute) const;
  const char* getString(const GA_Attribute* attribute, GA_Offset offset, int component = 0) const;
  bool setString(GA_Attribute* attribute, GA_Offset offset, const char* text, int component = 0) const;
};
class GA_AIFNumericArray {
 public:
  int getTupleSize(const GA_Attribute* attribute) const;
  GA_Storage getStorage(const GA_Attribute* attribute) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, UT_Array<int64>& values) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, UT_Array<fpreal64>& values) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, const UT_Array<int64>& values) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, const UT_Array<fpreal64>& values) const;
};
class GA_AIFSharedStringArray {
 public:
  bool get(const GA_Attribute* attribute, GA_Offset offset, UT_StringArray& values) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, const UT_StringArray& values) const;
};
