// Pairs of boxes that meet.
#include "solver/contact/box_pairs.h"

#include <algorithm>
#include <cmath>

namespace tendril::solver {

namespace {

constexpr double kCell = 1.5;             // of the boxes' mean longest edge
constexpr std::uint64_t kMostCells = 64;  // of a box
constexpr int kBits = 20;                 // of a cell's number along an axis
constexpr double kMostAlong = (1 << kBits) - 1;

std::uint64_t codeOf(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return (std::uint64_t(x) << (2 * kBits)) | (std::uint64_t(y) << kBits) | z;
}

}  // namespace

// The grid. False: no box is finite.
bool BoxPairs::place(const std::vector<Box3>& boxes) {
  Box3 all;
  double sum = 0;
  std::size_t count = 0;
  for (const Box3& box : boxes) {
    if (box.isEmpty() || !box.isFinite()) continue;
    all.add(box);
    sum += (box.high - box.low).maxCoeff();
    ++count;
  }
  if (count == 0) return false;
  low_ = all.low;
  const double longest = (all.high - all.low).maxCoeff();
  cell_ = std::max({kCell * sum / static_cast<double>(count), longest / kMostAlong, 1e-300});
  return true;
}

void BoxPairs::add(const std::vector<Box3>& boxes, std::size_t i) {
  const Box3& box = boxes[i];
  isLarge_[i] = 0;
  if (box.isEmpty()) return;
  Cells& cells = cells_[i];
  std::uint64_t covered = 1;
  for (int axis = 0; axis < 3 && box.isFinite(); ++axis) {
    const auto number = [&](double at) {
      return static_cast<std::uint32_t>(std::clamp((at - low_[axis]) / cell_, 0.0, kMostAlong));
    };
    cells.low[axis] = number(box.low[axis]);
    cells.high[axis] = number(box.high[axis]);
    covered *= cells.high[axis] - cells.low[axis] + 1;
    if (covered > kMostCells) break;
  }
  if (!box.isFinite() || covered > kMostCells) {
    isLarge_[i] = 1;
    large_.push_back(static_cast<std::uint32_t>(i));
    return;
  }
  for (std::uint32_t x = cells.low[0]; x <= cells.high[0]; ++x)
    for (std::uint32_t y = cells.low[1]; y <= cells.high[1]; ++y)
      for (std::uint32_t z = cells.low[2]; z <= cells.high[2]; ++z)
        entries_.push_back({codeOf(x, y, z), static_cast<std::uint32_t>(i)});
}

const std::vector<BoxPairs::Pair>& BoxPairs::find(const std::vector<Box3>& boxes) {
  pairs_.clear();
  entries_.clear();
  large_.clear();
  cells_.resize(boxes.size());
  isLarge_.resize(boxes.size());
  place(boxes);
  for (std::size_t i = 0; i < boxes.size(); ++i) add(boxes, i);
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.box < b.box;
  });
  for (std::size_t from = 0; from < entries_.size();) {
    std::size_t to = from + 1;
    while (to < entries_.size() && entries_[to].cell == entries_[from].cell) ++to;
    for (std::size_t i = from; i < to; ++i)
      for (std::size_t j = i + 1; j < to; ++j) {
        const std::uint32_t a = entries_[i].box, b = entries_[j].box;
        if (!boxes[a].meets(boxes[b])) continue;
        // of the cells that both cover, the first one counts
        const Cells &one = cells_[a], &other = cells_[b];
        if (entries_[from].cell == codeOf(std::max(one.low[0], other.low[0]),
                                          std::max(one.low[1], other.low[1]),
                                          std::max(one.low[2], other.low[2])))
          pairs_.push_back({a, b});
      }
    from = to;
  }
  for (const std::uint32_t a : large_)
    for (std::uint32_t b = 0; b < boxes.size(); ++b)
      if (b != a && !(isLarge_[b] && b < a) && !boxes[b].isEmpty() && boxes[a].meets(boxes[b]))
        pairs_.push_back({std::min(a, b), std::max(a, b)});
  std::sort(pairs_.begin(), pairs_.end(),
            [](const Pair& a, const Pair& b) { return a.a != b.a ? a.a < b.a : a.b < b.b; });
  return pairs_;
}

}  // namespace tendril::solver
