// Nearest rods.
#include "nodes/making/nearest_rods.h"

#include <algorithm>
#include <numeric>

#include "solver/base/parallel.h"

namespace tendril::nodes {

using Eigen::Vector3d;

namespace {

constexpr std::size_t kLeaf = 4;    // rods
constexpr double kRounding = 1e-9;  // of a distance: bounds are looser by this

// Least distance from a box.
double distanceTo(const Vector3d& low, const Vector3d& high, const Vector3d& p) {
  return (low - p).cwiseMax(p - high).cwiseMax(0.0).norm();
}

}  // namespace

NearestRods::NearestRods(const std::vector<Rod>& rods)
    : rods_(rods), lines_(rods.size()), order_(rods.size()) {
  parallelFor(rods.size(), [&](std::size_t r) {
    const Shape& shape = rods[r].shape;
    const int pieces = std::max<int>(16, 6 * static_cast<int>(shape.elements()));
    ShapeWalker walker(shape);
    for (int i = 0; i <= pieces; ++i)
      lines_[r].points.push_back(walker.at(shape.length() * i / pieces).position);
    lines_[r].gap = 0.5 * shape.length() / pieces;
  });
  std::iota(order_.begin(), order_.end(), std::size_t(0));
  boxes_.push_back({{}, {}, 0, rods.size()});
  if (!rods.empty()) split(0);
}

// Boxes around the rods order_[first ... end), halved where the middles of rods spread most.
void NearestRods::split(std::size_t box) {
  const std::size_t first = boxes_[box].first, end = boxes_[box].end;
  const auto middleOf = [&](std::size_t r) { return lines_[r].points[lines_[r].points.size() / 2]; };
  Vector3d low = lines_[order_[first]].points[0], high = low, from = middleOf(order_[first]), to = from;
  for (std::size_t i = first; i < end; ++i) {
    const Line& line = lines_[order_[i]];
    for (const Vector3d& point : line.points) {
      low = low.cwiseMin(Vector3d(point.array() - line.gap));
      high = high.cwiseMax(Vector3d(point.array() + line.gap));
    }
    from = from.cwiseMin(middleOf(order_[i]));
    to = to.cwiseMax(middleOf(order_[i]));
  }
  boxes_[box].low = low;
  boxes_[box].high = high;
  if (end - first <= kLeaf) return;
  int axis = 0;
  (to - from).maxCoeff(&axis);
  const std::size_t middle = first + (end - first) / 2;
  const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(first), at(middle), at(end), [&](std::size_t a, std::size_t b) {
    return std::pair(middleOf(a)[axis], a) < std::pair(middleOf(b)[axis], b);
  });
  for (const auto& [begin, stop] : {std::pair(first, middle), std::pair(middle, end)}) {
    (begin == first ? boxes_[box].left : boxes_[box].right) = boxes_.size();
    boxes_.push_back({{}, {}, begin, stop});
    split(boxes_.size() - 1);
  }
}

NearPlace NearestRods::find(const Vector3d& to, double reach, const std::vector<std::uint8_t>& allowed,
                            std::size_t except) const {
  NearPlace best;
  best.distance = reach;
  if (!rods_.empty()) visit(0, to, allowed, except, best);
  return best;
}

void NearestRods::visit(std::size_t box, const Vector3d& to, const std::vector<std::uint8_t>& allowed,
                        std::size_t except, NearPlace& best) const {
  const Box& at = boxes_[box];
  if (distanceTo(at.low, at.high, to) * (1 - kRounding) > best.distance) return;
  if (at.left == 0) {
    for (std::size_t i = at.first; i < at.end; ++i)
      if (allowed[order_[i]] && order_[i] != except) look(order_[i], to, best);
    return;
  }
  const auto distance = [&](std::size_t b) { return distanceTo(boxes_[b].low, boxes_[b].high, to); };
  const bool leftFirst = distance(at.left) <= distance(at.right);
  for (const std::size_t next : {leftFirst ? at.left : at.right, leftFirst ? at.right : at.left})
    visit(next, to, allowed, except, best);
}

void NearestRods::look(std::size_t r, const Vector3d& to, NearPlace& best) const {
  const Line& line = lines_[r];
  double least = std::numeric_limits<double>::infinity();
  std::size_t sample = 0;
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    const double far = (line.points[i] - to).norm();
    if (!(far < least)) continue;
    least = far;
    sample = i;
  }
  if ((least - line.gap) * (1 - kRounding) > best.distance) return;
  const Shape& shape = rods_[r].shape;
  const int pieces = static_cast<int>(line.points.size()) - 1;
  double arc = shape.length() * static_cast<int>(sample) / pieces;
  // from the sample on, to where the way there is across
  for (int i = 0; i < 8; ++i) {
    const Frame<double> at = ShapeWalker(shape).at(arc);
    arc = std::clamp(arc + std::clamp((to - at.position).dot(at.axes.col(0)), -shape.length() / pieces,
                                      shape.length() / pieces),
                     0.0, shape.length());
  }
  const double distance = (ShapeWalker(shape).at(arc).position - to).norm();
  const bool nearer =
      distance < best.distance || (distance == best.distance && best.rod != SIZE_MAX && r < best.rod);
  if (nearer) best = {r, arc, distance};
}

}  // namespace tendril::nodes
