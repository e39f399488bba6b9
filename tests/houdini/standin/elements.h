// The elements of one owner: indices without holes, offsets with them.
#pragma once
#include <GA/GA_Types.h>

#include <vector>

namespace standin {

class ElementMap {
 public:
  // The first offset, and after how many elements one offset is left out (0: never).
  ElementMap(const char* what, GA_Offset first, GA_Offset every);

  GA_Offset append();
  GA_Size size() const { return static_cast<GA_Size>(offsets_.size()); }
  GA_Offset offset(GA_Index index) const;  // stops the program beyond the end
  GA_Index index(GA_Offset offset) const;  // -1 for holes and beyond
  bool has(GA_Offset offset) const { return index(offset) >= 0; }
  std::size_t slots() const { return indices_.size(); }
  std::size_t slot(GA_Offset offset) const;  // where values are kept; stops the program at a hole
  void remove(GA_Offset offset);             // leaves a hole
  void clear();                              // what follows gets other offsets
  void shuffle(unsigned seed);               // another order of the same offsets
  const std::vector<GA_Offset>& offsets() const { return offsets_; }

 private:
  const char* what_;
  GA_Offset first_, next_, every_;
  std::vector<GA_Offset> offsets_;
  std::vector<GA_Index> indices_;  // by offset - first_
};

}  // namespace standin
