// Values as USD writes them.
#pragma once

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "solver/base/layers.h"

namespace tendril::cli::usd {

// [1, 2, 3], [(1, 2, 3), ...]: the shortest text that reads back as the same number.
inline void append(std::string& to, float value) {
  fmt::format_to(std::back_inserter(to), "{}", value);
}
inline void append(std::string& to, std::int64_t value) {
  fmt::format_to(std::back_inserter(to), "{}", value);
}
template <int N>
void append(std::string& to, const Eigen::Matrix<float, N, 1>& value) {
  to += '(';
  for (int i = 0; i < N; ++i) {
    if (i > 0) to += ", ";
    append(to, value[i]);
  }
  to += ')';
}
template <class T>
std::string listOf(const std::vector<T>& values) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    append(text, values[i]);
  }
  return text + "]";
}

inline std::string extentOf(const Eigen::AlignedBox3f& box) {
  if (box.isEmpty()) return "[(0, 0, 0), (0, 0, 0)]";
  return listOf(std::vector<Eigen::Vector3f>{box.min(), box.max()});
}

}  // namespace tendril::cli::usd
