// Stand-in: float ramps.
#pragma once
#include <SYS/SYS_Types.h>
#include <string>
#include <vector>
class UT_IStream;
class UT_Ramp {
 public:
  UT_Ramp();
  bool load(UT_IStream& stream);
  void rampLookup(fpreal position, float values[4]) const;

 private:
  struct Key {
    double position, value;
    std::string shape;
  };
  double slopeAt(std::size_t key, bool calm) const;
  std::vector<Key> keys_;
};
