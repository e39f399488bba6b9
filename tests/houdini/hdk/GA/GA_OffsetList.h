// Stand-in: lists of offsets.
#pragma once
#include <GA/GA_Types.h>
#include <vector>
class GA_OffsetListRef {
 public:
  explicit GA_OffsetListRef(const std::vector<GA_Offset>* list);
  GA_Size size() const;
  GA_Offset operator()(GA_Size i) const;

 private:
  const std::vector<GA_Offset>* list_;
};
