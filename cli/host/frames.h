// Frame numbers in file names, as artists write them: sim.$F4.bgeo.sc.
//
//   expandFrame("sim.$F4.geo", 7)   sim.0007.geo
//   expandFrame("sim.$F.geo", 7)    sim.7.geo
//   expandFrame("sim.$FF.geo", 7.5) sim.7.5.geo
#pragma once

#include <string>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::cli {

// $F, $F1 ... $F9, $FF, and each with braces: ${F4}.
bool hasFrame(const std::string& path);
std::string expandFrame(const std::string& path, double frame);
// Without frame numbers and the dots, dashes and lines before them: sim.geo.
std::string withoutFrame(const std::string& path);

// "1-24", "1-24x2" (every second), "5", "1-3,7". Throws a UsageError.
std::vector<int> parseFrames(const std::string& text);

// Frames of the files that exist and fit the pattern, in order. $FF is not searched for.
std::vector<int> framesOnDisk(const std::string& path);

}  // namespace tendril::cli
