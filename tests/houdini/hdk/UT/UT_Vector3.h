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
class UT_Vector3D {
 public:
  UT_Vector3D();
  UT_Vector3D(fpreal64 x, fpreal64 y, fpreal64 z);
  fpreal64 x() const;
  fpreal64 y() const;
  fpreal64 z() const;

 private:
  fpreal64 v_[3];
};
