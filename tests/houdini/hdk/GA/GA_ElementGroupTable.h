// Stand-in: all groups of one owner.
#pragma once
#include <GA/GA_ElementGroup.h>
class GA_ElementGroupTable {
 public:
  class iterator {
   public:
    explicit iterator(const GA_ElementGroupTable* table);
    bool atEnd() const;
    iterator& operator++();
    GA_ElementGroup* group();

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
