// Stand-in: matrices; rows act on row vectors.
#pragma once
#include <SYS/SYS_Types.h>
class UT_DMatrix4 {
 public:
  UT_DMatrix4();  // whatever it holds
  void identity();
  fpreal64* data();
  const fpreal64* data() const;

 private:
  fpreal64 m_[16];
};
