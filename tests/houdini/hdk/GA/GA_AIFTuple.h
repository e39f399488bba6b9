// Stand-in: an interface to attribute values.
#pragma once
#include <GA/GA_Types.h>
class GA_Attribute;
class GA_Defaults;
class GA_AIFTuple {
 public:
  int getTupleSize(const GA_Attribute* attribute) const;
  GA_Storage getStorage(const GA_Attribute* attribute) const;
  bool setStorage(GA_Attribute* attribute, GA_Storage storage) const;
  const GA_Defaults getDefaults(const GA_Attribute* attribute) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, int32& value, int component = 0) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, int64& value, int component = 0) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, fpreal32& value, int component = 0) const;
  bool get(const GA_Attribute* attribute, GA_Offset offset, fpreal64& value, int component = 0) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, int32 value, int component = 0) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, int64 value, int component = 0) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, fpreal32 value, int component = 0) const;
  bool set(GA_Attribute* attribute, GA_Offset offset, fpreal64 value, int component = 0) const;
};
