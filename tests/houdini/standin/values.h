// The values of one attribute, kept at the precision that its storage has.
#pragma once
#include <GA/GA_Attribute.h>

#include <string>
#include <vector>

#include "standin/elements.h"

struct GA_Attribute::Values {
  enum class Kind { numbers, strings, numberArrays, stringArrays };

  UT_StringHolder name;
  GA_AttributeOwner owner = GA_ATTRIB_POINT;
  GA_AttributeScope scope = GA_SCOPE_PUBLIC;
  Kind kind = Kind::numbers;
  GA_Storage storage = GA_STORE_REAL32;
  int size = 1;
  GA_TypeInfo info = GA_TYPE_VOID;
  std::vector<double> defaults;  // one a component
  exint dataId = 0;
  const standin::ElementMap* elements = nullptr;

  std::vector<double> reals;  // size for each slot, as all below
  std::vector<int64> ints;
  std::vector<std::string> texts;
  std::vector<std::vector<double>> realArrays;  // one for each slot
  std::vector<std::vector<int64>> intArrays;
  std::vector<std::vector<std::string>> textArrays;

  bool isReal() const;
  void grow();  // to the slots of its elements
  bool hasComponent(int component) const { return component >= 0 && component < size; }
  std::size_t place(GA_Offset offset, int component) const {
    return elements->slot(offset) * static_cast<std::size_t>(size) + static_cast<std::size_t>(component);
  }
  double real(GA_Offset offset, int component) const;
  int64 whole(GA_Offset offset, int component) const;
  void setReal(GA_Offset offset, int component, double value);
  void setWhole(GA_Offset offset, int component, int64 value);
  void copy(GA_Offset to, const Values& from, GA_Offset at);  // of the same kind
};

namespace standin {

double asStored(GA_Storage storage, double value);
int64 asStored(GA_Storage storage, int64 value);
int64 truncated(double value);
exint newDataId();
extern bool refusesDoubles;  // storage stays as it was made

}  // namespace standin
