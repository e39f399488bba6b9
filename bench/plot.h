// Log-log plots of measured figures, as SVG.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tendril {

struct Plot {
  std::string name, title, xLabel, yLabel;
  using Series = std::map<std::string, std::vector<std::pair<double, double>>>;
  Series series;        // x and y positive
  Series printed = {};  // published values, drawn hollow and dashed
};

std::string svgOf(const Plot& plot);

}  // namespace tendril
