// Stand-in: one attribute, its values by offset.
#pragma once
#include <GA/GA_Types.h>
#include <UT/UT_StringHolder.h>
#include <memory>
class GA_Detail;
class GA_AIFTuple;
class GA_AIFSharedStringTuple;
class GA_AIFNumericArray;
class GA_AIFSharedStringArray;
class GA_Attribute {
 public:
  ~GA_Attribute();
  const UT_StringHolder& getName() const;
  GA_AttributeOwner getOwner() const;
  GA_AttributeScope getScope() const;
  int getTupleSize() const;
  GA_TypeInfo getTypeInfo() const;
  void setTypeInfo(GA_TypeInfo info);
  const GA_AIFTuple* getAIFTuple() const;
  const GA_AIFSharedStringTuple* getAIFSharedStringTuple() const;
  const GA_AIFNumericArray* getAIFNumericArray() const;
  const GA_AIFSharedStringArray* getAIFSharedStringArray() const;
  void bumpDataId();
  exint getDataId() const;
  GA_Attribute(const GA_Attribute&) = delete;

  struct Values;  // the stand-in's own

 private:
  friend class GA_Detail;
  friend class GA_AIFTuple;
  friend class GA_AIFSharedStringTuple;
  friend class GA_AIFNumericArray;
  friend class GA_AIFSharedStringArray;
  GA_Attribute();
  std::unique_ptr<Values> values_;
};
