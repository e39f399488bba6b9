// Plots as SVG.
#include "bench/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tendril {
namespace {

constexpr double kWidth = 800, kHeight = 520, kLeft = 90, kRight = 230, kTop = 50, kBottom = 60;
constexpr const char* kColours[] = {"#c0392b", "#2471a3", "#1e8449", "#7d3c98", "#b9770e", "#17202a"};

// One axis: powers of ten from `low` to `high` onto pixels from `from` to `to`.
struct Axis {
  double low, high, from, to;
  double at(double value) const { return from + (to - from) * (std::log10(value) - low) / (high - low); }
};

Axis axisOf(const Plot& plot, bool x, double from, double to) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Plot::Series* all : {&plot.series, &plot.printed})
    for (const auto& [name, points] : *all)
      for (const auto& point : points) {
        const double value = std::log10(x ? point.first : point.second);
        low = std::min(low, value);
        high = std::max(high, value);
      }
  if (!(low <= high)) low = high = 0;
  return {std::floor(low), std::max(std::ceil(high), std::floor(low) + 1), from, to};
}

std::string text(double x, double y, const char* anchor, const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, words);
}

std::string line(double x1, double y1, double x2, double y2) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n", x1,
                     y1, x2, y2);
}

std::string grid(const Axis& x, const Axis& y) {
  std::string svg;
  for (double p = x.low; p <= x.high; ++p) {
    svg += line(x.at(std::pow(10, p)), y.from, x.at(std::pow(10, p)), y.to);
    svg += text(x.at(std::pow(10, p)), y.from + 18, "middle", fmt::format("1e{:.0f}", p));
  }
  for (double p = y.low; p <= y.high; p += y.high - y.low > 10 ? 2 : 1) {
    svg += line(x.from, y.at(std::pow(10, p)), x.to, y.at(std::pow(10, p)));
    svg += text(x.from - 8, y.at(std::pow(10, p)) + 4, "end", fmt::format("1e{:.0f}", p));
  }
  return svg;
}

}  // namespace

std::string svgOf(const Plot& plot) {
  const Axis x = axisOf(plot, true, kLeft, kWidth - kRight), y = axisOf(plot, false, kHeight - kBottom, kTop);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  svg += text(kLeft, 26, "start", plot.title) + grid(x, y);
  svg += text((x.from + x.to) / 2, kHeight - 16, "middle", plot.xLabel) +
         text(kLeft, kTop - 8, "middle", plot.yLabel);
  std::size_t i = 0;
  for (const Plot::Series* all : {&plot.series, &plot.printed})
    for (const auto& [name, points] : *all) {
      const bool hollow = all == &plot.printed;
      const char* colour = kColours[i % std::size(kColours)];
      const auto dot = [&](double px, double py) {
        svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\" stroke=\"{}\"/>\n", px,
                           py, hollow ? "white" : colour, colour);
      };
      std::string way;
      for (const auto& [px, py] : points) way += fmt::format("{:.1f},{:.1f} ", x.at(px), y.at(py));
      svg += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"{} points=\"{}\"/>\n",
                         colour, hollow ? " stroke-dasharray=\"5 4\"" : "", way);
      for (const auto& [px, py] : points) dot(x.at(px), y.at(py));
      const double row = kTop + 20 + 20 * static_cast<double>(i++);
      dot(kWidth - kRight + 20, row - 4);
      svg += text(kWidth - kRight + 32, row, "start", name);
    }
  return svg + "</svg>\n";
}

}  // namespace tendril
