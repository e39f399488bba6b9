// Pictures.
#include "cli/render/picture.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "cli/io/bytes.h"
#include "solver/base/error.h"

namespace tendril::cli::show {

using Eigen::Vector3f;

namespace {

std::uint8_t byteOf(float value) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0f, 1.0f)));
}

}  // namespace

void writePng(const std::string& path, const Picture& picture) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  std::string bytes;
  bool good = png_image_write_to_memory(&image, nullptr, &size, 0, picture.pixels.data(), 0, nullptr);
  if (good) {
    bytes.resize(size);
    good = png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.pixels.data(), 0, nullptr);
    bytes.resize(size);
  }
  if (!good) throw Error(path + ": cannot be written: " + image.message);
  io::writeFile(path, bytes);
}

Picture readPng(const std::string& path) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path.c_str()))
    throw Error(path + ": cannot be read: " + image.message);
  image.format = PNG_FORMAT_RGB;
  Picture picture(static_cast<int>(image.width), static_cast<int>(image.height));
  if (!png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr))
    throw Error(path + ": cannot be read: " + image.message);
  return picture;
}

void paste(const Picture& from, int x, int y, Picture& to) {
  for (int row = 0; row < from.height && y + row < to.height; ++row)
    std::memcpy(to.at(x, y + row), from.at(0, row),
                3 * static_cast<std::size_t>(std::min(from.width, to.width - x)));
}

void fill(Picture& picture, int x, int y, int width, int height, const Vector3f& colour) {
  for (int j = std::max(0, y); j < std::min(picture.height, y + height); ++j)
    for (int i = std::max(0, x); i < std::min(picture.width, x + width); ++i)
      for (int c = 0; c < 3; ++c) picture.at(i, j)[c] = byteOf(colour[c]);
}

Vector3f rampColour(double value) {
  // lightness rises by equal amounts from stop to stop
  static const Vector3f kStops[] = {{0.13f, 0.09f, 0.33f}, {0.15f, 0.27f, 0.52f}, {0.11f, 0.45f, 0.55f},
                                    {0.16f, 0.62f, 0.46f}, {0.55f, 0.77f, 0.26f}, {0.98f, 0.88f, 0.20f}};
  const double at = std::clamp(std::isfinite(value) ? value : 0.0, 0.0, 1.0) * 5;
  const int i = std::min(4, static_cast<int>(at));
  const float part = static_cast<float>(at - i);
  return (1 - part) * kStops[i] + part * kStops[i + 1];
}

void drawLegend(Picture& picture, const std::string& name, double low, double high) {
  const int size = std::max(1, picture.height / 360), margin = 8 * size, height = 10 * size;
  const int width = std::min(picture.width / 3, 160 * size);
  const int x = picture.width - margin - width,
            y = picture.height - margin - kLetterHeight * size - 4 * size - height;
  const Vector3f ink(0.1f, 0.1f, 0.12f);
  fill(picture, x - 4 * size, y - (kLetterHeight + 7) * size, width + 8 * size,
       height + (2 * kLetterHeight + 14) * size, Vector3f(0.96f, 0.96f, 0.97f));
  for (int i = 0; i < width; ++i) fill(picture, x + i, y, 1, height, rampColour((i + 0.5) / width));
  write(picture, name, x, y - (kLetterHeight + 3) * size, size, ink);
  char text[2][32];
  std::snprintf(text[0], sizeof text[0], "%.3g", low);
  std::snprintf(text[1], sizeof text[1], "%.3g", high);
  write(picture, text[0], x, y + height + 3 * size, size, ink);
  write(picture, text[1], x + width - widthOf(text[1], size), y + height + 3 * size, size, ink);
}

}  // namespace tendril::cli::show
