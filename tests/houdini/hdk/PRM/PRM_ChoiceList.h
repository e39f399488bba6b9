// Stand-in: menus.
#pragma once
class PRM_ChoiceList {
 public:
  PRM_ChoiceList();
  PRM_ChoiceList(const PRM_ChoiceList&) = delete;
};
