// Stand-in: groups of elements.
#pragma once
#include <GA/GA_Types.h>
#include <UT/UT_StringHolder.h>
#include <memory>
#include <vector>
namespace standin {
class ElementMap;
}
class GA_ElementGroup {
 public:
  GA_ElementGroup(const char* name, bool ordered, bool internal);
  virtual ~GA_ElementGroup();
  const UT_StringHolder& getName() const;
  bool isInternal() const;
  bool getOrdered() const;
  bool containsOffset(GA_Offset offset) const;
  void addOffset(GA_Offset offset);
  GA_Size entries() const;

 private:
  friend class GA_Detail;
  friend class GA_ElementGroupTable;
  UT_StringHolder name_;
  bool ordered_, internal_;
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
class GA_ElementGroupTable {
 public:
  class iterator {
   public:
    explicit iterator(const GA_ElementGroupTable* table);
    bool atEnd() const;
    iterator& operator++();
    GA_ElementGroup* group() const;

   private:
    const GA_ElementGroupTable* table_;
    std::size_t at_ = 0;
  };
  iterator beginTraverse() const;
  GA_ElementGroup* newGroup(const char* name, bool internal = false);
  GA_ElementGroup* find(const char* name) const;

 private:
  friend class iterator;
  friend class GA_Detail;
  GA_AttributeOwner owner_ = GA_ATTRIB_POINT;
  const standin::ElementMap* elements_ = nullptr;
  std::vector<std::unique_ptr<GA_ElementGroup>> all_;
};
