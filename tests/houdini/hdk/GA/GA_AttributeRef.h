// Stand-in: a reference to an attribute.
#pragma once
#include <GA/GA_Attribute.h>
class GA_RWAttributeRef {
 public:
  explicit GA_RWAttributeRef(GA_Attribute* attribute = nullptr);
  bool isValid() const;
  GA_Attribute* getAttribute() const;
  void setTypeInfo(GA_TypeInfo info) const;

 private:
  GA_Attribute* attribute_;
};
