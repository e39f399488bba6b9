// Stand-in: a reference to an attribute.
#pragma once
#include <GA/GA_Attribute.h>
class GA_WOAttributeRef {
 public:
  explicit GA_WOAttributeRef(GA_Attribute* attribute = nullptr);
  bool isValid() const;
  GA_Attribute* getAttribute() const;
  void setTypeInfo(GA_TypeInfo info) const;

 private:
  GA_Attribute* attribute_;
};
class GA_RWAttributeRef : public GA_WOAttributeRef {
 public:
  using GA_WOAttributeRef::GA_WOAttributeRef;
};
