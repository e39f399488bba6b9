// Stand-in: seconds.
#pragma once
#include <SYS/SYS_Types.h>
class SIM_Time {
 public:
  SIM_Time(const fpreal64& seconds) : seconds_(seconds) {}
  operator fpreal64() const { return seconds_; }

 private:
  fpreal64 seconds_;
};
