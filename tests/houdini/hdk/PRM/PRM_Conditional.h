// Stand-in: when a parameter is hidden or cannot be used. Points at what it is given.
#pragma once
enum PRM_ConditionalType { PRM_CONDTYPE_DISABLE, PRM_CONDTYPE_HIDE };
class PRM_ConditionalBase {
 public:
  virtual ~PRM_ConditionalBase() = default;
};
class PRM_Conditional : public PRM_ConditionalBase {
 public:
  PRM_Conditional(const char* condition, PRM_ConditionalType type = PRM_CONDTYPE_DISABLE);

  const char* condition;  // the stand-in's own
  PRM_ConditionalType type;
};
