// Stand-in: values of one attribute by type.
#pragma once
#include <GA/GA_Attribute.h>
template <class T>
class GA_ROHandleT {
 public:
  GA_ROHandleT(const GA_Attribute* attribute);
  bool isValid() const;  // of any storage of numbers
  void getBlock(GA_Offset start, GA_Size count, T* to, int stride = 1, int component = 0) const;

 private:
  const GA_Attribute* attribute_;
};
template <class T>
class GA_RWHandleT {
 public:
  GA_RWHandleT(GA_Attribute* attribute);
  bool isValid() const;
  void setBlock(GA_Offset start, GA_Size count, const T* from, int stride = 1, int component = 0) const;

 private:
  GA_Attribute* attribute_;
};
