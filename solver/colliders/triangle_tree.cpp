// A tree of boxes about triangles: halves by the median along the longest side.
#include "solver/colliders/triangle_tree.h"

#include <algorithm>
#include <numeric>

namespace tendril::solver {

void TriangleTree::build(Span<const Triangle> triangles, Span<const Vector3d> points) {
  nodes_.clear();
  order_.resize(triangles.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<Vector3d> centres(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    centres[t].setZero();
    for (const std::int32_t p : triangles[t]) centres[t] += points[static_cast<std::size_t>(p)];
  }
  if (!order_.empty()) split(0, static_cast<std::int32_t>(order_.size()), centres);
}

void TriangleTree::split(std::int32_t from, std::int32_t count, const std::vector<Vector3d>& centres) {
  const std::size_t own = nodes_.size();
  nodes_.push_back({from, count, 0});
  if (count <= kLeaf) return;
  Box3 box;
  for (std::int32_t i = from; i < from + count; ++i)
    box.add(centres[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])]);
  Eigen::Index axis = 0;
  (box.high - box.low).maxCoeff(&axis);
  const std::int32_t half = count / 2;
  const auto begin = order_.begin() + from;
  std::nth_element(begin, begin + half, begin + count, [&](std::int32_t a, std::int32_t b) {
    const double x = centres[static_cast<std::size_t>(a)][axis],
                 y = centres[static_cast<std::size_t>(b)][axis];
    return x < y || (x == y && a < b);
  });
  nodes_[own].count = 0;
  split(from, half, centres);
  nodes_[own].second = static_cast<std::int32_t>(nodes_.size());
  split(from + half, count - half, centres);
}

void TriangleTree::fit(Span<const Triangle> triangles, Span<const Vector3d> points, Boxes& boxes) const {
  boxes.resize(nodes_.size());
  for (std::size_t n = nodes_.size(); n-- > 0;) {  // children stand behind their parents
    const Node& node = nodes_[n];
    Box3 box;
    for (std::int32_t i = node.first; i < node.first + node.count; ++i)
      for (const std::int32_t p : triangles[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])])
        box.add(points[static_cast<std::size_t>(p)]);
    if (node.count == 0) {
      box = boxes[n + 1];
      box.add(boxes[static_cast<std::size_t>(node.second)]);
    }
    boxes[n] = box;
  }
}

// The stretch of the way within the box, face by face. Touching counts.
bool TriangleTree::meets(const Box3& begin, const Box3& end, const Vector3d& from, const Vector3d& to) {
  double low = 0, high = 1;
  for (int c = 0; c < 3; ++c) {
    const double margin = 1e-12 * (std::abs(from[c]) + std::abs(to[c]));
    const double near = std::min(begin.low[c], end.low[c]) - margin,
                 far = std::max(begin.high[c], end.high[c]) + margin, way = to[c] - from[c];
    if (way == 0) {
      if (from[c] < near || from[c] > far) return false;
      continue;
    }
    const double a = (near - from[c]) / way, b = (far - from[c]) / way;
    low = std::max(low, std::min(a, b));
    high = std::min(high, std::max(a, b));
    if (low > high) return false;
  }
  return true;
}

}  // namespace tendril::solver
