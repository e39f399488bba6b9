// Stand-in.
#pragma once
#include <SYS/SYS_Types.h>
class UT_Vector4 {
 public:
  UT_Vector4();
  UT_Vector4(float x, float y, float z, float w);
  float x() const;
  float y() const;
  float z() const;
  float w() const;

 private:
  float v_[4];
};
