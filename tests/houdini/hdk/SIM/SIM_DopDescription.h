// Stand-in: the DOP that makes data. Points at what it is given.
#pragma once
class PRM_Template;
class SIM_DopDescription {
 public:
  SIM_DopDescription(bool createdop, const char* dopname, const char* label, const char* dataname,
                     const char* datatype, const PRM_Template* templates);
  void setDefaultUniqueDataName(int unique);
  void setGuideTemplates(const PRM_Template* templates);

  // the stand-in's own
  bool makesDop, isUnique = false;
  bool appliesOnly = false;  // no grey input
  bool bypassIsMultiSolver = false;
  const char *dopName, *label, *dataName, *dataType;
  const PRM_Template *templates, *guides = nullptr;
};
