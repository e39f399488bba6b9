// Segments of curves in a grid: those that may be near a point, without looking at all.
//
//   SegmentGrid grid;
//   grid.add({primitive, number, from, to, margin});
//   grid.build();
//   grid.eachNear(point, [](const Segment& segment) { segment.nearest(point); });
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tendril::nodes {

struct Segment {
  std::size_t primitive = 0, number = 0;
  Eigen::Vector3d from, to;
  double margin = 0;  // found by points that are so near

  // Distance, and the place from 0 to 1.
  std::pair<double, double> nearest(const Eigen::Vector3d& point) const;
};

class SegmentGrid {
 public:
  void add(const Segment& segment) { segments_.push_back(segment); }
  void build();

  // In the order in which they were added, and perhaps some that are farther than their margin.
  template <class F>
  void eachNear(const Eigen::Vector3d& point, const F& f) const {
    const auto found = cells_.find(keyOf(cellOf(point)));
    static const std::vector<std::uint32_t> kNone;
    const std::vector<std::uint32_t>& near = found == cells_.end() ? kNone : found->second;
    for (std::size_t i = 0, j = 0; i < near.size() || j < large_.size();)
      f(segments_[j == large_.size() || (i < near.size() && near[i] < large_[j]) ? near[i++] : large_[j++]]);
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  Cell cellOf(const Eigen::Vector3d& point) const;
  static std::uint64_t keyOf(const Cell& cell);

  std::vector<Segment> segments_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
  std::vector<std::uint32_t> large_;  // those that would be in too many cells
  double cell_ = 1;
};

}  // namespace tendril::nodes
