// The rod that is nearest to a place: a tree of boxes over all rods leaves few to be looked at closely.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "solver/rods/rod_geometry.h"

namespace tendril::nodes {

// A place on a rod; scene units.
struct NearPlace {
  std::size_t rod = SIZE_MAX;  // SIZE_MAX: none is near enough
  double arc = 0, distance = std::numeric_limits<double>::infinity();
};

// Keeps a reference to the rods.
class NearestRods {
 public:
  explicit NearestRods(const std::vector<Rod>& rods);

  // Nearer than `reach`, among the rods that are `allowed` (1) and not `except`; of several at one distance
  // the first.
  NearPlace find(const Eigen::Vector3d& to, double reach, const std::vector<std::uint8_t>& allowed,
                 std::size_t except = SIZE_MAX) const;

 private:
  // Points along a rod. No place on it is farther than `gap` from the nearest of them.
  struct Line {
    std::vector<Eigen::Vector3d> points;
    double gap = 0;
  };
  struct Box {
    Eigen::Vector3d low, high;
    std::size_t first = 0, end = 0;   // in the order
    std::size_t left = 0, right = 0;  // boxes; 0: a leaf
  };

  void split(std::size_t box);
  void visit(std::size_t box, const Eigen::Vector3d& to, const std::vector<std::uint8_t>& allowed,
             std::size_t except, NearPlace& best) const;
  void look(std::size_t rod, const Eigen::Vector3d& to, NearPlace& best) const;

  const std::vector<Rod>& rods_;
  std::vector<Line> lines_;
  std::vector<std::size_t> order_;
  std::vector<Box> boxes_;
};

}  // namespace tendril::nodes
