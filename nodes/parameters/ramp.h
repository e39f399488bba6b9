// A curve over 0 ... 1 that an artist draws, as Houdini's float ramps.
//
//   Ramp taper = {{{0, 1}, {1, 0.2}}};
//   taper.at(0.5);   // 0.6
#pragma once

#include <string>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::nodes {

struct Ramp {
  // How a key goes on to the next: Houdini's words.
  enum class Shape { constant, linear, catmullRom, monotoneCubic };
  struct Key {
    float position = 0, value = 0;  // in the precision of Houdini's keys
    Shape shape = Shape::linear;
  };
  std::vector<Key> keys;  // positions ascend

  double at(double position) const;  // beyond the keys: the first or last value
};

bool operator==(const Ramp& a, const Ramp& b);

// "0:1:linear 1:0.2:linear" as command lines and networks write it; the shape may be left out. Throws an
// Error.
std::string formatRamp(const Ramp& ramp);
Ramp parseRamp(const std::string& text);
const char* nameOf(Ramp::Shape shape);  // Houdini's token
Ramp::Shape shapeOfRamp(const std::string& token);

}  // namespace tendril::nodes
