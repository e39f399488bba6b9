// Stand-in: groups of elements.
#pragma once
#include <GA/GA_Types.h>
#include <UT/UT_StringHolder.h>
#include <memory>
#include <vector>
namespace standin {
class ElementMap;
}
class GA_Group {
 public:
  GA_Group(const char* name, bool internal);
  virtual ~GA_Group();
  const UT_StringHolder& getName() const;
  bool isInternal() const;

 private:
  UT_StringHolder name_;
  bool internal_;
};
class GA_ElementGroup : public GA_Group {
 public:
  GA_ElementGroup(const char* name, bool ordered, bool internal);
  ~GA_ElementGroup() override;
  bool getOrdered() const;
  bool containsOffset(GA_Offset offset) const;
  void addOffset(GA_Offset offset);
  GA_Size entries() const;

 private:
  friend class GA_Detail;
  friend class GA_ElementGroupTable;
  bool ordered_;
  std::vector<char> members_;     // by offset
  std::vector<GA_Offset> order_;  // as they were added
  const standin::ElementMap* elements_ = nullptr;
};
class GA_PointGroup : public GA_ElementGroup {
 public:
  using GA_ElementGroup::GA_ElementGroup;
};
class GA_VertexGroup : public GA_ElementGroup {
 public:
  using GA_ElementGroup::GA_ElementGroup;
};
class GA_PrimitiveGroup : public GA_ElementGroup {
 public:
  using GA_ElementGroup::GA_ElementGroup;
};
