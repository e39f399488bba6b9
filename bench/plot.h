// Plots of measured figures, as SVG: x and y by powers of ten.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tendril {

struct Plot {
  std::string name, title, xLabel, yLabel;
  std::map<std::string, std::vector<std::pair<double, double>>> series;  // x and y above 0
};

std::string svgOf(const Plot& plot);

}  // namespace tendril
