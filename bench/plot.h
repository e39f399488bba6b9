// Plots of measured figures, as SVG: x and y by powers of ten.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tendril {

struct Plot {
  std::string name, title, xLabel, yLabel;
  using Series = std::map<std::string, std::vector<std::pair<double, double>>>;
  Series series;        // x and y above 0
  Series printed = {};  // what others have published, drawn hollow and dashed
};

std::string svgOf(const Plot& plot);

}  // namespace tendril
