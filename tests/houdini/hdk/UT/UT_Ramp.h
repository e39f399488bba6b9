// Stand-in: float ramps.
#pragma once
#include <SYS/SYS_Types.h>
#include <vector>
class UT_IStream;
enum UT_SPLINE_BASIS {
  UT_SPLINE_CONSTANT,
  UT_SPLINE_LINEAR,
  UT_SPLINE_CATMULL_ROM,
  UT_SPLINE_MONOTONECUBIC,
  UT_SPLINE_BEZIER
};
struct UT_FRGBA {
  float r = 0, g = 0, b = 0, a = 1;
};
class UT_ColorNode {
 public:
  float t = 0;
  UT_FRGBA rgba;
  UT_SPLINE_BASIS basis = UT_SPLINE_LINEAR;
};
class UT_Ramp {
 public:
  UT_Ramp();
  bool load(UT_IStream& stream);
  void rampLookup(fpreal position, float values[4]) const;
  int getNodeCount() const;
  const UT_ColorNode* getNode(int i) const;

 private:
  double slopeAt(std::size_t key, bool calm) const;
  std::vector<UT_ColorNode> keys_;
};
