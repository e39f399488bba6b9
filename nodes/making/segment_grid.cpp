// The grid of segments.
#include "nodes/making/segment_grid.h"

#include <algorithm>
#include <cmath>

namespace tendril::nodes {

using Eigen::Vector3d;

std::pair<double, double> Segment::nearest(const Vector3d& point) const {
  const Vector3d way = to - from;
  const double square = way.squaredNorm(),
               u = square > 0 ? std::clamp((point - from).dot(way) / square, 0.0, 1.0) : 0.0;
  return {(from + u * way - point).norm(), u};
}

// Far-away cells are one: coordinates over cells may be larger than integers.
SegmentGrid::Cell SegmentGrid::cellOf(const Vector3d& point) const {
  Cell cell;
  for (int k = 0; k < 3; ++k)
    cell[static_cast<std::size_t>(k)] =
        static_cast<std::int64_t>(std::clamp(std::floor(point[k] / cell_), -1e15, 1e15));
  return cell;
}

// Cells that share a key only give more segments to look at.
std::uint64_t SegmentGrid::keyOf(const Cell& cell) {
  std::uint64_t key = 0;
  for (const std::int64_t k : cell) key = (key ^ static_cast<std::uint64_t>(k)) * 0x9E3779B97F4A7C15ull;
  return key;
}

void SegmentGrid::build() {
  double sum = 0;
  for (const Segment& segment : segments_) sum += (segment.to - segment.from).norm() + 2 * segment.margin;
  cell_ = segments_.empty() || !(sum > 0) ? 1 : sum / static_cast<double>(segments_.size());
  constexpr std::int64_t kMost = 1000;
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    const Segment& segment = segments_[s];
    const Vector3d margin = Vector3d::Constant(segment.margin);
    const Cell low = cellOf(segment.from.cwiseMin(segment.to) - margin),
               high = cellOf(segment.from.cwiseMax(segment.to) + margin);
    const std::uint32_t number = static_cast<std::uint32_t>(s);
    std::int64_t count = 1;
    for (std::size_t k = 0; k < 3; ++k)
      count = std::min(kMost + 1, count * std::min(kMost + 1, high[k] - low[k] + 1));
    if (count > kMost) {
      large_.push_back(number);
      continue;
    }
    for (std::int64_t x = low[0]; x <= high[0]; ++x)
      for (std::int64_t y = low[1]; y <= high[1]; ++y)
        for (std::int64_t z = low[2]; z <= high[2]; ++z) {
          std::vector<std::uint32_t>& its = cells_[keyOf({x, y, z})];
          if (its.empty() || its.back() != number) its.push_back(number);
        }
  }
}

}  // namespace tendril::nodes
