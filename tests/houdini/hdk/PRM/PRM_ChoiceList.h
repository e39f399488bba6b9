// Stand-in: menus. Point at the names they are given, which end with an empty one.
#pragma once
class PRM_Name;
enum PRM_ChoiceListType { PRM_CHOICELIST_SINGLE };
class PRM_ChoiceList {
 public:
  PRM_ChoiceList();
  PRM_ChoiceList(PRM_ChoiceListType type, PRM_Name* names);
  PRM_ChoiceList(const PRM_ChoiceList&) = delete;

  PRM_Name* names = nullptr;  // the stand-in's own
};
