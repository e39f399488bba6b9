// Stand-in: where a slider goes.
#pragma once
#include <SYS/SYS_Types.h>
enum PRM_RangeFlag { PRM_RANGE_RESTRICTED, PRM_RANGE_UI, PRM_RANGE_FREE };
class PRM_Range {
 public:
  PRM_Range(PRM_RangeFlag lowFlag = PRM_RANGE_FREE, fpreal low = 0, PRM_RangeFlag highFlag = PRM_RANGE_FREE,
            fpreal high = 1);

  PRM_RangeFlag lowFlag, highFlag;  // the stand-in's own
  fpreal low, high;
};
