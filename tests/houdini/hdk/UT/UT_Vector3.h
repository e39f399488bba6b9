// Stand-in: vectors.
#pragma once
#include <SYS/SYS_Types.h>
class UT_Vector3 {
 public:
  UT_Vector3();
  UT_Vector3(float x, float y, float z);
  float x() const;
  float y() const;
  float z() const;

 private:
  float v_[3];
};
