// Pairs of boxes that meet, by a grid of cubic cells: about linear in the boxes where they are of similar
// size.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/colliders/box3.h"

namespace tendril::solver {

class BoxPairs {
 public:
  struct Pair {
    std::uint32_t a, b;  // a < b
  };
  // Ascending by a, then b. Empty boxes meet none; boxes that are not finite meet all that they overlap. The
  // result is valid until the next call.
  const std::vector<Pair>& find(const std::vector<Box3>& boxes);

 private:
  struct Entry {
    std::uint64_t cell;
    std::uint32_t box;
  };
  struct Cells {
    std::uint32_t low[3], high[3];
  };
  bool place(const std::vector<Box3>& boxes);
  void add(const std::vector<Box3>& boxes, std::size_t i);

  Eigen::Vector3d low_ = Eigen::Vector3d::Zero();
  double cell_ = 1;  // m, a cell's edge
  std::vector<Cells> cells_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> large_;  // boxes that cover too many cells: tried with all
  std::vector<std::uint8_t> isLarge_;
  std::vector<Pair> pairs_;
};

}  // namespace tendril::solver
