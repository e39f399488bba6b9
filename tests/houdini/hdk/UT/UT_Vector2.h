// Stand-in: vectors of two.
#pragma once
#include <SYS/SYS_Types.h>
class UT_Vector2D {
 public:
  UT_Vector2D();
  UT_Vector2D(fpreal64 x, fpreal64 y);
  fpreal64 x() const;
  fpreal64 y() const;

 private:
  fpreal64 v_[2];
};
