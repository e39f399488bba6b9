// Stand-in: all attributes of one owner.
#pragma once
#include <GA/GA_Attribute.h>
#include <vector>
class GA_AttributeDict {
 public:
  class iterator {
   public:
    iterator(const GA_AttributeDict* dict, GA_AttributeScope scope);
    bool atEnd() const;
    iterator& operator++();
    GA_Attribute* attrib() const;

   private:
    void skip();
    const GA_AttributeDict* dict_;
    GA_AttributeScope scope_;
    std::size_t at_;
  };
  iterator begin(GA_AttributeScope scope) const;

 private:
  friend class GA_Detail;
  friend class iterator;
  std::vector<std::unique_ptr<GA_Attribute>> all_;
};
