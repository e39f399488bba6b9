// Stand-in: group patterns.
#pragma once
#include <GA/GA_ElementGroup.h>
class GEO_Detail;
class GOP_GroupParse {
 public:
  class GroupCreator {
   public:
    explicit GroupCreator(const GEO_Detail* detail);
    const GEO_Detail* detail;
  };
};
class GOP_Manager {
 public:
  using GroupCreator = GOP_GroupParse::GroupCreator;
  GOP_Manager();
  ~GOP_Manager();
  const GA_PointGroup* parsePointGroups(const char* pattern, const GroupCreator& creator);
  const GA_PrimitiveGroup* parsePrimitiveGroups(const char* pattern, const GroupCreator& creator);
  void destroyAdhocGroups();

 private:
  std::vector<std::unique_ptr<GA_ElementGroup>> adhoc_;
};
