// Pixels, and PNG files of them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::cli::show {

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;  // red green blue, rows from the top

  Picture() = default;
  Picture(int w, int h)
      : width(w), height(h), pixels(3 * static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
  std::uint8_t* at(int x, int y) {
    return &pixels[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                        static_cast<std::size_t>(x))];
  }
  const std::uint8_t* at(int x, int y) const { return const_cast<Picture*>(this)->at(x, y); }
};

// Throws an Error that names the file. The same pixels make the same bytes.
void writePng(const std::string& path, const Picture& picture);
Picture readPng(const std::string& path);

void paste(const Picture& from, int x, int y, Picture& to);
void fill(Picture& picture, int x, int y, int width, int height, const Eigen::Vector3f& colour);

// Letters of 5 x 7 dots, `size` pixels a dot; small letters are drawn as capitals.
void write(Picture& picture, const std::string& text, int x, int y, int size, const Eigen::Vector3f& colour);
int widthOf(const std::string& text, int size);
constexpr int kLetterHeight = 7;

// 0 to 1 as the eye sees it: dark blue, green, yellow; rises evenly in lightness, also without colours.
Eigen::Vector3f rampColour(double value);

// What colours mean: a bar with a name and numbers, at the lower right.
void drawLegend(Picture& picture, const std::string& name, double low, double high);

}  // namespace tendril::cli::show
