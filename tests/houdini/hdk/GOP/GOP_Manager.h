// Stand-in: group patterns.
#pragma once
#include <GA/GA_ElementGroup.h>
#include <UT/UT_StringHolder.h>
class GU_Detail;
class GOP_Manager {
 public:
  class GroupCreator {
   public:
    explicit GroupCreator(const GU_Detail* detail);
    const GU_Detail* detail;
  };
  GOP_Manager();
  ~GOP_Manager();
  const GA_PointGroup* parsePointGroups(const UT_StringRef& pattern, const GroupCreator& creator);
  const GA_PrimitiveGroup* parsePrimitiveGroups(const UT_StringRef& pattern, const GroupCreator& creator);
  void destroyAdhocGroups();

 private:
  std::vector<std::unique_ptr<GA_ElementGroup>> adhoc_;
};
